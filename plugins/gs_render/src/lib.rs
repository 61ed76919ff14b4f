//! Draws the frame as the PS2's Graphics Synthesizer did
