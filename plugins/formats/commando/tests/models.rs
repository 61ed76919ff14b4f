//! Ties, shrubs and mobys.

mod laws;
mod mutate;
mod oracle;
mod samples;
mod shrub;
mod tie;
