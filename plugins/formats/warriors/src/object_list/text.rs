//! Lines and words, with the place of each.

use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::steps;

/// What ends a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LineEnd {
    /// Carriage return and line feed: what a writer stores.
    #[default]
    CrLf,
    /// Line feed alone.
    Lf,
}

/// A text that is read line by line.
pub(super) struct Text<'a> {
    rest: &'a [u8],
    base: u64,
    line: usize,
    first_end: Option<LineEnd>,
    ends_last_line: bool,
}

/// A line that is read word by word.
pub(super) struct Line<'a> {
    all: &'a [u8],
    at: usize,
    base: u64,
    number: usize,
}

impl<'a> Text<'a> {
    pub fn new(bytes: &'a [u8], base: u64) -> Self {
        Self {
            rest: bytes,
            base,
            line: 0,
            first_end: None,
            ends_last_line: false,
        }
    }

    pub fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// How lines end; as a writer would end them where there is only one line without an end.
    pub fn line_ends(&self) -> (LineEnd, bool) {
        (self.first_end.unwrap_or_default(), self.ends_last_line)
    }

    /// The next line that is not blank.
    pub fn next_line(&mut self, wanted: &str) -> Result<Line<'a>> {
        let end = self.base + self.rest.len() as u64;
        self.next_filled_line().ok_or_else(|| {
            FormatError::malformed(end, wanted.to_owned(), "the end of the text")
                .within(format!("line {}", self.line + 1))
        })
    }

    pub fn next_filled_line(&mut self) -> Option<Line<'a>> {
        while !self.rest.is_empty() {
            let line = self.cut_line();
            if line.all.iter().any(|byte| !is_blank(*byte)) {
                return Some(line);
            }
        }
        None
    }

    fn cut_line(&mut self) -> Line<'a> {
        let feed = self.rest.iter().position(|&byte| byte == b'\n');
        let (with_end, rest) = match feed.and_then(|at| self.rest.split_at_checked(at + 1)) {
            Some(cut) => cut,
            None => (self.rest, &[][..]),
        };
        steps::count(1);
        steps::count_bytes(with_end.len());
        let all = with_end.strip_suffix(b"\n").unwrap_or(with_end);
        let (all, end) = match all.strip_suffix(b"\r") {
            Some(all) => (all, LineEnd::CrLf),
            None => (all, LineEnd::Lf),
        };
        self.ends_last_line = feed.is_some();
        if feed.is_some() {
            self.first_end.get_or_insert(end);
        }
        self.line += 1;
        let line = Line {
            all,
            at: 0,
            base: self.base,
            number: self.line,
        };
        self.base += with_end.len() as u64;
        self.rest = rest;
        line
    }
}

impl<'a> Line<'a> {
    /// Offset of the first byte, and how many there are without the line's end.
    pub fn place(&self) -> (u64, u64) {
        (self.base, self.all.len() as u64)
    }

    /// The same line with everything before the next byte that is not blank passed over.
    pub fn skip_blanks(&mut self) {
        while self.peek().is_some_and(is_blank) {
            self.at += 1;
        }
    }

    /// Takes one mark, with blanks before it.
    pub fn mark(&mut self, mark: u8) -> Result<()> {
        self.skip_blanks();
        if self.peek() == Some(mark) {
            self.at += 1;
            return Ok(());
        }
        Err(self.expected(&format!("{:?}", char::from(mark))))
    }

    /// Takes everything up to a blank or a mark: a name or a number, called `what` when it is missing.
    pub fn word(&mut self, what: &str) -> Result<&'a str> {
        self.skip_blanks();
        let rest = self.all.get(self.at..).unwrap_or_default();
        let length = rest
            .iter()
            .position(|&byte| !is_word_byte(byte))
            .unwrap_or(rest.len());
        let word = rest.get(..length).unwrap_or_default();
        match std::str::from_utf8(word) {
            Ok(word) if !word.is_empty() => {
                self.at += length;
                Ok(word)
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Takes a word and makes a value of it.
    pub fn value<T>(&mut self, what: &str, parse: impl Fn(&str) -> Option<T>) -> Result<T> {
        self.skip_blanks();
        let start = self.at;
        let word = self.word(what)?;
        parse(word).ok_or_else(|| {
            self.at = start;
            self.fault(what, &format!("{word:?}"))
        })
    }

    /// Checks that only blanks follow.
    pub fn end(&mut self) -> Result<()> {
        self.skip_blanks();
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected("the end of the line")),
        }
    }

    /// An error at the place where the line stands.
    pub fn fault(&self, expected: &str, found: &str) -> FormatError {
        FormatError::malformed(self.base + self.at as u64, expected.to_owned(), found)
            .within(format!("line {} column {}", self.number, self.at + 1))
    }

    fn expected(&self, what: &str) -> FormatError {
        match self.peek() {
            Some(byte) => self.fault(what, &format!("{:?}", char::from(byte))),
            None => self.fault(what, "the end of the line"),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.all.get(self.at).copied()
    }
}

/// Whether a name can stand in a line.
pub(super) fn is_word(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(is_word_byte)
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b'{' | b'}' | b',' | b')')
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}
