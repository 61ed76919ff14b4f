//! Pad mapping and the free camera
