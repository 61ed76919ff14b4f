//! The fields of a node, packed behind each other: a tree may have millions of them, and most are a short name and a number.

use std::borrow::Cow;
use std::fmt::{self, Write};

/// What a field's value is, so that programs get numbers as numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// Words, names, and what is written in base 16: flags, hashes.
    Text,
    /// A finite number in base 10.
    Number,
    /// `true` or `false`.
    Truth,
    /// Values in a row, with `, ` or a blank between them.
    List,
    /// Nothing: the file has the value that says so.
    Unset,
}

impl ValueKind {
    const ALL: [Self; 5] = [
        Self::Text,
        Self::Number,
        Self::Truth,
        Self::List,
        Self::Unset,
    ];
}

/// Something that can be the value of a field.
pub trait FieldValue: fmt::Display {
    /// What it is.
    fn kind(&self) -> ValueKind;
}

/// Values in a row, already as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueList(pub String);

impl ValueList {
    /// All of them, with `separator` between two.
    pub fn new<T: fmt::Display>(values: impl IntoIterator<Item = T>, separator: &str) -> Self {
        let mut text = String::new();
        for (i, value) in values.into_iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = match i {
                0 => write!(text, "{value}"),
                _ => write!(text, "{separator}{value}"),
            };
        }
        Self(text)
    }
}

impl fmt::Display for ValueList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A value, or `none` where the file has the one that stands for nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrNone<T>(pub Option<T>);

impl<T: PartialEq> OrNone<T> {
    /// `none` for the value that stands for nothing.
    pub fn unless(value: T, nothing: &T) -> Self {
        Self((value != *nothing).then_some(value))
    }
}

impl<T: fmt::Display> fmt::Display for OrNone<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str("none"),
        }
    }
}

impl<T: FieldValue> FieldValue for OrNone<T> {
    fn kind(&self) -> ValueKind {
        self.0.as_ref().map_or(ValueKind::Unset, T::kind)
    }
}

macro_rules! kinds {
    ($($kind:ident: $($ty:ty),+;)+) => {
        $($(impl FieldValue for $ty {
            fn kind(&self) -> ValueKind {
                ValueKind::$kind
            }
        })+)+
    };
}

kinds! {
    Number: u8, u16, u32, u64, usize, i8, i16, i32, i64, isize;
    Truth: bool;
    Text: str, String, Cow<'_, str>, std::ascii::EscapeDefault, std::slice::EscapeAscii<'_>, fmt::Arguments<'_>;
    List: ValueList;
}

macro_rules! floats {
    ($($ty:ty),+) => {
        $(impl FieldValue for $ty {
            fn kind(&self) -> ValueKind {
                // Infinity and what is no number have a word.
                if self.is_finite() { ValueKind::Number } else { ValueKind::Text }
            }
        })+
    };
}

floats!(f32, f64);

impl<T: FieldValue + ?Sized> FieldValue for &T {
    fn kind(&self) -> ValueKind {
        (**self).kind()
    }
}

/// A field as it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its value as text.
    pub value: &'a str,
    /// What the value is.
    pub kind: ValueKind,
}

/// Names and values in the order in which they were added.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Fields(Vec<u8>);

impl Fields {
    /// Adds one.
    pub fn push(&mut self, name: &str, value: &impl FieldValue) {
        let kind = value.kind();
        let value = value.to_string();
        let needed = 1 + 2 * MOST_LENGTH_BYTES + name.len() + value.len();
        // The first few get what they need, and no more: most nodes have one or two.
        if self.0.capacity() - self.0.len() < needed {
            let more = match self.0.len() {
                0 => 3 + name.len() + value.len(),
                length => needed.max(length / 2),
            };
            self.0.reserve_exact(more);
        }
        self.0.push(kind as u8);
        for text in [name, &value] {
            push_length(&mut self.0, text.len());
            self.0.extend_from_slice(text.as_bytes());
        }
    }

    /// Adds all of others behind these.
    pub fn append(&mut self, others: &mut Self) {
        self.0.append(&mut others.0);
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Field<'_>> {
        let mut rest = self.0.as_slice();
        std::iter::from_fn(move || {
            let (kind, mut behind) = rest.split_first()?;
            let field = Field {
                kind: *ValueKind::ALL.get(usize::from(*kind))?,
                name: take_text(&mut behind)?,
                value: take_text(&mut behind)?,
            };
            rest = behind;
            Some(field)
        })
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.iter().map(|field| (field.name, field.value)))
            .finish()
    }
}

/// Bytes that a length takes at most, in groups of seven bits.
const MOST_LENGTH_BYTES: usize = 10;

fn push_length(bytes: &mut Vec<u8>, mut length: usize) {
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
}

fn take_text<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
    let mut length = 0;
    for group in 0..MOST_LENGTH_BYTES {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        length |= usize::from(byte & 0x7F) << (7 * group);
        if byte < 0x80 {
            break;
        }
    }
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    std::str::from_utf8(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_come_back_as_they_were_added_each_with_its_kind() {
        let long = "ツ".repeat(100);
        let mut fields = Fields::default();
        fields.push("count", &3_u32);
        fields.push("", &"");
        fields.push(&long, &long);
        fields.push("half", &0.5_f32);
        fields.push("no number", &f32::NAN);
        fields.push("row", &ValueList::new([1.5, -2.0], ", "));
        fields.push("parent", &OrNone::unless(-1, &-1));
        fields.push("child", &OrNone::unless(2, &-1));
        let mut more = Fields::default();
        more.push("last", &true);
        fields.append(&mut more);
        let found: Vec<_> = fields
            .iter()
            .map(|field| (field.name, field.value, field.kind))
            .collect();
        assert_eq!(
            found,
            [
                ("count", "3", ValueKind::Number),
                ("", "", ValueKind::Text),
                (&*long, &*long, ValueKind::Text),
                ("half", "0.5", ValueKind::Number),
                ("no number", "NaN", ValueKind::Text),
                ("row", "1.5, -2", ValueKind::List),
                ("parent", "none", ValueKind::Unset),
                ("child", "2", ValueKind::Number),
                ("last", "true", ValueKind::Truth),
            ]
        );
    }

    #[test]
    fn a_small_field_takes_little_more_than_its_text() {
        let mut fields = Fields::default();
        fields.push("bytes", &0_u32);
        // Kind, two lengths, `bytes`, `0`.
        assert_eq!((fields.0.len(), fields.0.capacity()), (9, 9));
    }
}
