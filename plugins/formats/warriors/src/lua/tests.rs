use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::limits::Limits;

use super::*;

/// A small chunk, made by hand.
struct Function {
    strings: Vec<&'static str>,
    numbers: Vec<f64>,
    inner: Vec<Function>,
}

impl Function {
    fn of(strings: &[&'static str]) -> Self {
        Self {
            strings: strings.to_vec(),
            numbers: Vec::new(),
            inner: Vec::new(),
        }
    }

    fn write(&self, out: &mut Vec<u8>) {
        let int = |out: &mut Vec<u8>, value: usize| {
            out.extend((value as i32).to_le_bytes());
        };
        let string = |out: &mut Vec<u8>, text: &str| {
            int(out, text.len() + 1);
            out.extend(text.as_bytes());
            out.push(0);
        };
        string(out, "@test.lua");
        int(out, 3);
        int(out, 1);
        out.push(0);
        int(out, 5);
        int(out, 1);
        string(out, "a");
        int(out, 0);
        int(out, 2);
        int(out, 2);
        int(out, 10);
        int(out, 11);
        int(out, self.strings.len());
        for text in &self.strings {
            string(out, text);
        }
        int(out, self.numbers.len());
        for number in &self.numbers {
            out.extend(number.to_le_bytes());
        }
        int(out, self.inner.len());
        for inner in &self.inner {
            inner.write(out);
        }
        int(out, 2);
        int(out, 0x1234);
        int(out, 0);
    }
}

fn chunk(main: &Function) -> Vec<u8> {
    let mut out = HEADER.to_vec();
    out.extend(TEST_NUMBER.to_le_bytes());
    main.write(&mut out);
    out
}

fn sample() -> Vec<u8> {
    chunk(&Function {
        numbers: vec![1.5],
        inner: vec![
            Function {
                inner: vec![Function::of(&["deep"])],
                ..Function::of(&["first"])
            },
            Function::of(&["second", ""]),
        ],
        ..Function::of(&["level5_fight", "dyn_bat"])
    })
}

#[test]
fn the_whole_tree_is_counted() {
    let bytes = sample();
    let chunk = LuaChunk::read(&bytes).unwrap();
    assert_eq!(
        chunk.counts(),
        LuaCounts {
            functions: 4,
            depth: 3,
            strings: 6,
            numbers: 1,
            locals: 4,
            instructions: 8,
        }
    );
    assert_eq!(chunk.write(), bytes);
}

#[test]
fn functions_come_before_the_ones_inside_them() {
    let bytes = sample();
    let chunk = LuaChunk::read(&bytes).unwrap();
    let functions = chunk.functions();
    assert_eq!(
        functions
            .iter()
            .map(|f| (f.depth, f.string_count))
            .collect::<Vec<_>>(),
        [(0, 2), (1, 1), (2, 1), (1, 2)]
    );
    let main = &functions[0];
    assert_eq!(
        (main.offset, main.line, main.parameters, main.stack),
        (21, 3, 1, 5)
    );
    assert_eq!(main.source.unwrap().text(), "@test.lua");
    assert!(!main.is_vararg);
}

#[test]
fn strings_stand_where_their_offsets_say() {
    let bytes = sample();
    let chunk = LuaChunk::read(&bytes).unwrap();
    let strings = chunk.strings();
    let texts: Vec<_> = strings.iter().map(LuaString::text).collect();
    assert_eq!(
        texts,
        ["level5_fight", "dyn_bat", "first", "deep", "second", ""]
    );
    for string in strings {
        let at = string.offset as usize;
        assert_eq!(&bytes[at..at + string.bytes.len()], string.bytes);
        assert_eq!(bytes[at + string.bytes.len()], 0);
    }
}

#[test]
fn only_the_games_own_build_of_lua_is_read() {
    for at in 0..HEADER.len() {
        let mut bytes = sample();
        bytes[at] ^= 1;
        let error = LuaChunk::read(&bytes).unwrap_err();
        let unsupported = matches!(error, FormatError::Unsupported { .. });
        assert_eq!(unsupported, at >= 4, "{error}");
    }
}

#[test]
fn the_test_number_counts_without_its_fraction() {
    let with = |number: f64| {
        let mut bytes = sample();
        bytes[13..21].copy_from_slice(&number.to_le_bytes());
        LuaChunk::read(&bytes)
    };
    assert!(with(314_159_265.999).is_ok());
    assert!(with(314_159_266.0).is_err());
    assert!(with(f64::NAN).is_err());
}

#[test]
fn code_ends_with_end() {
    let mut bytes = sample();
    let last = bytes.len() - 4;
    bytes[last] = 1;
    assert_eq!(LuaChunk::read(&bytes).unwrap_err().offset(), last as u64);
    let mut without = sample();
    without.truncate(last - 4);
    let count = without.len() - 4;
    without[count..].copy_from_slice(&[0; 4]);
    assert!(LuaChunk::read(&without).is_err());
}

#[test]
fn a_negative_count_is_refused() {
    // The count of locals follows source (4 + 10), line, parameters, vararg and stack.
    let at = 21 + 14 + 13;
    let mut bytes = sample();
    bytes[at..at + 4].copy_from_slice(&(-1_i32).to_le_bytes());
    let error = LuaChunk::read(&bytes).unwrap_err();
    assert_eq!(error.offset(), at as u64);
    assert_eq!(error.path(), "lua chunk/function at 0x15/locals");
}

/// A chunk of functions inside each other, a string in the innermost.
fn nested(depth: u32) -> Vec<u8> {
    let main = (1..depth).fold(Function::of(&["leaf"]), |inner, _| Function {
        inner: vec![inner],
        ..Function::of(&[])
    });
    chunk(&main)
}

#[test]
fn functions_lie_as_deep_as_the_limit_allows() {
    let depth = Limits::DEFAULT.depth;
    let deepest = nested(depth);
    assert_eq!(LuaChunk::read(&deepest).unwrap().counts().depth, depth);
    assert!(matches!(
        LuaChunk::read(&nested(depth + 1)),
        Err(FormatError::Limit {
            limit: "depth of functions",
            max: 64,
            found: 65,
            ..
        })
    ));
}

#[test]
fn a_chunk_read_with_wide_limits_is_walked_with_them() {
    let bytes = nested(100);
    let limits = Limits::with(|limits| limits.depth = 100);
    let chunk = LuaChunk::read_from(&mut Cursor::new(&bytes).limited(limits)).unwrap();
    assert_eq!(chunk.functions().len(), 100);
    assert_eq!(chunk.strings().len(), 1);
}

#[test]
fn cut_chunks_and_chunks_that_go_on_are_refused() {
    let bytes = sample();
    for length in 0..bytes.len() {
        let error = LuaChunk::read(&bytes[..length]).unwrap_err();
        assert!(error.offset() <= length as u64);
    }
    let mut longer = bytes;
    longer.push(0);
    assert!(LuaChunk::read(&longer).is_err());
}

#[test]
fn a_string_without_its_nul_is_a_finding() {
    let bytes = chunk(&Function::of(&["word"]));
    let mut findings = Findings::of(|f| LuaChunk::read(&bytes).unwrap().validate(f));
    assert!(findings.is_empty());
    let at = bytes.windows(5).position(|w| w == b"word\0").unwrap();
    let mut broken = bytes;
    broken[at + 4] = b'!';
    let chunk = LuaChunk::read(&broken).unwrap();
    assert_eq!(chunk.strings()[0].text(), "word!");
    chunk.validate(&mut findings);
    let rules: Vec<_> = findings
        .as_slice()
        .iter()
        .map(|f| (f.rule, f.offset))
        .collect();
    assert_eq!(rules, [("lua-string-terminator", Some(at as u64))]);
}
