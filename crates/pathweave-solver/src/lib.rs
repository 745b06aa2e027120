//! Queries, answers and the solver chain.
