//! A graph by hand, and a file that clang wrote.

use super::*;

fn arc(from: usize, to: usize, on_tree: bool) -> Arc {
    Arc { from, to, on_tree, fake: false }
}

/// `if (x > 3 && x < 9) return 1; while (x > 0) x--; return 0;` as clang 14 writes it.
fn diamond_and_loop() -> Graph {
    let arcs = vec![
        arc(0, 2, true),
        arc(2, 3, false),
        arc(2, 5, true),
        arc(3, 4, false),
        arc(3, 5, true),
        arc(4, 9, true),
        arc(5, 6, true),
        arc(6, 7, true),
        arc(6, 8, true),
        arc(7, 6, false),
        arc(8, 9, false),
        arc(9, 1, true),
    ];
    let lines = (0..10).map(|block| vec![("a.c".to_owned(), block + 1)]).collect();
    Graph { name: "f".into(), file: "a.c".into(), line: 1, blocks: 10, arcs, lines, ident: 7 }
}

#[test]
fn uncounted_arcs_follow_from_the_others() {
    // Called once with 1: not 2→3, not 3→4, once round the loop, once out of it.
    let counts = diamond_and_loop().solve(&[0, 0, 1, 1], &[]);
    assert_eq!(counts, [1, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    // Called with 1 and with 5.
    let counts = diamond_and_loop().solve(&[1, 1, 1, 1], &[]);
    assert_eq!(counts, [2, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 2]);
    assert_eq!(diamond_and_loop().solve(&[], &[]), [0; 12]);
}

#[test]
fn flow_vanishes_where_a_run_stopped() {
    // Stopped in the condition, in the loop's body the second time (the way back is counted when
    // the body begins), right at the beginning.
    let counts = diamond_and_loop().solve(&[1, 0, 0, 0], &[4]);
    assert_eq!(counts, [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let counts = diamond_and_loop().solve(&[0, 0, 2, 0], &[8]);
    assert_eq!(counts, [1, 0, 1, 0, 0, 0, 1, 2, 0, 1, 0, 0]);
    let counts = diamond_and_loop().solve(&[], &[3]);
    assert_eq!(counts, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn tallies_add_up() {
    let text = "file /b/0.gcda\nchecksum 1\nfunction 7 1 2\narcs 0 0 1 1\nfile /b/1.gcda\nfunction 7 1 2\narcs 9 9";
    let mut counters = Counters::read(text);
    counters.add(Counters::read("file /b/0.gcda\nfunction 7 1 2\narcs 1 1 0 0\nfunc"));
    let mut tally = Tally::default();
    tally.add("0", &[diamond_and_loop()], &counters);
    let coverage = tally.coverage(|file| file == "a.c");
    assert_eq!(coverage.branches().total, 6);
    assert_eq!(coverage.branches().covered, 5);
    assert_eq!(coverage.lines().covered, 10);
}

#[test]
fn broken_files_are_errors() {
    assert!(read_graphs(b"").is_err());
    assert!(read_graphs(b"oncg*8040000\0\0\0\x01\xff\xff\xff\xff").is_err());
    assert!(read_graphs(b"oncg*9990000").is_err());
}
