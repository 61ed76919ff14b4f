//! Whether there is a screen to open a window on.

/// Why no window can be opened, in words; `Ok` when one probably can.
///
/// `wayland` says that the program can open windows there.
pub fn find(wayland: bool) -> Result<(), String> {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return Ok(());
    }
    let named = |variable| {
        std::env::var(variable)
            .ok()
            .filter(|value| !value.is_empty())
    };
    if wayland && named("WAYLAND_DISPLAY").is_some() {
        return Ok(());
    }
    match named("DISPLAY") {
        None => Err("DISPLAY is not set".into()),
        Some(display) if local_server_is_missing(&display) => Err(format!(
            "DISPLAY is {display}, and no X server answers there"
        )),
        Some(_) => Ok(()),
    }
}

/// Whether `display` names a server of this machine that does not answer. Anything else cannot be seen from here.
#[cfg(target_os = "linux")]
fn local_server_is_missing(display: &str) -> bool {
    use std::os::{
        linux::net::SocketAddrExt,
        unix::net::{SocketAddr, UnixStream},
    };

    let Some(number) = local_number(display) else {
        return false;
    };
    let socket = format!("/tmp/.X11-unix/X{number}");
    let abstract_socket = SocketAddr::from_abstract_name(socket.as_bytes());
    let answers = UnixStream::connect(&socket).is_ok()
        || abstract_socket.is_ok_and(|address| UnixStream::connect_addr(&address).is_ok());
    !answers
}

#[cfg(not(target_os = "linux"))]
fn local_server_is_missing(_display: &str) -> bool {
    false
}

/// The number in `:0`, `:0.0` or `unix:0`.
#[cfg(any(target_os = "linux", test))]
fn local_number(display: &str) -> Option<u32> {
    let number = display
        .strip_prefix("unix")
        .unwrap_or(display)
        .strip_prefix(':')?;
    number.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_displays_of_this_machine_have_a_number_here() {
        assert_eq!(local_number(":0"), Some(0));
        assert_eq!(local_number(":77.1"), Some(77));
        assert_eq!(local_number("unix:3"), Some(3));
        assert_eq!(local_number("far.example:0"), None);
        assert_eq!(local_number(""), None);
    }
}
