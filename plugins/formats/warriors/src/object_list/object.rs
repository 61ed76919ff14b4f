//! One object of the list.

use wonderwheel_ps2::finding::Findings;

use super::text::is_word;

/// How an object without a flag names it.
pub(super) const NO_FLAG: &str = "nil";

/// A line of an object list.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedObject {
    /// Type of the object: a record of the Object List, or a particle emitter ([`Self::is_emitter`]).
    pub name: String,
    /// Where it stands, metres, game axes (z up).
    pub position: [f32; 3],
    /// How it is turned: quaternion x, y, z, w.
    pub rotation: [f32; 4],
    /// Its meaning is not known; -1 in the shape that the spawner takes.
    pub a: i32,
    /// Object zone. Objects of a disabled zone are not spawned.
    pub zone: i32,
    /// Spawn flags.
    pub flags: i32,
    /// Colour 0xRRGGBBAA; [`Self::NO_TINT`] for none.
    pub tint: u32,
    /// The flag that the object belongs to.
    pub flag_name: Option<String>,
}

impl PlacedObject {
    /// The tint of an object without one.
    pub const NO_TINT: u32 = 0xFFFF_FFFF;

    /// An object of a type that stands upright at a place.
    pub fn at(name: impl Into<String>, position: [f32; 3]) -> Self {
        Self {
            name: name.into(),
            position,
            rotation: [0.0, 0.0, 0.0, 1.0],
            a: -1,
            zone: 0,
            flags: 0,
            tint: Self::NO_TINT,
            flag_name: None,
        }
    }

    /// Whether this is a particle emitter instead of an object. Source: spec/archives.md 12.
    pub fn is_emitter(&self) -> bool {
        self.name.starts_with("part")
    }

    pub(super) fn validate(&self, findings: &mut Findings) {
        for name in [Some(&self.name), self.flag_name.as_ref()]
            .into_iter()
            .flatten()
        {
            findings.expect(is_word(name), "object-name", || {
                format!("expected a word of printable ASCII, found {name:?}")
            });
        }
        findings.expect(
            self.flag_name.as_deref() != Some(NO_FLAG),
            "object-flag-nil",
            || "expected a flag that is not called nil",
        );
        findings.expect(self.a == -1, "object-spawner-shape", || {
            format!("expected -1, found {}", self.a)
        });
        let length: f32 = self.rotation.iter().map(|part| part * part).sum();
        findings.expect((length - 1.0).abs() <= 0.01, "object-rotation-unit", || {
            format!("expected a quaternion of length 1, found {}", length.sqrt())
        });
        let finite = self.position.iter().chain(&self.rotation);
        findings.expect(
            finite.clone().all(|part| part.is_finite()),
            "object-finite",
            || "expected finite numbers",
        );
    }
}
