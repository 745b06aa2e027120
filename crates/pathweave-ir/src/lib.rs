//! The program representation of Pathweave.
