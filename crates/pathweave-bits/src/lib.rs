//! Concrete bit-vectors of any width.
