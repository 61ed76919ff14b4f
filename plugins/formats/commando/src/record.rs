//! Fixed records, declared once, and values as files store them.

use std::io::Read;

/// A value of a fixed size as files store it: little-endian, field after field.
pub trait Stored: Sized {
    /// Bytes of one.
    const SIZE: usize;

    /// Takes one off the front of bytes; it is made of zeros where they are too few.
    fn take(bytes: &mut &[u8]) -> Self;

    /// Appends its bytes.
    fn put(&self, out: &mut Vec<u8>);

    /// The one that these bytes begin with.
    fn of(mut bytes: &[u8]) -> Self {
        Self::take(&mut bytes)
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Stored for $number {
            const SIZE: usize = size_of::<Self>();

            #[inline]
            fn take(bytes: &mut &[u8]) -> Self {
                let (own, rest) = bytes.split_first_chunk().unwrap_or((&[0; Self::SIZE], &[]));
                *bytes = rest;
                Self::from_le_bytes(*own)
            }

            fn put(&self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }
        }
    )*};
}

numbers! { u8 i8 u16 i16 u32 i32 u64 f32 }

impl<T: Stored, const N: usize> Stored for [T; N] {
    const SIZE: usize = N * T::SIZE;

    #[inline]
    fn take(bytes: &mut &[u8]) -> Self {
        std::array::from_fn(|_| T::take(bytes))
    }

    fn put(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|value| value.put(out));
    }
}

/// All values that bytes hold one after the other; what is left at their end is none.
#[inline]
pub(crate) fn all<T: Stored>(bytes: &[u8]) -> impl Iterator<Item = T> {
    bytes.chunks_exact(T::SIZE).map(T::of)
}

/// The bytes of values, one after the other.
pub(crate) fn bytes_of<'a, T: Stored + 'a>(values: impl IntoIterator<Item = &'a T>) -> Vec<u8> {
    let mut out = Vec::new();
    values.into_iter().for_each(|value| value.put(&mut out));
    out
}

/// More bytes than any record has.
pub(crate) const MOST: usize = 0x100;

/// Reads a record for [`binrw`].
pub(crate) fn read<T: Stored>(reader: &mut impl Read) -> binrw::BinResult<T> {
    let mut bytes = [0; MOST];
    let (own, _) = bytes.split_at_mut(T::SIZE);
    reader.read_exact(own)?;
    Ok(T::of(own))
}

/// Declares a record of a file: the struct, its reader and writer ([`Stored`]), its size, and, for the fields that say how (`as plain`, `as hex`, `as debug`, with a name of their own or their field's), what people are shown of it.
///
/// ```text
/// record! {
///     /// What it is.
///     #[derive(Copy, Default)]
///     pub struct Entry: usize = 8 {
///         /// Where it stands.
///         pub offset: i32 as hex,
///         /// How many there are.
///         pub level_count: i32 as plain "levels",
///     }
/// }
/// ```
macro_rules! record {
    ($(
        $(#[$about:meta])*
        $vis:vis struct $name:ident: $size:ty = $bytes:literal {
            $($(#[$note:meta])* $field_vis:vis $field:ident: $ty:ty $(as $form:ident $($label:literal)?)?,)*
        }
    )*) => {$(
        #[derive(Debug, Clone, PartialEq)]
        $(#[$about])*
        $vis struct $name {
            $($(#[$note])* $field_vis $field: $ty,)*
        }

        #[allow(dead_code, unused_variables, reason = "not every record is shown, or its size asked for")]
        impl $name {
            /// Bytes of one in a file.
            $vis const BYTES: $size = $bytes;

            /// What people are shown of it.
            pub(crate) fn show(&self, node: &mut wonderwheel_ps2::outline::Node) {
                $($(crate::record::show!(node, $form, self.$field, $field $($label)?);)?)*
            }
        }

        impl $crate::record::Stored for $name {
            const SIZE: usize = $bytes;

            #[inline]
            fn take(bytes: &mut &[u8]) -> Self {
                Self { $($field: $crate::record::Stored::take(bytes),)* }
            }

            fn put(&self, out: &mut Vec<u8>) {
                $($crate::record::Stored::put(&self.$field, out);)*
            }
        }

        impl binrw::BinRead for $name {
            type Args<'a> = ();

            fn read_options<R: std::io::Read + std::io::Seek>(
                reader: &mut R,
                _: binrw::Endian,
                (): (),
            ) -> binrw::BinResult<Self> {
                $crate::record::read(reader)
            }
        }

        impl binrw::meta::ReadEndian for $name {
            const ENDIAN: binrw::meta::EndianKind = binrw::meta::EndianKind::Endian(binrw::Endian::Little);
        }

        // No field has been forgotten or made too wide.
        const _: () = assert!(size_of::<$name>() == $bytes && $bytes <= $crate::record::MOST);
    )*};
}

macro_rules! show {
    ($node:ident, $form:ident, $value:expr, $field:ident) => {
        crate::record::show!(@ $node, $form, $value, stringify!($field).replace('_', " "))
    };
    ($node:ident, $form:ident, $value:expr, $field:ident $label:literal) => {
        crate::record::show!(@ $node, $form, $value, $label)
    };
    (@ $node:ident, plain, $value:expr, $name:expr) => {
        $node.field($name, $value)
    };
    (@ $node:ident, hex, $value:expr, $name:expr) => {
        $node.field($name, format_args!("{:#x}", $value))
    };
    (@ $node:ident, debug, $value:expr, $name:expr) => {
        $node.field($name, format_args!("{:?}", $value))
    };
}

pub(crate) use {record, show};
