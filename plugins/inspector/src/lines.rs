//! Boxes, frustum and occluders as lines in the frame.

use bevy::prelude::*;
use wonderwheel_gs_render::lines::{DebugLines, Depth};
use wonderwheel_level_assets::LevelAsset;
use wonderwheel_renderware::world::Aabb;
use wonderwheel_warriors::axes::rw_from_game;
use wonderwheel_warriors::names::WorldSlot;
use wonderwheel_warriors::occluder::Occluder;
use wonderwheel_world_streaming::core::tables::WorldTables;
use wonderwheel_world_streaming::core::worlds::Worlds;
use wonderwheel_world_streaming::prelude::{CurrentLevel, DrawDistance, Viewports};
use wonderwheel_world_streaming::view::camera::GameCamera;

use crate::colours::{SectorLook, part_colour};
use crate::selection::Selection;

/// Alpha of the lines.
const ALPHA: u8 = 255;
/// Colour of the frustum.
const FRUSTUM: [u8; 4] = [250, 250, 160, ALPHA];
/// Colour of occluders.
const OCCLUDER: [u8; 4] = [230, 90, 230, ALPHA];
/// How high the walls of occluders, which have no top, are drawn above the ground line, metres.
const OCCLUDER_HEIGHT: f32 = 30.0;

/// Which sectors' boxes are drawn.
#[derive(Reflect, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BoxLines {
    /// None.
    #[default]
    Off,
    /// All.
    All,
    /// Those in the picture.
    Seen,
    /// Those that are there.
    Loaded,
    /// Those that are not there.
    Missing,
}

impl BoxLines {
    /// Whether a sector of this look gets a box.
    pub fn shows(self, look: SectorLook) -> bool {
        use SectorLook::{Absent, Failed, Hole, Leaving, Loaded, Reading, Seen};
        match self {
            Self::Off => false,
            Self::All => true,
            Self::Seen => matches!(look, Seen | Hole),
            Self::Loaded => matches!(look, Seen | Loaded | Leaving),
            Self::Missing => matches!(look, Absent | Hole | Reading | Failed),
        }
    }
}

/// A camera as it once stood, to look at from outside.
#[derive(Reflect, Debug, Clone, PartialEq)]
pub struct KeptCamera {
    /// Where it stood and looked.
    pub camera: GameCamera,
    /// How far it saw, metres.
    pub far: f32,
}

/// Which lines are drawn in the frame. They stay when the overlay is closed.
#[derive(Resource, Reflect, Debug, Clone, PartialEq)]
#[reflect(Resource, Default)]
pub struct LineSwitches {
    /// Boxes of sectors.
    pub sectors: BoxLines,
    /// Boxes around the sectors of each part, coloured by its state.
    pub parts: bool,
    /// Of the scenery world.
    pub scenery: bool,
    /// Of the detail world.
    pub detail: bool,
    /// The camera's frustum. Seen from the camera itself it is the edge of the picture: keep one to see it.
    pub frustum: bool,
    /// A camera as it once stood; its frustum is drawn instead of the moving one's.
    pub kept: Option<KeptCamera>,
    /// The level's occluders.
    pub occluders: bool,
    /// A box around what is selected on the map while the overlay is open.
    pub selected: bool,
    /// The scene does not hide lines.
    pub on_top: bool,
}

impl Default for LineSwitches {
    fn default() -> Self {
        Self {
            sectors: BoxLines::Off,
            parts: false,
            scenery: true,
            detail: true,
            frustum: false,
            kept: None,
            occluders: false,
            selected: true,
            on_top: false,
        }
    }
}

impl LineSwitches {
    /// Whether the scene hides the lines.
    pub(crate) fn depth(&self) -> Depth {
        if self.on_top {
            Depth::OnTop
        } else {
            Depth::Tested
        }
    }
}

/// The twelve edges of what a camera sees up to `far`, as pairs of points.
pub fn frustum_edges(camera: &GameCamera, far: f32) -> [(Vec3, Vec3); 12] {
    let window = camera.view_window();
    let (forward, right, up) = (camera.forward(), camera.right(), camera.up());
    let corner = |depth: f32, x: f32, y: f32| {
        camera.position + (forward + right * (window.x * x) + up * (window.y * y)) * depth
    };
    let ring = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    std::array::from_fn(|edge| {
        let (x, y) = ring[edge % 4];
        let (next_x, next_y) = ring[(edge + 1) % 4];
        let near = camera.lens.near;
        match edge / 4 {
            0 => (corner(near, x, y), corner(near, next_x, next_y)),
            1 => (corner(far, x, y), corner(far, next_x, next_y)),
            _ => (corner(near, x, y), corner(far, x, y)),
        }
    })
}

/// The outline of an occluder, whose wall is unbounded: its ground line, and both ends up to `height` metres.
pub fn occluder_edges(occluder: &Occluder, height: f32) -> [(Vec3, Vec3); 5] {
    let [from, to] =
        [occluder.points[0], occluder.points[1]].map(|point| Vec3::from_array(rw_from_game(point)));
    let [from_top, to_top] = [from, to].map(|point| point + Vec3::Y * height);
    [
        (from, to),
        (to, to_top),
        (to_top, from_top),
        (from_top, from),
        (from, to_top),
    ]
}

