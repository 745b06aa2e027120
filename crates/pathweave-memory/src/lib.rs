//! Objects, pointers and checked accesses.
