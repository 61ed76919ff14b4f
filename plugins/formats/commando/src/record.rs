//! Fixed records, declared once.

/// Declares a record of a file: the struct, its reader and writer (little-endian, field after field), its size, and, for the fields that
/// say how (`as plain`, `as hex`, `as debug`, with a name of their own or their field's), what people are shown of it.
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
    (
        $(#[$about:meta])*
        $vis:vis struct $name:ident: $size:ty = $bytes:literal {
            $($(#[$note:meta])* $field_vis:vis $field:ident: $ty:ty $(as $form:ident $($label:literal)?)?,)*
        }
    ) => {
        #[binrw::binrw]
        #[brw(little)]
        #[derive(Debug, Clone, PartialEq)]
        $(#[$about])*
        $vis struct $name {
            $($(#[$note])* $field_vis $field: $ty,)*
        }

        impl $name {
            /// Bytes of one in a file.
            $vis const BYTES: $size = $bytes;

            /// What people are shown of it.
            #[allow(dead_code, unused_variables, reason = "not every record is shown")]
            pub(crate) fn show(&self, node: &mut wonderwheel_ps2::outline::Node) {
                $($(crate::record::show!(node, $form, self.$field, $field $($label)?);)?)*
            }
        }

        // No field has been forgotten or made too wide.
        const _: () = assert!(size_of::<$name>() == $bytes);
    };
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
