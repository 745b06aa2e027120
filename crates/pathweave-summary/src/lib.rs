//! What is known of each function: its execution tree, and how its paths are put together.
//!
//! - [`tree`]: the execution tree of one function, over the function's own inputs
//! - [`input`]: what those inputs are: parameters and the caller's bytes
//! - [`application`]: a call as one step of its caller's path, its outcome named by variables
//! - [`invocation`]: who calls whom, from which node
//!
//! Nothing here executes or solves anything: states are whatever the driver says they are.
#![forbid(unsafe_code)]

pub mod application;
pub mod input;
pub mod invocation;
pub mod tree;

pub use application::{Application, ApplicationData};
pub use input::{InputKey, InputTable};
pub use invocation::{Invocation, InvocationData, InvocationGraph};
pub use tree::{CallNode, Dangling, ExecutionTree, Finished, LeafStatus, Node, NodeKind, Shape};
