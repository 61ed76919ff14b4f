//! The streamed world: one load or unload decision a frame against a memory budget
