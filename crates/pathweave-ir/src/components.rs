//! Strongly connected components of a graph over `0..count` (Tarjan 1972).
//!
//! Without recursion: graphs come from input and may be as deep as they are large. Components come
//! out callees first, an order that callers rely on.

/// The components, each before those that lead to it. `successor(node, k)` is the `k`-th
/// successor of a node: none when there are no more, `Some(None)` when that one does not count.
pub fn strongly_connected(
    count: usize,
    successor: impl Fn(usize, usize) -> Option<Option<usize>>,
) -> Vec<Vec<usize>> {
    const NEW: u32 = u32::MAX;
    const DONE: u32 = u32::MAX - 1;
    let mut components = Vec::new();
    // The lowest number known to be reachable; `NEW` before, `DONE` after.
    let mut low = vec![NEW; count];
    let mut pending: Vec<usize> = Vec::new();
    let mut calls: Vec<(usize, usize, u32)> = Vec::new();
    let mut clock = 0;
    for root in 0..count {
        if low[root] != NEW {
            continue;
        }
        low[root] = clock;
        calls.push((root, 0, clock));
        pending.push(root);
        clock += 1;
        while let Some((node, next, number)) = calls.last_mut() {
            let (node, number) = (*node, *number);
            let found = successor(node, *next);
            *next += 1;
            match found {
                Some(Some(to)) if low[to] == NEW => {
                    low[to] = clock;
                    calls.push((to, 0, clock));
                    pending.push(to);
                    clock += 1;
                }
                Some(Some(to)) if low[to] != DONE => low[node] = low[node].min(low[to]),
                Some(_) => {}
                None => {
                    calls.pop();
                    if let Some(&(above, ..)) = calls.last() {
                        low[above] = low[above].min(low[node]);
                    }
                    if low[node] == number {
                        let start = pending.iter().rposition(|&n| n == node).unwrap_or(0);
                        let component = pending.split_off(start);
                        component.iter().for_each(|&n| low[n] = DONE);
                        components.push(component);
                    }
                }
            }
        }
    }
    components
}
