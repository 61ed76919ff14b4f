//! From bytes to packets.

use super::emit::Emitter;
use super::finder::{Finder, saving};

/// Compresses bytes. The same bytes always give the same stream, and every stream keeps the rules for writers.
///
/// At each place the match that saves most is taken, unless the one a byte further on saves more.
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut emitter = Emitter::new();
    let mut finder = Finder::new(bytes);
    let (mut at, mut literals) = (0, 0);
    while at < bytes.len() {
        let Some(mut found) = finder.best(at) else {
            at += 1;
            continue;
        };
        while let Some(later) = finder.best(at + 1).filter(|it| saving(*it) > saving(found)) {
            found = later;
            at += 1;
        }
        emitter.literals(bytes.get(literals..at).unwrap_or_default());
        emitter.matched(found);
        at += found.length;
        literals = at;
    }
    emitter.literals(bytes.get(literals..).unwrap_or_default());
    emitter.finish()
}

/// A stream of literals only: large, legal, and made in no time.
pub fn store(bytes: &[u8]) -> Vec<u8> {
    let mut emitter = Emitter::new();
    emitter.literals(bytes);
    emitter.finish()
}
