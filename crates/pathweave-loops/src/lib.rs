//! Abstract path conditions: what inputs must satisfy to reach a place beyond loops.
#![forbid(unsafe_code)]
