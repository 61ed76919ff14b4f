//! What a class is called.

use std::fmt;

use wonderwheel_commando::level::ClassKind;

use super::textures::kind_name;

/// A class of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassName {
    /// Its kind.
    pub kind: ClassKind,
    /// Its number.
    pub number: i32,
}

impl fmt::Display for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", kind_name(self.kind.into()), self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_named_by_kind_and_number() {
        let class = ClassName {
            kind: ClassKind::Moby,
            number: 500,
        };
        assert_eq!(class.to_string(), "moby 500");
    }
}
