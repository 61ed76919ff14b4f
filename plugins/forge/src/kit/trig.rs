//! Sine and cosine from additions and multiplications only: a platform's own library may round differently, and a forged
//! level must be the same bytes everywhere.

/// Pi.
pub const PI: f32 = std::f32::consts::PI;
/// A full turn.
pub const TAU: f32 = std::f32::consts::TAU;

/// Sine of an angle in radians, within 2e-6 for angles of a few turns.
pub fn sin(angle: f32) -> f32 {
    let turns = f64::from(angle) / std::f64::consts::TAU;
    let x = (turns - (turns + 0.5).floor()) * std::f64::consts::TAU;
    // Fold into the quarter turns beside zero, where the series converges fast.
    let half = std::f64::consts::FRAC_PI_2;
    let x = if x > half {
        std::f64::consts::PI - x
    } else if x < -half {
        -std::f64::consts::PI - x
    } else {
        x
    };
    let s = x * x;
    (x * (1.0
        - s / 6.0 * (1.0 - s / 20.0 * (1.0 - s / 42.0 * (1.0 - s / 72.0 * (1.0 - s / 110.0))))))
        as f32
}

/// Cosine of an angle in radians.
pub fn cos(angle: f32) -> f32 {
    sin(angle + std::f32::consts::FRAC_PI_2)
}

/// Smooth step from 0 at `low` to 1 at `high`.
pub fn smoothstep(low: f32, high: f32, x: f32) -> f32 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_angles() {
        for (angle, want) in [
            (0.0, 0.0),
            (PI / 6.0, 0.5),
            (PI / 2.0, 1.0),
            (PI, 0.0),
            (1.5 * PI, -1.0),
            (-PI / 6.0, -0.5),
        ] {
            assert!((sin(angle) - want).abs() < 2e-6, "{angle}");
        }
        assert!((cos(PI / 3.0) - 0.5).abs() < 2e-6);
    }
}