/// The box of what is selected; `None` when there is no such thing.
pub(crate) fn selected_box(worlds: &Worlds, selection: Selection) -> Option<Aabb> {
    match selection {
        Selection::Sector(slot, sector) => {
            let world = worlds.get(slot)?;
            (sector < world.sector_count()).then(|| world.sector_bounds(sector))
        }
        Selection::Part(slot, part) => worlds.get(slot)?.part_bounds(part),
        Selection::Patch(_) | Selection::Instance(..) => None,
    }
}

/// Draws what [`LineSwitches`] ask for.
pub(crate) fn draw_lines(
    switches: Res<LineSwitches>,
    worlds: Res<Worlds>,
    distance: Res<DrawDistance>,
    level: Res<CurrentLevel>,
    levels: Option<Res<Assets<LevelAsset>>>,
    viewports: Viewports,
    mut lines: ResMut<DebugLines>,
) {
    let depth = switches.depth();
    for world in worlds.iter() {
        let wanted = match world.slot() {
            WorldSlot::Scenery => switches.scenery,
            WorldSlot::Detail => switches.detail,
        };
        if wanted {
            draw_world(world, &switches, depth, &mut lines);
        }
    }
    if switches.frustum {
        let kept = switches.kept.as_ref().map(|kept| (&kept.camera, kept.far));
        let first = viewports.first().map(|camera| (camera, distance.current));
        if let Some((camera, far)) = kept.or(first) {
            draw_edges(&frustum_edges(camera, far), FRUSTUM, depth, &mut lines);
        }
    }
    if switches.occluders
        && let (Some(handle), Some(levels)) = (&level.level, levels)
        && let Some(asset) = levels.get(handle)
    {
        for occluder in &asset.occluders {
            let edges = occluder_edges(occluder, OCCLUDER_HEIGHT);
            draw_edges(&edges, OCCLUDER, depth, &mut lines);
        }
    }
}

fn draw_world(world: &WorldTables, switches: &LineSwitches, depth: Depth, lines: &mut DebugLines) {
    if switches.sectors != BoxLines::Off {
        for sector in 0..world.sector_count() {
            let look = look_of(world, sector);
            if world.part_of(sector) > 0 && switches.sectors.shows(look) {
                let [r, g, b] = look.colour();
                lines.aabb(&world.sector_bounds(sector), [r, g, b, ALPHA], depth);
            }
        }
    }
    if switches.parts {
        for part in 1..=world.part_count() {
            if let Some(bounds) = world.part_bounds(part) {
                let [r, g, b] = part_colour(world.part_state(part));
                lines.aabb(&bounds, [r, g, b, ALPHA], depth);
            }
        }
    }
}

/// The look of a sector as the tables have it.
pub(crate) fn look_of(world: &WorldTables, sector: u32) -> SectorLook {
    SectorLook::of(
        world.sector_state(sector),
        world.part_state(world.part_of(sector)),
        world.was_visible(sector),
    )
}

fn draw_edges(edges: &[(Vec3, Vec3)], colour: [u8; 4], depth: Depth, lines: &mut DebugLines) {
    for (from, to) in edges {
        lines.line(*from, *to, colour, depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_far_corners_of_the_frustum_lie_at_the_draw_distance_on_the_edge_of_the_picture() {
        let camera = GameCamera::new(Vec3::new(3.0, 2.0, 1.0), 0.4, -0.2);
        let clip = camera.clip_from_view(80.0) * camera.view_from_world();
        let edges = frustum_edges(&camera, 80.0);
        for (from, to) in &edges[4..8] {
            for corner in [from, to] {
                let at = clip.project_point3(*corner);
                assert!(
                    (at.x.abs() - 1.0).abs() < 1e-3 && (at.y.abs() - 1.0).abs() < 1e-3,
                    "{at}"
                );
                assert!(
                    at.z.abs() < 1e-5,
                    "reversed depth is 0 at the draw distance"
                );
            }
        }
        for (near, far) in &edges[8..] {
            let along = (*far - *near).normalize();
            assert!(
                ((*near - camera.position).normalize() - along).length() < 1e-3,
                "edges leave the eye"
            );
        }
    }

    #[test]
    fn an_occluder_stands_upright_on_its_ground_line() {
        // Game axes: from (1, 2, 3) to (5, 2, 3), z up. RenderWare: (1, 3, -2) to (5, 3, -2), y up.
        let wall = Occluder::wall([1.0, 2.0, 3.0], [5.0, 2.0, 3.0]);
        let edges = occluder_edges(&wall, 10.0);
        assert_eq!(
            edges[0],
            (Vec3::new(1.0, 3.0, -2.0), Vec3::new(5.0, 3.0, -2.0))
        );
        assert_eq!(
            edges[2],
            (Vec3::new(5.0, 13.0, -2.0), Vec3::new(1.0, 13.0, -2.0))
        );
    }

    #[test]
    fn missing_boxes_show_what_is_not_there_and_loaded_ones_the_rest() {
        for look in SectorLook::ALL {
            assert!(BoxLines::All.shows(look) && !BoxLines::Off.shows(look));
            assert_ne!(
                BoxLines::Missing.shows(look),
                BoxLines::Loaded.shows(look),
                "{}",
                look.name()
            );
        }
    }
}
