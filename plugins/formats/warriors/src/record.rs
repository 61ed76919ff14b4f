//! Records of one size: plain fields, one after the other.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;

/// What stands in a record. Floats are finite.
pub(crate) trait Field: Sized {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self>;
    fn write(&self, out: &mut Vec<u8>);
}

/// A record of fields.
pub(crate) trait Record: Field {
    const BYTES: usize;
    /// Names several in errors and findings.
    const NAME: &'static str;
}

macro_rules! numbers {
    ($($ty:ty = |$cursor:ident| $read:expr;)*) => {
        $(impl Field for $ty {
            fn read($cursor: &mut Cursor<'_>) -> Result<Self> {
                Ok($read)
            }

            fn write(&self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }
        })*
    };
}

numbers! {
    u8 = |cursor| cursor.u8()?;
    u16 = |cursor| cursor.u16()?;
    i16 = |cursor| cursor.u16()?.cast_signed();
    u32 = |cursor| cursor.u32()?;
    f32 = |cursor| cursor.finite_f32()?;
}

impl<T: Field + Copy + Default, const N: usize> Field for [T; N] {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let mut fields = [T::default(); N];
        for field in &mut fields {
            *field = T::read(cursor)?;
        }
        Ok(fields)
    }

    fn write(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|field| field.write(out));
    }
}

/// Declares a record: the struct, its size in a file, what several are called, and how it is read and written.
macro_rules! record {
    (
        $(#[$about:meta])*
        pub struct $name:ident: $bytes:literal, $names:literal {
            $($(#[$note:meta])* pub $field:ident: $ty:ty,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        pub struct $name {
            $($(#[$note])* pub $field: $ty,)*
        }

        impl $crate::record::Field for $name {
            fn read(cursor: &mut wonderwheel_ps2::cursor::Cursor<'_>) -> wonderwheel_ps2::error::Result<Self> {
                Ok(Self {
                    $($field: $crate::record::Field::read(cursor)?,)*
                })
            }

            fn write(&self, out: &mut Vec<u8>) {
                $($crate::record::Field::write(&self.$field, out);)*
            }
        }

        impl $crate::record::Record for $name {
            const BYTES: usize = $bytes;
            const NAME: &'static str = $names;
        }
    };
}
pub(crate) use record;
