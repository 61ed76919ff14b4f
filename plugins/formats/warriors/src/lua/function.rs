//! What a walk over a chunk shows.

use std::borrow::Cow;

/// A function of a chunk, without the ones inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LuaFunction<'a> {
    /// Byte offset of its first field.
    pub offset: u64,
    /// How many functions it lies in; 0 for the main function.
    pub depth: u32,
    /// The script it was compiled from. Most functions inside another name the same one or none.
    pub source: Option<LuaString<'a>>,
    /// The line where it begins; 0 for the main function.
    pub line: i32,
    /// Parameters it declares.
    pub parameters: i32,
    /// Whether it takes more than those.
    pub is_vararg: bool,
    /// Stack slots it needs.
    pub stack: i32,
    /// Local variables with names.
    pub local_count: u32,
    /// Entries of the table from instructions to lines.
    pub line_count: u32,
    /// String constants.
    pub string_count: u32,
    /// Number constants.
    pub number_count: u32,
    /// Functions directly inside it.
    pub function_count: u32,
}

/// A string of a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LuaString<'a> {
    /// Byte offset of the first character.
    pub offset: u64,
    /// The characters, without the NUL that ends them. Any byte may be among them.
    pub bytes: &'a [u8],
    /// Whether a NUL ended them, as in every string that Lua's compiler writes.
    pub is_terminated: bool,
}

impl<'a> LuaString<'a> {
    /// The text, with a mark for what is not UTF-8.
    pub fn text(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.bytes)
    }
}
