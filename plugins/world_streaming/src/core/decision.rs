//! What one frame decided, as a value with its reason.

use std::fmt;

use wonderwheel_warriors::names::WorldSlot;

use crate::core::competing::Competitor;
use crate::core::slots::world_word;
use crate::core::tables::Stage;

/// What one frame decided, and why.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Decision {
    /// As many reads as may be are in flight.
    Busy,
    /// A part was asked for.
    Request {
        /// Its world.
        slot: WorldSlot,
        /// Its number.
        part: u32,
        /// The missing sector that it was asked for.
        sector: u32,
        /// How far that sector is, squared metres.
        distance_sq: f32,
        /// Bytes that the part is charged with.
        heap_size: u32,
        /// Which search found it.
        stage: Stage,
    },
    /// A part was freed, because something nearer is wanted and does not fit.
    Free {
        /// Its world.
        slot: WorldSlot,
        /// Its number.
        part: u32,
        /// How far its nearest sector is, squared metres.
        distance_sq: f32,
        /// How far the wanted thing is, squared metres.
        wanted_sq: f32,
    },
    /// A part was freed, because the budget was lowered below what is charged.
    Shrink {
        /// Its world.
        slot: WorldSlot,
        /// Its number.
        part: u32,
        /// How far its nearest sector is, squared metres.
        distance_sq: f32,
        /// Bytes charged beyond the budget before.
        over: u64,
    },
    /// A part is wanted, does not fit, and nothing is far enough to be freed for it.
    ShortOfRoom {
        /// The wanted part's world.
        slot: WorldSlot,
        /// The wanted part.
        part: u32,
        /// The missing sector that it is wanted for.
        sector: u32,
        /// How far that sector is, squared metres.
        distance_sq: f32,
        /// Bytes that it needs.
        heap_size: u32,
        /// The largest charge that would be granted.
        largest_free: u64,
    },
    /// Another streamer started to read.
    OtherRequest {
        /// Which.
        competitor: Competitor,
        /// How far the thing is, on the worlds' scale.
        distance_sq: f32,
    },
    /// Another streamer freed its farthest thing.
    OtherFree {
        /// Which.
        competitor: Competitor,
        /// How far the thing was, on the worlds' scale.
        distance_sq: f32,
        /// How far the wanted thing is.
        wanted_sq: f32,
    },
    /// Nothing is missing, or what is wanted could not be started.
    Idle,
}

impl Decision {
    /// Whether something was started or is in flight: the original's return value 2, which keeps a preload going.
    pub fn worked(&self) -> bool {
        !matches!(self, Self::ShortOfRoom { .. } | Self::Idle)
    }
}

/// The reason in plain words.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Busy => write!(f, "wait: reads are in flight"),
            Self::Request {
                slot,
                part,
                sector,
                distance_sq,
                heap_size,
                stage,
            } => {
                let why = match stage {
                    Stage::Visible => "the nearest missing one seen last frame",
                    Stage::Fallback => {
                        "the nearest missing one; nothing seen is missing within reach"
                    }
                };
                write!(
                    f,
                    "read {} part {part} ({heap_size} bytes) for sector {sector}, ",
                    world_word(slot)
                )?;
                write!(f, "{:.1} m away: {why}", distance_sq.sqrt())
            }
            Self::Free {
                slot,
                part,
                distance_sq,
                wanted_sq,
            } => write!(
                f,
                "free {} part {part}: unseen and farthest, {:.1} m away; what is wanted is {:.1} m away",
                world_word(slot),
                distance_sq.sqrt(),
                wanted_sq.sqrt()
            ),
            Self::Shrink {
                slot,
                part,
                distance_sq,
                over,
            } => write!(
                f,
                "free {} part {part}: unseen and farthest, {:.1} m away; the budget was lowered {over} bytes too far",
                world_word(slot),
                distance_sq.sqrt()
            ),
            Self::ShortOfRoom {
                slot,
                part,
                sector,
                distance_sq,
                heap_size,
                largest_free,
            } => write!(
                f,
                "no room for {} part {part} ({heap_size} bytes, {largest_free} free) for sector {sector}, {:.1} m away, \
                 and no unseen part is far enough beyond it to be freed",
                world_word(slot),
                distance_sq.sqrt()
            ),
            Self::OtherRequest {
                competitor,
                distance_sq,
            } => {
                write!(
                    f,
                    "{} read something, {:.1} m away on their scale",
                    competitor_word(competitor),
                    distance_sq.sqrt()
                )
            }
            Self::OtherFree {
                competitor,
                distance_sq,
                wanted_sq,
            } => write!(
                f,
                "{} freed something {:.1} m away on their scale; what is wanted is {:.1} m away",
                competitor_word(competitor),
                distance_sq.sqrt(),
                wanted_sq.sqrt()
            ),
            Self::Idle => write!(f, "nothing to do: nothing wanted is missing"),
        }
    }
}

fn competitor_word(competitor: Competitor) -> &'static str {
    match competitor {
        Competitor::Resources => "the resources",
        Competitor::Water => "the water",
    }
}
