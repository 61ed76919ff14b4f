//! Classes of ties, shrubs and mobys as flat arrays with y up.

use wonderwheel_commando::axes::to_y_up;
use wonderwheel_commando::level::ClassKind;
use wonderwheel_commando::moby::{self, Blend, MobyClass, MobyList, MobyMesh};
use wonderwheel_commando::model::{Material, Triangles, class_position, texture_coordinates};
use wonderwheel_commando::shrub::{ShrubClass, ShrubHeader};
use wonderwheel_commando::tie::TieClass;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;

use super::parts::unit;

/// A class that was read.
#[derive(Debug)]
pub(super) enum Class {
    Tie(TieClass),
    Shrub(ShrubClass),
    Moby(MobyClass),
}

/// A mesh of a class, one entry a vertex.
#[derive(Debug, Default)]
pub(super) struct Flat {
    pub positions: Vec<[f32; 3]>,
    pub normals: Vec<[f32; 3]>,
    pub uvs: Vec<[f32; 2]>,
    /// Which of the class's normals lights each vertex; none for mobys.
    pub slots: Vec<u8>,
    /// Which joints move each vertex; only of mobys.
    pub blends: Vec<Blend>,
    pub triangles: Vec<(Material, [u32; 3])>,
    /// Vertices whose joints could not be followed exactly.
    pub inexact_blends: u32,
}

/// One of the ways in which a class is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// What stands in the level seen from near: of a moby without its optional parts.
    Near,
    /// A level of detail of a tie.
    TieLod(usize),
    /// A list of a moby.
    Moby(MobyList),
}

impl Class {
    /// Reads a class that stands at `offset` in the core data.
    ///
    /// # Errors
    /// As each class's.
    pub fn read(kind: ClassKind, offset: usize, bytes: &[u8]) -> Result<Self> {
        let mut cursor = Cursor::at_base(bytes, offset as u64);
        Ok(match kind {
            ClassKind::Tie => Self::Tie(TieClass::read_from(&mut cursor)?),
            ClassKind::Shrub => Self::Shrub(ShrubClass::read_from(&mut cursor)?),
            ClassKind::Moby => Self::Moby(MobyClass::read_from(&mut cursor)?),
        })
    }

    /// The forms beside [`Form::Near`], with their names.
    pub fn other_forms(&self) -> Vec<(Form, String)> {
        match self {
            Self::Tie(_) => [1, 2]
                .map(|lod| (Form::TieLod(lod), format!("lod {lod}")))
                .into(),
            Self::Shrub(_) => Vec::new(),
            Self::Moby(class) => class
                .lists()
                .filter_map(|list| {
                    let name = match list {
                        MobyList::High | MobyList::Metal => return None,
                        MobyList::Low => "low".to_owned(),
                        MobyList::BangleHigh(part) => format!("bangle {part}"),
                        MobyList::BangleLow(part) => format!("bangle {part} low"),
                    };
                    Some((Form::Moby(list), name))
                })
                .collect(),
        }
    }

    /// The normals that light is reckoned for, as the class has them.
    pub fn normals(&self) -> Vec<[i16; 3]> {
        let normals: &[[i16; 4]] = match self {
            Self::Tie(class) => &class.normals,
            Self::Shrub(class) => &class.normals,
            Self::Moby(_) => &[],
        };
        normals.iter().map(|[x, y, z, _]| [*x, *y, *z]).collect()
    }

    /// Its mesh in a form; an empty one when it does not have that.
    ///
    /// # Errors
    /// As each class's.
    pub fn flat(&self, form: Form) -> Result<Flat> {
        match (self, form) {
            (Self::Tie(class), Form::Near) => tie(class, 0),
            (Self::Tie(class), Form::TieLod(lod)) => tie(class, lod),
            (Self::Shrub(class), Form::Near) => shrub(class),
            (Self::Moby(class), Form::Near) => {
                let mut flat = Flat::default();
                flat.add_moby(class, &class.mesh(MobyList::High)?);
                flat.add_moby(class, &class.mesh(MobyList::Metal)?);
                Ok(flat)
            }
            (Self::Moby(class), Form::Moby(list)) => {
                let mut flat = Flat::default();
                flat.add_moby(class, &class.mesh(list)?);
                Ok(flat)
            }
            _ => Ok(Flat::default()),
        }
    }
}

fn tie(class: &TieClass, lod: usize) -> Result<Flat> {
    let mesh = class.mesh(lod)?;
    let slots: Vec<u8> = mesh.colours.iter().map(|[near, ..]| *near).collect();
    Ok(Flat {
        positions: places(&mesh.positions, mesh.scale),
        normals: directions(&slots, &class.normals),
        uvs: mesh.uvs.iter().copied().map(texture_coordinates).collect(),
        slots,
        triangles: corners(&mesh.triangles, 0),
        ..Flat::default()
    })
}

fn shrub(class: &ShrubClass) -> Result<Flat> {
    if class.header.mode_bits & ShrubHeader::SKIPPED != 0 {
        return Ok(Flat::default());
    }
    let mesh = class.mesh()?;
    Ok(Flat {
        positions: places(&mesh.positions, mesh.scale),
        normals: directions(&mesh.normals, &class.normals),
        uvs: mesh.uvs.iter().copied().map(texture_coordinates).collect(),
        slots: mesh.normals,
        triangles: corners(&mesh.triangles, 0),
        ..Flat::default()
    })
}

impl Flat {
    fn add_moby(&mut self, class: &MobyClass, mesh: &MobyMesh) {
        let first = self.positions.len() as u32;
        self.positions.extend(places(&mesh.positions, mesh.scale));
        let normals = mesh.normals.iter();
        self.normals
            .extend(normals.map(|angles| unit(to_y_up(moby::normal(*angles)))));
        self.uvs
            .extend(mesh.uvs.iter().copied().map(texture_coordinates));
        if class.header.joint_count > 0 {
            self.blends.extend(&mesh.blends);
        }
        self.triangles.extend(corners(&mesh.triangles, first));
        self.inexact_blends += mesh.inexact_blends;
    }
}

fn places(positions: &[[i16; 3]], scale: f32) -> Vec<[f32; 3]> {
    let place = |position: &[i16; 3]| to_y_up(class_position(*position, scale));
    positions.iter().map(place).collect()
}

fn directions(slots: &[u8], normals: &[[i16; 4]]) -> Vec<[f32; 3]> {
    let direction = |slot: &u8| {
        let normal = normals.get(usize::from(*slot));
        let [x, y, z, _] = normal.copied().unwrap_or_default();
        unit(to_y_up([x, y, z].map(f32::from)))
    };
    slots.iter().map(direction).collect()
}

fn corners(triangles: &Triangles, first: u32) -> Vec<(Material, [u32; 3])> {
    let runs = triangles.runs();
    let all = runs
        .flat_map(|(material, corners)| corners.iter().map(move |corners| (material, *corners)));
    all.map(|(material, corners)| (material, corners.map(|corner| corner + first)))
        .collect()
}
