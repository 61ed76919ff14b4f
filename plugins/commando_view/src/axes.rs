//! The two worlds' axes: the game's are z up, ours y up. Both are right-handed, and a unit is a unit.
//!
//! `(x, y, z)` of the game is `(x, z, -y)` of ours. Everything of a level stays in the game's axes, from its file to the
//! shader; the camera and what it meets (debug lines, the frame's depth) are in ours. [`wonderwheel_commando::axes`] is where the
//! two meet; this module says it in the engine's types.

use bevy::math::{Mat4, Vec3};
use wonderwheel_commando::axes;

/// A place or direction of the game in our axes.
pub fn to_world(game: Vec3) -> Vec3 {
    axes::to_y_up(game.to_array()).into()
}

/// A place or direction of ours in the game's axes.
pub fn to_game(world: Vec3) -> Vec3 {
    axes::from_y_up(world.to_array()).into()
}

/// [`to_world`] as a matrix.
pub fn world_from_game() -> Mat4 {
    let [x, y, z] = [Vec3::X, Vec3::Y, Vec3::Z].map(to_world);
    Mat4::from_cols(
        x.extend(0.0),
        y.extend(0.0),
        z.extend(0.0),
        Vec3::ZERO.extend(1.0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn z_is_up_there_and_y_here_and_there_and_back_is_where_it_was() {
        let place = Vec3::new(1.0, 2.0, 3.0);
        assert_eq!(to_world(place), Vec3::new(1.0, 3.0, -2.0));
        assert_eq!(to_game(to_world(place)), place);
        assert_eq!(world_from_game().transform_point3(place), to_world(place));
        assert_eq!(world_from_game().determinant(), 1.0, "no mirror");
    }
}
