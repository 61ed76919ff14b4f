//! How a class's bytes are taken, the same for ties, shrubs and mobys.

/// Gives a class its public readers and the place where it stood, beside a `read_block` of its own that takes the pieces.
macro_rules! class_reader {
    ($class:ident, $name:literal, $($errors:literal)*) => {
        impl $class {
            /// Reads a class. Its bytes may go on behind it: the container does not know where a class ends.
            ///
            /// # Errors
            $(#[doc = $errors])*
            pub fn read(bytes: &[u8]) -> Result<Self> {
                Self::read_from(&mut Cursor::new(bytes))
            }

            /// As [`Self::read`], of everything that is left of a cursor.
            ///
            /// # Errors
            /// As [`Self::read`].
            pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
                let block = cursor.window(cursor.remaining())?;
                Self::read_block(block).within(|| $name)
            }

            /// Where the class stood in the outermost input.
            pub(super) fn offset(&self) -> u64 {
                self.rest.offset()
            }
        }
    };
}

pub(crate) use class_reader;
