//! Dominators, loops and call graphs against their definitions.

mod generate;

use generate::{Language, Random, random_body};
use pathweave_ir::*;

fn random_bodies() -> impl Iterator<Item = Body> {
    (0..500).map(|seed| random_body(&mut Random(seed), Language::Full, 1))
}

/// Which blocks the entry leads to when `without` is taken away.
fn reachable(body: &Body, without: Option<Block>) -> Vec<bool> {
    let mut seen = vec![false; body.blocks.len()];
    let mut work = vec![body.entry()];
    while let Some(block) = work.pop() {
        if Some(block) != without && !std::mem::replace(&mut seen[block.index()], true) {
            work.extend(body.blocks[block].terminator.targets().map(|t| t.block));
        }
    }
    seen
}

#[test]
fn dominators_are_what_cuts_blocks_off() {
    for body in random_bodies() {
        let cfg = Cfg::new(&body);
        let tree = Dominators::new(&cfg);
        let all = reachable(&body, None);
        for above in body.blocks.keys() {
            let left = reachable(&body, Some(above));
            for below in body.blocks.keys() {
                let expected = all[above.index()] && all[below.index()] && !left[below.index()];
                assert_eq!(tree.dominates(above, below), expected, "{above} {below}");
            }
            assert_eq!(cfg.is_reachable(above), all[above.index()]);
        }
        assert_eq!(tree.preorder().len(), cfg.reverse_post_order().len());
        for &block in &cfg.reverse_post_order()[1..] {
            let above = tree.immediate(block).expect("not the entry");
            assert!(above != block && tree.dominates(above, block));
            // Every other strict dominator is above it.
            for other in body.blocks.keys().filter(|&o| o != block) {
                assert!(!tree.dominates(other, block) || tree.dominates(other, above));
            }
            assert!(tree.children(above).any(|c| c == block));
        }
    }
}

#[test]
fn frontiers_are_where_dominance_ends() {
    for body in random_bodies() {
        let cfg = Cfg::new(&body);
        let tree = Dominators::new(&cfg);
        let frontiers = tree.frontiers(&cfg);
        for block in body.blocks.keys() {
            for join in body.blocks.keys() {
                let reaches = cfg.predecessors(join).iter().any(|&p| tree.dominates(block, p));
                let expected = reaches && (join == block || !tree.dominates(block, join));
                let count = frontiers[block.index()].iter().filter(|&&j| j == join).count();
                assert_eq!(count, usize::from(expected), "{block} {join}");
            }
        }
    }
}

#[test]
fn loops_are_the_strongly_connected_regions() {
    let mut irreducible = 0;
    for body in random_bodies() {
        let cfg = Cfg::new(&body);
        let tree = Dominators::new(&cfg);
        let nest = LoopNest::new(&cfg);
        let reaches = |from: Block, to: Block| {
            let mut seen = vec![false; body.blocks.len()];
            let mut work = cfg.successors(from).to_vec();
            while let Some(block) = work.pop() {
                if block == to {
                    return true;
                }
                if !std::mem::replace(&mut seen[block.index()], true) {
                    work.extend(cfg.successors(block));
                }
            }
            false
        };
        for &block in cfg.reverse_post_order() {
            assert_eq!(nest.innermost(block).is_some(), reaches(block, block), "{block}");
            // A jump back to a dominator goes to an entry of a loop around it.
            for &to in cfg.successors(block).iter().filter(|&&to| tree.dominates(to, block)) {
                let found = nest
                    .loops()
                    .values()
                    .find(|l| l.entries.contains(&to) && l.latches.contains(&block));
                assert!(found.is_some(), "{block} -> {to}");
            }
        }
        for (each, data) in nest.loops().iter() {
            irreducible += usize::from(data.is_irreducible());
            assert!(data.entries.contains(&data.header) && !data.latches.is_empty());
            for &block in &data.blocks {
                let inner = nest.innermost(block).expect("in a loop");
                assert!(nest.contains(each, inner));
                assert!(data.is_irreducible() || tree.dominates(data.header, block));
            }
            for &(from, to) in &data.exits {
                assert!(data.blocks.contains(&from) && !data.blocks.contains(&to));
            }
            if let Some(parent) = data.parent {
                let around = &nest.loops()[parent];
                assert!(parent < each && data.depth == around.depth + 1);
                assert!(data.blocks.len() < around.blocks.len());
                assert!(data.blocks.iter().all(|b| around.blocks.contains(b)));
            }
        }
    }
    assert!(irreducible > 50, "{irreducible}");
}

