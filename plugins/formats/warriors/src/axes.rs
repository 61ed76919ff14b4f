//! Game axes and RenderWare axes.
//!
//! Files that the game's own tools wrote (occluders, collision, object lists, settings) have z up; RenderWare streams,
//! and everything in this program after loading, have y up. Both are right-handed and in metres.
//! Source: spec/world-addenda.md, "Axes".

/// RenderWare axes from game axes: `(x, z, -y)`.
pub fn rw_from_game([x, y, z]: [f32; 3]) -> [f32; 3] {
    [x, z, -y]
}

/// Game axes from RenderWare axes: `(x, -z, y)`.
pub fn game_from_rw([x, y, z]: [f32; 3]) -> [f32; 3] {
    [x, -z, y]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_in_the_game_is_y_in_renderware() {
        assert_eq!(rw_from_game([0.0, 0.0, 1.0]), [0.0, 1.0, 0.0]);
        assert_eq!(rw_from_game([1.0, 2.0, 3.0]), [1.0, 3.0, -2.0]);
    }

    #[test]
    fn the_two_conversions_undo_each_other() {
        let point = [1.5, -2.0, 40.25];
        assert_eq!(game_from_rw(rw_from_game(point)), point);
        assert_eq!(rw_from_game(game_from_rw(point)), point);
    }
}
