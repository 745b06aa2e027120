//! Hash-consed terms.
