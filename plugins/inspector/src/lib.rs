//! The overlay: sector map, budget, decision log, switches
