//! Chunk containers: a counted list of typed, sized chunks; flat, or grouped into resources.
