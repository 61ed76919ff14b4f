//! One line of an object list: `{name {x,y,z}, {qx,qy,qz,qw}, a, zone, flags, tint, flag )`.

use std::fmt;

use wonderwheel_ps2::error::Result;

use super::object::{NO_FLAG, PlacedObject};
use super::text::Line;

/// Bytes of the shortest line: `{a{0,0,0},{0,0,0,1},0,0,0,0,a)` and its end.
pub(super) const SMALLEST: usize = 31;

impl Line<'_> {
    /// The first line.
    pub fn count(mut self) -> Result<u32> {
        let count = self.value("a count of objects", |word| word.parse().ok())?;
        self.end()?;
        Ok(count)
    }

    /// Any other line.
    pub fn object(mut self) -> Result<PlacedObject> {
        self.mark(b'{')?;
        let name = self.word("the name of an object")?.to_owned();
        let position = self.floats("position")?;
        self.mark(b',')?;
        let rotation = self.floats("rotation")?;
        self.mark(b',')?;
        let [a, zone, flags] = [
            self.int("a whole number")?,
            self.int("a zone")?,
            self.int("spawn flags")?,
        ];
        let tint = self.value("a tint of hexadecimal digits", |word| {
            let digits = word.bytes().all(|byte| byte.is_ascii_hexdigit());
            u32::from_str_radix(word, 16).ok().filter(|_| digits)
        })?;
        self.mark(b',')?;
        let flag = self.word("the name of a flag, or nil")?;
        self.mark(b')')?;
        self.end()?;
        Ok(PlacedObject {
            name,
            position,
            rotation,
            a,
            zone,
            flags,
            tint,
            flag_name: (flag != NO_FLAG).then(|| flag.to_owned()),
        })
    }

    fn int(&mut self, what: &str) -> Result<i32> {
        let value = self.value(what, |word| word.parse().ok())?;
        self.mark(b',')?;
        Ok(value)
    }

    fn floats<const N: usize>(&mut self, what: &str) -> Result<[f32; N]> {
        let mut floats = [0.0; N];
        self.mark(b'{')?;
        for (index, float) in floats.iter_mut().enumerate() {
            if index > 0 {
                self.mark(b',')?;
            }
            *float = self.value(&format!("a finite number of the {what}"), |word| {
                word.parse().ok().filter(|value: &f32| value.is_finite())
            })?;
        }
        self.mark(b'}')?;
        Ok(floats)
    }
}

impl fmt::Display for PlacedObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.position;
        let [qx, qy, qz, qw] = self.rotation;
        write!(
            f,
            "{{{} {{{x:.6},{y:.6},{z:.6}}}, {{{qx:.6},{qy:.6},{qz:.6},{qw:.6}}}, {}, {}, {}, {:08x}, {} )",
            self.name,
            self.a,
            self.zone,
            self.flags,
            self.tint,
            self.flag_name.as_deref().unwrap_or(NO_FLAG),
        )
    }
}
