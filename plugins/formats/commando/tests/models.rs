//! Ties, shrubs and mobys.

mod laws;
mod moby;
mod mutate;
mod samples;
mod shrub;
mod tie;
