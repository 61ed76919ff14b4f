//! Lua 4.0 bytecode, `.lua`: whole chunks are verified and their string constants listed. Nothing is run.
//!
//! ```text
//! 1B "Lua" 40 01 04 04 04 20 06 09 08     version 4.0, little-endian, sizes of int, size_t, instruction and its fields
//! f64 3.14159265358979e8                  a number that every reader can compare
//! main function
//!
//! function = string source; i32 line, parameters; u8 vararg; i32 stack;
//!            locals {string, i32 start, i32 end}; i32 lines; strings; f64 numbers; functions; u32 code, ended by END
//! list     = i32 count, elements
//! string   = u32 length with the NUL (0: none), bytes
//! ```
//!
//! Source: spec/archives.md 11.

mod function;
mod reader;
#[cfg(test)]
mod tests;

pub use function::{LuaFunction, LuaString};
pub use reader::{HEADER, TEST_NUMBER};

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{Result, Within};
use wonderwheel_ps2::finding::Findings;

pub(crate) use reader::{Visit, read_chunk};

/// A verified chunk. It keeps the file's bytes, and walks them again when it is asked what is in them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LuaChunk {
    bytes: Vec<u8>,
    counts: LuaCounts,
}

/// What a chunk consists of, all functions together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LuaCounts {
    /// Functions, the main one included.
    pub functions: u32,
    /// Functions inside each other, the main one included.
    pub depth: u32,
    /// String constants.
    pub strings: u32,
    /// Number constants.
    pub numbers: u32,
    /// Names of local variables.
    pub locals: u32,
    /// Instructions.
    pub instructions: u32,
}

impl LuaChunk {
    /// Reads a whole chunk and walks its function tree.
    ///
    /// # Errors
    /// `Malformed` when it is cut short, bytes follow, a count does not fit or a function's code does not end with END;
    /// `Unsupported` when it was made by another build of Lua; `Limit` when functions lie too deep in each other.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_from(&mut Cursor::new(bytes))
    }

    /// Reads a chunk that takes all that a cursor has left, within the cursor's limits.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        let bytes = cursor.rest();
        let mut counter = Counter(LuaCounts::default());
        read_chunk(cursor, &mut counter).within(|| "lua chunk")?;
        Ok(Self {
            bytes: bytes.to_vec(),
            counts: counter.0,
        })
    }

    /// The bytes of the file, as they were read.
    pub fn write(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What the chunk consists of.
    pub fn counts(&self) -> LuaCounts {
        self.counts
    }

    /// Its functions in file order: each before the functions inside it.
    pub fn functions(&self) -> Vec<LuaFunction<'_>> {
        let mut functions = Functions(Vec::with_capacity(self.counts.functions as usize));
        self.walk(&mut functions);
        functions.0
    }

    /// Its string constants in file order. Names of files, levels, animations and object types are among them:
    /// [`crate::names::generate::harvested`].
    pub fn strings(&self) -> Vec<LuaString<'_>> {
        let mut strings = Strings(Vec::with_capacity(self.counts.strings as usize));
        self.walk(&mut strings);
        strings.0
    }

    /// What holds for every chunk of the disc and not for this one.
    pub fn validate(&self, findings: &mut Findings) {
        findings.within("lua chunk", |findings| {
            for string in self.strings() {
                if !string.is_terminated {
                    findings.report_at(
                        "lua-string-terminator",
                        string.offset,
                        "expected a NUL as a string's last byte",
                    );
                }
            }
            for function in self.functions() {
                findings.expect(
                    function.parameters >= 0 && function.stack >= 0,
                    "lua-function-header",
                    || {
                        format!(
                            "expected no negative parameters and stack, found {} and {}",
                            function.parameters, function.stack
                        )
                    },
                );
            }
        });
    }

    fn walk<'a>(&'a self, visit: &mut impl Visit<'a>) {
        // Reading has succeeded once over the same bytes, and within limits that only the caller knew.
        let limits = wonderwheel_ps2::limits::Limits {
            items: u32::MAX,
            depth: u32::MAX,
            ..Default::default()
        };
        let walked = read_chunk(&mut Cursor::new(&self.bytes).limited(limits), visit);
        debug_assert!(walked.is_ok());
    }
}

struct Counter(LuaCounts);

impl<'a> Visit<'a> for Counter {
    fn function(&mut self, function: &LuaFunction<'a>) {
        self.0.functions += 1;
        self.0.depth = self.0.depth.max(function.depth + 1);
        self.0.strings += function.string_count;
        self.0.numbers += function.number_count;
        self.0.locals += function.local_count;
    }

    fn code(&mut self, instructions: u32, _end: u64) {
        self.0.instructions += instructions;
    }
}

struct Functions<'a>(Vec<LuaFunction<'a>>);

impl<'a> Visit<'a> for Functions<'a> {
    fn function(&mut self, function: &LuaFunction<'a>) {
        self.0.push(*function);
    }
}

struct Strings<'a>(Vec<LuaString<'a>>);

impl<'a> Visit<'a> for Strings<'a> {
    fn string(&mut self, string: LuaString<'a>) {
        self.0.push(string);
    }
}
