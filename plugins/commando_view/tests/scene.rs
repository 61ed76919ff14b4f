//! What the forge wrote is what the scene holds, and what a frame chooses of it.
