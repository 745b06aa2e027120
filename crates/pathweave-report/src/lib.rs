//! Findings and verdicts as plain data.
