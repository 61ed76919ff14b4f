//! The mode stack mapped onto Bevy states: menu, loading, play, pause, error
