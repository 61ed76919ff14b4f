//! What is written is read back by other people's readers.
