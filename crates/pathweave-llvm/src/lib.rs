//! LLVM text IR in, Pathweave IR out.
