//! Whether there is a screen to open a window on.

use wonderwheel_gs_render::display;

use crate::failure::{Code, Failure};

/// As [`find`], as the failure that ends a run; `advice` is what to do instead.
pub fn expect(advice: &str) -> Result<(), Failure> {
    find().map_err(|why| {
        let words = format!("no window can be opened: {why}\n{advice}");
        Failure::new(Code::NoAdapter, words)
    })
}

/// Why no window can be opened, in words; `Ok` when one probably can.
pub fn find() -> Result<(), String> {
    display::find(cfg!(feature = "wayland"))
}
