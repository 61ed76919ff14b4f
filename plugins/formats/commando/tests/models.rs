//! Ties, shrubs and mobys.

mod laws;
mod moby;
mod mutate;
mod oracle;
mod samples;
mod shrub;
mod tie;
