//! The walk over a chunk's bytes. It allocates nothing: what it meets goes to a visitor.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use super::{LuaFunction, LuaString};

/// What every chunk of the game begins with. Source: spec/archives.md 11.
pub const HEADER: [u8; 13] = [0x1B, b'L', b'u', b'a', 0x40, 1, 4, 4, 4, 32, 6, 9, 8];

/// The number after the header. Like Lua itself this compares only its whole part: the last bits of the fraction depend on the
/// compiler that made the file. Source: spec/archives.md 11.
pub const TEST_NUMBER: f64 = 3.141_592_653_589_79e8;

/// Bytes of [`HEADER`] that say what it is; the others say how it is laid out.
const SIGNATURE: usize = 4;

/// Takes what a walk meets, in file order.
pub(crate) trait Visit<'a> {
    /// A function, after its constants and before the functions inside it.
    fn function(&mut self, _: &LuaFunction<'a>) {}
    /// A string constant.
    fn string(&mut self, _: LuaString<'a>) {}
    /// A number constant and the offset of its first byte.
    fn number(&mut self, _offset: u64, _value: f64) {}
    /// The instructions of a function, after the functions inside it, and the offset where both end.
    fn code(&mut self, _instructions: u32, _end: u64) {}
}

pub(crate) fn read_chunk<'a>(cursor: &mut Cursor<'a>, visit: &mut impl Visit<'a>) -> Result<()> {
    read_header(cursor).within(|| "header")?;
    read_functions(cursor, visit)?;
    cursor.finish()
}

fn read_header(cursor: &mut Cursor<'_>) -> Result<()> {
    let offset = cursor.offset();
    for (at, expected) in (0..).zip(HEADER) {
        let found = cursor.u8()?;
        if found == expected {
            continue;
        }
        return Err(if at < SIGNATURE {
            FormatError::malformed(
                offset,
                "a compiled Lua script",
                format!("byte {found:#04x}"),
            )
        } else {
            FormatError::unsupported(
                offset + at as u64,
                format!("a Lua build with {found:#04x} instead of {expected:#04x} in its header"),
            )
        });
    }
    let offset = cursor.offset();
    let number = f64::from_bits(cursor.u64()?);
    if number.trunc() != TEST_NUMBER.trunc() {
        return Err(FormatError::malformed(
            offset,
            format!("the number {}", TEST_NUMBER.trunc()),
            number,
        ));
    }
    Ok(())
}

/// The main function and all inside it. Functions whose code is still to come wait in the numbers of inner functions that
/// they still have, so that no input makes this recurse.
fn read_functions<'a>(cursor: &mut Cursor<'a>, visit: &mut impl Visit<'a>) -> Result<()> {
    // The depth limit bounds it: 64 words by default.
    let mut waiting: Vec<u32> = Vec::new();
    loop {
        let depth = u32::try_from(waiting.len()).unwrap_or(u32::MAX);
        let offset = cursor.offset();
        let name = || format!("function at {offset:#x}");
        cursor
            .limits()
            .check_depth("depth of functions", depth + 1, offset)?;
        let function = read_constants(cursor, depth, visit).within(name)?;
        visit.function(&function);
        let mut inner = function.function_count;
        // Code follows the last inner function; so the end of one can be the end of several.
        while inner == 0 {
            let instructions = read_code(cursor).within(|| "code")?;
            visit.code(instructions, cursor.offset());
            match waiting.pop() {
                Some(left) => inner = left,
                None => return Ok(()),
            }
        }
        waiting.push(inner - 1);
    }
}

/// Everything of a function up to the functions inside it.
fn read_constants<'a>(
    cursor: &mut Cursor<'a>,
    depth: u32,
    visit: &mut impl Visit<'a>,
) -> Result<LuaFunction<'a>> {
    let offset = cursor.offset();
    let source = read_string(cursor).within(|| "source")?;
    let [line, parameters] = [cursor.i32()?, cursor.i32()?];
    let is_vararg = cursor.u8()? != 0;
    let stack = cursor.i32()?;
    let local_count = read_count(cursor, 12).within(|| "locals")?;
    for _ in 0..local_count {
        read_string(cursor).within(|| "local")?;
        cursor.take(8).within(|| "local")?;
    }
    let line_count = read_count(cursor, 4).within(|| "lines")?;
    cursor.take(4 * line_count as usize)?;
    let string_count = read_count(cursor, 4).within(|| "strings")?;
    for index in 0..string_count {
        let string = read_string(cursor).within(|| format!("string[{index}]"))?;
        visit.string(string.unwrap_or(LuaString {
            offset: cursor.offset(),
            bytes: &[],
            is_terminated: false,
        }));
    }
    let number_count = read_count(cursor, 8).within(|| "numbers")?;
    for _ in 0..number_count {
        let offset = cursor.offset();
        visit.number(offset, f64::from_bits(cursor.u64()?));
    }
    let function_count = read_count(cursor, SMALLEST_FUNCTION).within(|| "functions")?;
    Ok(LuaFunction {
        offset,
        depth,
        source,
        line,
        parameters,
        is_vararg,
        stack,
        local_count,
        line_count,
        string_count,
        number_count,
        function_count,
    })
}

/// Bytes of a function without anything: source, line, parameters, vararg, stack, six counts, END.
const SMALLEST_FUNCTION: u64 = 4 + 4 + 4 + 1 + 4 + 6 * 4 + 4;

/// Skips a function's instructions, of which the last is END, and counts them.
fn read_code(cursor: &mut Cursor<'_>) -> Result<u32> {
    const END: u32 = 0;
    let count = read_count(cursor, 4)?;
    let offset = cursor.offset();
    let Some(others) = count.checked_sub(1) else {
        return Err(FormatError::malformed(offset, "at least END", "no code"));
    };
    cursor.take(4 * others as usize)?;
    let offset = cursor.offset();
    match cursor.u32()? {
        END => Ok(count),
        last => Err(FormatError::malformed(
            offset,
            "END as the last instruction",
            format!("{last:#010x}"),
        )),
    }
}

fn read_count(cursor: &mut Cursor<'_>, smallest: u64) -> Result<u32> {
    let offset = cursor.offset();
    let count = cursor.i32()?;
    let count = u32::try_from(count)
        .map_err(|_| FormatError::malformed(offset, "a count that is not negative", count))?;
    cursor.check_count(u64::from(count), smallest)?;
    cursor
        .limits()
        .check_items("elements of a list", u64::from(count), offset)?;
    Ok(count)
}

fn read_string<'a>(cursor: &mut Cursor<'a>) -> Result<Option<LuaString<'a>>> {
    let length = cursor.u32()? as usize;
    if length == 0 {
        return Ok(None);
    }
    let offset = cursor.offset();
    let stored = cursor.take(length)?;
    let (bytes, is_terminated) = match stored.split_last() {
        Some((0, text)) => (text, true),
        _ => (stored, false),
    };
    Ok(Some(LuaString {
        offset,
        bytes,
        is_terminated,
    }))
}
