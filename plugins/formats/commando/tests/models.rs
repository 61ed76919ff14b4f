//! Ties, shrubs and mobys.

mod laws;
mod moby;
mod samples;
mod shrub;
mod tie;
