//! Skies of another program.

use wonderwheel_commando::sky::{Shell, Sky, SkyFace};
use wonderwheel_ps2::finding::Findings;

use crate::oracle::{self, list, numbers};
use crate::sets::{assert_crc32, count, files};

#[test]
fn skies_hold_what_the_manifest_says_and_are_written_back() {
    let test = "skies_hold_what_the_manifest_says_and_are_written_back";
    let Some(set) = oracle::set(test, "sky") else {
        return;
    };
    for (file, name, bytes) in files(&set) {
        let sky = Sky::read(&bytes).unwrap();
        assert!(sky.write().unwrap() == bytes, "{name}");
        assert_eq!(
            sky.colour.map(i64::from),
            numbers(&file["colour"]),
            "{name}"
        );
        assert_eq!(
            i64::from(sky.clear_screen),
            file["clearScreen"].as_i64().unwrap()
        );
        assert_eq!(
            sky.sprites.len(),
            0x20 * count(&file["maximumSpriteCount"]),
            "{name}"
        );
        let fx = list(&file["fx"]).iter().map(|fx| count(fx) as u8);
        assert_eq!(sky.fx, fx.collect::<Vec<_>>(), "{name}");
        assert_eq!(sky.shells.len(), list(&file["shells"]).len(), "{name}");
        for (shell, expected) in sky.shells.iter().zip(list(&file["shells"])) {
            assert_eq!(i64::from(shell.flags), expected["flags"].as_i64().unwrap());
            assert_eq!(shell.clusters.len(), count(&expected["clusters"]), "{name}");
            assert_eq!(shell.vertices.len(), count(&expected["verticesInClusters"]));
            assert_eq!(shell.faces.len(), count(&expected["trianglesInClusters"]));
            assert_eq!(shell.is_textured(), expected["textured"].as_bool().unwrap());
        }
        let dump = dump(&sky);
        assert_eq!(dump.len(), count(&file["canonical_bytes"]), "{name}");
        assert_crc32(&dump, &file["canonical_crc32"], name);
        assert_eq!(sky.textures.len(), list(&file["textures"]).len(), "{name}");
        for (texture, expected) in sky.textures.iter().zip(list(&file["textures"])) {
            assert_eq!(texture.width as usize, count(&expected["w"]), "{name}");
            assert_eq!(texture.height as usize, count(&expected["h"]), "{name}");
            assert_crc32(&texture.rgba(), &expected["rgba_alpha255_crc32"], name);
        }
        let findings = Findings::of(|all| sky.validate(all));
        assert_eq!(findings.as_slice(), [], "{name}");

        // What is drawn of it survives being built again.
        for shell in &sky.shells {
            let mesh = shell.mesh();
            let again = Shell::build(&mesh).unwrap().mesh();
            assert_eq!(again.textures, mesh.textures, "{name}");
            let corners = |mesh: &wonderwheel_commando::sky::ShellMesh| {
                let corners = mesh.triangles.iter().flatten();
                corners
                    .map(|&corner| mesh.vertices[corner as usize])
                    .collect::<Vec<_>>()
            };
            assert_eq!(corners(&again), corners(&mesh), "{name}");
        }
        let mut fresh = sky.clone();
        fresh.forget_layout();
        let fresh = Sky::read(&fresh.write().unwrap()).unwrap();
        assert!(!fresh.has_own_layout());
        assert_eq!(
            (&fresh.shells, &fresh.textures),
            (&sky.shells, &sky.textures),
            "{name}"
        );
    }
}

fn dump(sky: &Sky) -> Vec<u8> {
    let mut out = Vec::new();
    for shell in &sky.shells {
        out.extend(shell.flags.to_le_bytes());
        out.extend((shell.clusters.len() as u32).to_le_bytes());
        for (cluster, vertices, attributes, faces) in shell.parts() {
            out.extend(cluster.sphere.iter().flat_map(|value| value.to_le_bytes()));
            out.extend((vertices.len() as u32).to_le_bytes());
            for (vertex, attribute) in vertices.iter().zip(attributes) {
                out.extend(vertex.position.iter().flat_map(|value| value.to_le_bytes()));
                out.extend(vertex.alpha.to_le_bytes());
                out.extend(attribute);
            }
            out.extend((faces.len() as u32).to_le_bytes());
            for SkyFace { corners, texture } in faces {
                out.extend(corners);
                out.push(*texture);
            }
        }
    }
    out
}
