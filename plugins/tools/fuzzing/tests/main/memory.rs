//! Reading allocates at most four times its input and 1 MiB.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use wonderwheel_forge::{Recipe, forge};
use wonderwheel_fuzzing::law::memory_limit;
use wonderwheel_fuzzing::mutate::Mutator;
use wonderwheel_fuzzing::{Target, target, targets};
use wonderwheel_warriors::classify::FileKind;

use crate::dense;

/// The system's allocator, which also remembers how much the thread holds and held at most.
struct Counting;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
    static MOST: Cell<usize> = const { Cell::new(0) };
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// Only an allocator can see what is allocated, and its trait is an unsafe one.
#[expect(unsafe_code, reason = "an allocator cannot be written otherwise")]
// SAFETY: every call is handed on as it came; the counters are plain cells that never allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promises are those of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

fn count(change: isize) {
    let held = HELD.get().saturating_add_signed(change);
    HELD.set(held);
    MOST.set(MOST.get().max(held));
}

/// The most that was held while `work` ran, above what was held before.
fn most_held(work: impl FnOnce()) -> usize {
    let before = HELD.get();
    MOST.set(before);
    work();
    MOST.get() - before
}

/// Reads an input, and holds what that takes to the law: whether it could be read, and the most that was held.
pub fn hold(target: &Target, input: &[u8], what: &str) -> (bool, usize) {
    let mut read = false;
    let most = most_held(|| read = target.read(input));
    let (name, bytes, limit) = (target.name, input.len(), memory_limit((target.size)(input)));
    assert!(
        most <= limit,
        "{name}, {what} of {bytes} bytes: {most} above {limit}"
    );
    (read, most)
}

#[test]
fn the_allocator_counts() {
    let most = most_held(|| {
        drop(vec![0_u8; 5000]);
        drop(vec![0_u8; 3000]);
    });
    assert_eq!(most, 5000);
}

#[test]
fn no_damaged_input_makes_a_reader_take_more_than_its_share() {
    for target in targets() {
        let mut mutator = Mutator::new((target.seeds)(), 0xA110C);
        for _ in 0..crate::ROUNDS {
            hold(target, &mutator.next_input(), "a damaged input");
        }
    }
}

/// Inputs of several megabytes that hold as many values as their kind can.
#[test]
fn the_densest_inputs_keep_the_law_too() {
    for (name, input) in dense::inputs() {
        let (read, most) = hold(target(name).unwrap(), &input, "the densest input");
        assert!(read, "{name}");
        println!("{name}: {most} bytes for {}", input.len());
    }
}

/// Inputs in which many parts name the same bytes: they are refused, before much has been made of them.
#[test]
fn inputs_that_repeat_themselves_are_refused_in_time() {
    for (name, input) in dense::repeating() {
        let (read, most) = hold(
            target(name).unwrap(),
            &input,
            "an input that repeats itself",
        );
        assert!(!read, "{name}");
        println!("{name}: {most} bytes for {}", input.len());
    }
}

/// Files of one of the smallest levels, whole.
#[test]
fn a_forged_levels_files_keep_the_law_too() {
    let recipe = Recipe::builtin("retail_shape:level72").unwrap();
    let game = forge(&recipe, &mut |_| {}).unwrap();
    let mut measured = 0;
    for (name, bytes) in &game.files {
        let target = match FileKind::from_name(name) {
            Some(FileKind::WorldPart) => target("rw-part"),
            Some(FileKind::WorldStream) => target("world-stream"),
            Some(FileKind::Manifest) => target("manifest"),
            _ => continue,
        };
        let (read, _) = hold(target.unwrap(), bytes, name);
        assert!(read, "{name}");
        measured += bytes.len();
    }
    assert!(measured > 256 << 10, "{measured} bytes");
}
