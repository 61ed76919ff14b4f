//! temp
#![allow(clippy::print_stdout, clippy::unwrap_used)]
use std::collections::BTreeMap;
use wonderwheel_forge::mesh::{GRID, Surface, pack::pack, piece::Triangles};
use wonderwheel_forge::recipe::Recipe;
fn main() {
    let Some(Recipe::City(recipe)) = Recipe::builtin("demo") else {
        return;
    };
    let scene = wonderwheel_forge::city::build(&recipe, &mut |_| {}).unwrap();
    for world in [&scene.scenery, &scene.detail] {
        let mut per: BTreeMap<u32, (usize, usize, usize, u8)> = BTreeMap::new();
        for sector in &world.partition.sectors {
            let mut by: BTreeMap<Surface, Triangles> = BTreeMap::new();
            for i in &sector.pieces {
                for (s, t) in &world.pieces[*i].meshes {
                    by.entry(*s).or_default().extend(t);
                }
            }
            let e = per.entry(sector.part).or_default();
            e.0 += sector.pieces.len();
            let two = by.keys().any(|s| s.dual.is_some());
            for (s, t) in by {
                if let Ok(m) = pack(&t, t[0][0].position.round(), GRID, 2, true) {
                    e.1 += m.positions.len() * if two { 24 } else { 20 };
                }
                e.2 += 1;
                let _ = s;
            }
        }
        println!("{per:?}");
        let mut stats: BTreeMap<String, (usize, usize, usize)> = BTreeMap::new();
        for sector in &world.partition.sectors {
            let mut by: BTreeMap<Surface, Triangles> = BTreeMap::new();
            for i in &sector.pieces {
                for (s, t) in &world.pieces[*i].meshes {
                    by.entry(*s).or_default().extend(t);
                }
            }
            for (s, t) in by {
                let b = world.pieces[sector.pieces[0]].bounds();
                let o = glam::Vec3::from_array(b.min).round();
                if pack(&t, o, GRID, 2, true).is_err() {
                    continue;
                }
                let m = pack(&t, o, GRID, 2, true).unwrap();
                let e = stats
                    .entry(format!(
                        "{}{}",
                        s.texture.map_or("-", |t| t.name),
                        if s.dual.is_some() { "+" } else { "" }
                    ))
                    .or_default();
                e.0 += t.len();
                e.1 += m.positions.len();
                e.2 += 1;
            }
        }
        let mut v: Vec<_> = stats.into_iter().collect();
        v.sort_by_key(|e| std::cmp::Reverse(e.1.1));
        let (t, n): (usize, usize) = v.iter().fold((0, 0), |a, e| (a.0 + e.1.0, a.1 + e.1.1));
        println!("total {t} {n}");
        for (k, (t, n, m)) in v.iter().take(26) {
            println!(
                "{k:16} tris {t:6} verts {n:6} {:.2} meshes {m}",
                *n as f32 / *t as f32
            );
        }
    }
}
#[allow(dead_code)]
fn parts() {}