#[test]
fn a_nest_is_found() {
    let text = "func @f(v0: i1) {\n\
                bb0:\n  jump bb1\n\
                bb1:\n  jump bb2\n\
                bb2:\n  br v0, bb2, bb3 !br0\n\
                bb3:\n  br v0, bb1, bb4 !br1\n\
                bb4:\n  br v0, bb5, bb6 !br2\n\
                bb5:\n  br v0, bb6, bb7 !br3\n\
                bb6:\n  br v0, bb5, bb7 !br4\n\
                bb7:\n  ret\n}\n";
    let program = parse(text).expect("valid");
    verify(&program).expect("valid");
    let body = program.functions.values().next().and_then(|f| f.body.as_ref()).expect("defined");
    let nest = LoopNest::new(&Cfg::new(body));
    let shown: Vec<String> = nest
        .loops()
        .values()
        .map(|l| {
            let LoopData { header, entries, latches, exits, depth, .. } = l;
            format!("{header} {entries:?} {latches:?} {exits:?} {depth}")
        })
        .collect();
    let expected = [
        "bb1 [bb1] [bb3] [(bb3, bb4)] 1",
        "bb6 [bb6, bb5] [bb6, bb5] [(bb6, bb7), (bb5, bb7)] 1",
        "bb2 [bb2] [bb2] [(bb2, bb3)] 2",
    ];
    assert_eq!(shown, expected);
}

#[test]
fn calls_are_found() {
    let text = r#"
global @table internal size 8 align 8 {
  at 0: ptr = @by_table
}
func @by_table(v0: i32) -> i32 {
bb0:
  ret v0
}
func @by_value(v0: i32) {
bb0:
  ret
}
func @other_shape(v0: i64) -> i32 {
bb0:
  ret 1
}
func @even(v0: i32) -> i32 {
bb0:
  v1: i32 = call @odd(v0)
  ret v1
}
func @odd(v0: i32) -> i32 {
bb0:
  v1: i32 = call @even(v0)
  ret v1
}
func @main(v0: ptr) -> i32 {
bb0:
  v1: ptr = select true, @by_value, @other_shape
  v2: i32 = call.indirect v1(i32 1)
  v3: i32 = call @even(v2)
  ret v3
}
func @alone() {
bb0:
  ret
}
"#;
    let program = parse(text).expect("valid");
    verify(&program).expect("valid");
    let graph = CallGraph::new(&program);
    let func = |name: &str| program.function(name).expect("there");
    let names = |list: &[Func]| -> Vec<&str> {
        list.iter().map(|&f| program.functions[f].name.as_str()).collect()
    };
    assert_eq!(names(graph.indirect_callees(func("main"))), ["by_table", "by_value"]);
    assert_eq!(names(graph.direct_callees(func("main"))), ["even"]);
    assert_eq!(names(graph.callers(func("even"))), ["odd", "main"]);
    assert!(graph.is_recursive(func("odd")) && !graph.is_recursive(func("main")));
    assert!(graph.is_address_taken(func("other_shape")) && !graph.is_address_taken(func("even")));
    let order: Vec<Vec<&str>> = graph.bottom_up().iter().map(|c| names(c)).collect();
    let place = |name: &str| order.iter().position(|c| c.contains(&name)).expect("there");
    assert_eq!(order[place("odd")], ["even", "odd"]);
    assert!(place("even") < place("main") && place("by_table") < place("main"));
    let reached = graph.reachable_from([func("main")]);
    assert_eq!(names(&reached), ["by_table", "by_value", "even", "odd", "main"]);
}

#[test]
fn long_chains_need_no_stack() {
    use std::fmt::Write;
    let count = 100_000;
    let mut text = String::from("func @f(v0: i1) {\nbb0:\n  jump bb1\n");
    for block in 1..count {
        writeln!(text, "bb{block}:\n  br v0, bb{}, bb1 !br{}", block + 1, block - 1).unwrap();
    }
    writeln!(text, "bb{count}:\n  ret\n}}").unwrap();
    let program = parse(&text).expect("valid");
    verify(&program).expect("valid");
    let body = program.functions.values().next().and_then(|f| f.body.as_ref()).expect("defined");
    let cfg = Cfg::new(body);
    let nest = LoopNest::new(&cfg);
    assert_eq!(nest.loops().len(), 1);
    let tree = Dominators::new(&cfg);
    assert!(tree.dominates(Block::from_index(1), Block::from_index(count)));
    assert_eq!(tree.frontiers(&cfg)[5], [Block::from_index(1)]);
}
