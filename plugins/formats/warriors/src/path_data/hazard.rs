//! What is walked around.

/// A fire, or whatever else is walked around.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hazard {
    /// Game axes, metres.
    pub centre: [f32; 3],
    /// Metres; fires have 0.5 to 0.75.
    pub radius: f32,
}
