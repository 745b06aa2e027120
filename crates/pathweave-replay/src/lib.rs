//! Native confirmation of tests: the program is compiled with clang and linked with the C side of
//! the replay (`runtime/replay`), every test is run contained, and how it ended is compared with
//! what the test claims.
//!
//! [`request`] is what to build and within which limits; [`runtime`] the C sources; [`driver`] the
//! generated `main` of other entries; [`compile`] the builds; [`inputfile`] a test as the C side
//! reads it; [`contain`] and [`run`] one contained process; [`sanitizer`] what a dying program
//! says; [`judge`] claim against outcome; [`gcov`] lines and branches from counters; [`symbols`]
//! addresses to lines.
//!
//! Nothing is printed; results are [`pathweave_report::replay`]. Linux only: elsewhere
//! [`replay`] says so.
#![forbid(unsafe_code)]

pub mod compile;
pub mod contain;
pub mod driver;
pub mod gcov;
pub mod inputfile;
pub mod judge;
pub mod replay;
pub mod request;
pub mod run;
pub mod runtime;
pub mod sanitizer;
pub mod symbols;

pub use compile::has_sanitizers;
pub use replay::replay;
pub use request::{BuildRequest, Limits, ReplayError};
