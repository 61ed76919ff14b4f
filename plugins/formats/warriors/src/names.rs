//! Names of level files and the CRC-32 that finds them.
