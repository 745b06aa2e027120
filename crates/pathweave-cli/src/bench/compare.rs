//! `auto` beside the best of the others, row by row: does it decide what any other decides, and in
//! what time.
//!
//! Peers are no strategies: they are compared apart, and only where they answer.

use crate::bench::results::{Results, RowResults, Run};

/// How many times as long as the best one `auto` may take, or how much longer.
const FACTOR: f64 = 1.5;
const GRACE_MS: f64 = 200.0;

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub table: String,
    pub row: String,
    pub auto_ms: f64,
    /// Whether `auto` has an answer.
    pub decided: bool,
    /// The quickest other way that has an answer, and its time.
    pub best: Option<(String, f64)>,
    /// The quickest peer that has an answer.
    pub peer: Option<(String, f64)>,
}

impl Comparison {
    /// Whether `auto` keeps what it promises on this row.
    pub fn holds(&self) -> bool {
        match &self.best {
            None => true,
            Some((_, best)) => {
                self.decided && (self.auto_ms <= FACTOR * best || self.auto_ms <= best + GRACE_MS)
            }
        }
    }

    /// Whether it is at least as quick as every peer that answers.
    pub fn ahead_of_peers(&self) -> bool {
        self.peer.as_ref().is_none_or(|(_, time)| self.decided && self.auto_ms <= *time)
    }
}

/// Every row that was run with `auto` and another way, and that one of them decides.
pub fn compare(results: &Results) -> Vec<Comparison> {
    let mut rows = Vec::new();
    for table in &results.tables {
        for row in &table.rows {
            let Some(auto) = row.run("auto") else { continue };
            if row.runs.len() < 2 || row.runs.iter().all(|run| !run.decided()) {
                continue;
            }
            rows.push(Comparison {
                table: table.id.clone(),
                row: row.name.clone(),
                auto_ms: auto.wall_ms,
                decided: auto.decided(),
                best: quickest(row, |run| run.way != "auto" && !is_peer(run)),
                peer: quickest(row, is_peer),
            });
        }
    }
    rows
}

fn is_peer(run: &Run) -> bool {
    run.way == "KLEE" || run.way == "CBMC"
}

fn quickest(row: &RowResults, among: impl Fn(&Run) -> bool) -> Option<(String, f64)> {
    row.runs
        .iter()
        .filter(|run| run.decided() && among(run))
        .min_by(|a, b| a.wall_ms.total_cmp(&b.wall_ms))
        .map(|run| (run.way.clone(), run.wall_ms))
}

/// The rows on which two ways give different answers: a defect of one of them. Who explored everything has
/// taken every outcome of a branch that can be taken, so these are an answer too.
pub fn disagreements(results: &Results) -> Vec<String> {
    let mut found = Vec::new();
    for table in &results.tables {
        for row in &table.rows {
            let decided = || row.runs.iter().filter(|run| run.decided());
            let mut verdicts: Vec<&str> = decided().map(|run| run.verdict.as_str()).collect();
            verdicts.sort_unstable();
            verdicts.dedup();
            if verdicts.len() > 1 {
                found.push(format!("{}/{}: {}", table.id, row.name, verdicts.join(", ")));
            }
            let covered = || decided().filter_map(|run| Some((run.covered?, run.way.as_str())));
            let (least, most) = (covered().min(), covered().max());
            if let (Some((least, by)), Some((most, other))) = (least, most)
                && least < most
            {
                found.push(format!(
                    "{}/{}: {by} explores everything and takes {least} outcomes of branches, {other} {most}",
                    table.id, row.name
                ));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::results::End;
    use crate::bench::results::tests::{results, run};

    #[test]
    fn auto_is_held_to_the_best_of_the_others() {
        let mut results = results();
        let auto = |end, ms| run("auto", end, 1, ms);
        results.add(0, 0, auto(End::Decided, 699.0));
        results.add(0, 1, auto(End::Decided, 1501.0));
        results.add(0, 2, auto(End::TimeOut, 10_000.0));
        results.add(0, 2, run("smart", End::TimeOut, 1, 10_000.0));
        let holds: Vec<bool> = compare(&results).iter().map(Comparison::holds).collect();
        assert_eq!(holds, [true, false, false]);
        assert_eq!(compare(&results)[2].best, Some(("dart".to_owned(), 2000.0)));
        results.add(0, 2, run("dart", End::TimeOut, 1, 10_000.0));
        assert_eq!(compare(&results).len(), 2, "nobody decides it");
    }

    #[test]
    fn different_answers_are_seen() {
        let mut results = results();
        assert!(disagreements(&results).is_empty());
        let mut other = run("smart", End::Decided, 1, 1.0);
        other.verdict = "unreachable".to_owned();
        results.add(0, 0, other);
        assert_eq!(disagreements(&results), ["locate/N=5: explored, unreachable"]);
        let covering =
            |way, covered| Run { covered: Some(covered), ..run(way, End::Decided, 1, 1.0) };
        results.add(0, 1, covering("dart", 36));
        results.add(0, 1, covering("smart", 28));
        let seen = disagreements(&results);
        assert!(seen[1].contains("smart explores everything and takes 28"), "{seen:?}");
    }
}
