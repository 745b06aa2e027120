//! One step of one path.
