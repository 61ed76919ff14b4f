//! Packs, `.pak`: grouped chunk containers.
