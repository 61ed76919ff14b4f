//! What reading an input may cost. What a reader does with any bytes is [`wonderwheel_ps2::law`].

/// How many bytes reading an input may allocate, all that is alive at one time: four times the input and 1 MiB.
///
/// A compressed stream says not how much it holds, up to 72 times its own bytes, and what comes out of it is input to the next
/// reader. So its output counts as [input](crate::Target::size), too. The decompressor itself starts with three times the
/// stream, and grows by halves: it never holds more than that, or two and a half times what it has put out. What bounds the
/// output is the reader's own limit, 64 MiB where the file names none.
pub fn memory_limit(input: usize) -> usize {
    4 * input + (1 << 20)
}

/// How many [steps](wonderwheel_ps2::steps) reading an input may take: twice its bytes, and a few.
///
/// A step reads a byte at the least. Nothing is read more than twice: a container is cut up and its chunks are read, a stream
/// is read and gone through once more for its stamps. The few are for the read that fails at the end, of which a kind with
/// several readers has one each.
pub fn reading_steps_limit(input: usize) -> u64 {
    64 + 2 * input as u64
}

/// How many [steps](wonderwheel_ps2::steps) everything that a target does with an input may take: 64 times its bytes, and 4,096.
///
/// A DMA chain may send its bytes again, up to [`sent_factor`](wonderwheel_ps2::limits::Limits::sent_factor) times, and each four bytes sent
/// can be a VIF code: 16 steps a byte for each of the decoders that a chain goes through, three at the most. What tools ask
/// about a file is asked as each of 25 kinds, a reading or two each: 50 a byte. Everything else is far below. The constant holds
/// what does not depend on the input: the largest texture whose order the `swizzle` target turns over, a query's own bounds.
pub fn steps_limit(input: usize) -> u64 {
    4_096 + 64 * input as u64
}
