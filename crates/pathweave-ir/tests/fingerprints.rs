//! Fingerprints change with what a function computes, and only then.

use pathweave_ir::{Fingerprint, Fingerprints, Program, parse, verify};

const TEXT: &str = r#"
target "x86_64-unknown-linux-gnu" sysv
file file0 "a.c"
name name0 "x"
loc loc1 file0:3:5
loc loc2 file0:4:1
global @.str internal constant size 3 align 1 {
  bytes "hi"
}
global @counter internal size 4 align 4 {}
global @list internal size 16 align 8 {
  at 0: ptr = @list2
}
global @list2 internal size 16 align 8 {
  at 0: ptr = @list
  at 8: ptr = @leaf
}
func @leaf(v0: i32) -> i32 internal {
bb0:
  v1: i32 = add.nsw v0, 1 !loc1
  ret v1 !loc2
}
func @middle(v0: i32) -> i32 internal {
bb0:
  v1: i32 = call @leaf(v0)
  v2: ptr = alloca 4 align 4 "x"
  store v1, v2 align 4
  ret v1
}
func @top(v0: i32) -> i32 {
bb0:
  v1: i32 = call @middle(v0)
  call @puts(@.str)
  ret v1
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
func @count() {
bb0:
  v0: i32 = load @counter align 4
  v1: i32 = add v0, 1
  store v1, @counter align 4
  ret
}
func @walk() -> ptr {
bb0:
  v0: ptr = load @list align 8
  ret v0
}
func @through(v0: ptr) -> i32 {
bb0:
  v1: i32 = call.indirect v0(i32 1)
  ret v1
}
declare @puts(ptr)
"#;

fn read(text: &str) -> Program {
    let program = parse(text).unwrap_or_else(|e| panic!("{e}"));
    verify(&program).unwrap_or_else(|e| panic!("{e}"));
    program
}

/// The functions whose fingerprint differs after the replacements.
fn changed(replacements: &[(&str, &str)]) -> Vec<String> {
    let mut text = TEXT.to_owned();
    for (old, new) in replacements {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    let (before, after) = (read(TEXT), read(&text));
    let (old, new) = (Fingerprints::new(&before), Fingerprints::new(&after));
    let name_changed = |name: &String| {
        let renamed = replacements.iter().find(|(o, _)| *o == format!("@{name}"));
        let new_name = renamed.map_or(name.as_str(), |(_, n)| &n[1..]);
        let then = before.function(name).expect("there");
        let now = after.function(new_name).expect("there");
        old.functions[then] != new.functions[now]
    };
    before.functions.values().map(|f| f.name.clone()).filter(name_changed).collect()
}

#[test]
fn a_change_shows_in_the_function_and_its_callers() {
    let body = [("add.nsw v0, 1 !loc1", "add.nsw v0, 2 !loc1")];
    assert_eq!(changed(&body), ["leaf", "middle", "top", "through"]);
    let flags = [("add.nsw v0, 1 !loc1", "add v0, 1 !loc1")];
    assert_eq!(changed(&flags), ["leaf", "middle", "top", "through"]);
    assert_eq!(changed(&[("call @middle(v0)", "call @middle(7)")]), ["top"]);
    assert_eq!(changed(&[("call @even(v0)", "call @even(3)")]), ["even", "odd"]);
    assert_eq!(changed(&[("declare @puts(ptr)", "declare @puts(ptr) noreturn")]), ["top", "puts"]);
}

#[test]
fn positions_names_of_variables_and_numbers_do_not_show() {
    assert_eq!(changed(&[("file0:3:5", "file0:30:1")]), [""; 0]);
    assert_eq!(changed(&[("!loc1", "!loc2")]), [""; 0]);
    assert_eq!(
        changed(&[("name name0 \"x\"", "name name0 \"y\""), ("4 \"x\"", "4 \"y\"")]),
        [""; 0]
    );
    assert_eq!(changed(&[("@.str", "@.str.7")]), [""; 0]);
    assert_eq!(changed(&[("bytes \"hi\"", "bytes \"hi\\00\"")]), [""; 0]);
    // Declarations in another order, which gives other handles.
    let (rest, puts) = TEXT.split_at(TEXT.find("declare @puts").expect("there"));
    let at = rest.find("func @leaf").expect("there");
    let moved = format!("{}{puts}{}", &rest[..at], &rest[at..]);
    let (before, after) = (read(TEXT), read(&moved));
    let (old, new) = (Fingerprints::new(&before), Fingerprints::new(&after));
    for (func, data) in before.functions.iter() {
        let now = after.function(&data.name).expect("there");
        assert_eq!(old.functions[func], new.functions[now], "{}", data.name);
    }
}

#[test]
fn globals_count_with_their_contents() {
    assert_eq!(changed(&[("bytes \"hi\"", "bytes \"ho\"")]), ["top"]);
    let counter = "global @counter internal size 4 align 4 {}";
    let started = "global @counter internal size 4 align 4 {\n  bytes \"\\01\"\n}";
    assert_eq!(changed(&[(counter, started)]), ["count"]);
    // A variable is known by its name: another one with equal contents is another one.
    assert_eq!(changed(&[("@counter", "@counter2")]), ["count"]);
    assert_eq!(
        changed(&[("global @list2 internal size 16", "global @list2 internal size 24")]),
        ["walk"]
    );
}

#[test]
fn numbers_of_values_do_not_show_and_operands_do() {
    let [one, two, three] = [
        "func @a(v0: i32) -> i32 {\nbb0:\n  v1: i32 = mul v0, 3\n  ret v1\n}\n",
        "func @a(v5: i32) -> i32 {\nbb0:\n  v9: i32 = mul v5, 3\n  ret v9\n}\n",
        "func @a(v5: i32) -> i32 {\nbb0:\n  v9: i32 = mul 3, v5\n  ret v9\n}\n",
    ]
    .map(|text| print_of(&read(text), "a"));
    assert_eq!(one, two);
    assert_ne!(one, three);
}

fn print_of(program: &Program, name: &str) -> Fingerprint {
    Fingerprints::new(program).functions[program.function(name).expect("there")]
}

/// Whether a function's fingerprint differs after two names have been exchanged.
fn shows_exchange(text: &str, function: &str, one: &str, other: &str) -> bool {
    let exchanged = text.replace(one, "@?").replace(other, one).replace("@?", other);
    assert_ne!(text, exchanged);
    print_of(&read(text), function) != print_of(&read(&exchanged), function)
}

#[test]
fn functions_that_trade_places_show() {
    assert_eq!(changed(&[("@middle", "@center")]), ["middle", "top"]);
    let of = |name: &str, number: u32| {
        format!("func @{name}() -> i32 internal {{\nbb0:\n  ret {number}\n}}\n")
    };
    let leaves = of("x", 1) + &of("y", 2);
    // What is kept about the caller mentions them by name.
    let direct =
        "func @g() -> i32 {\nbb0:\n  v0: i32 = call @x()\n  v1: i32 = call @y()\n  ret v0\n}\n";
    assert!(shows_exchange(&format!("{leaves}{direct}"), "g", "@x", "@y"));
    // Only their bodies trade places: the caller goes by a table of names.
    let table = "global @table internal constant size 16 align 8 {\n  at 0: ptr = @x\n  at 8: ptr = @y\n}\n\
        func @g() -> i32 {\nbb0:\n  v0: ptr = load @table align 8\n  v1: i32 = call.indirect v0()\n  ret v1\n}\n";
    let bodies = [of("x", 1) + &of("y", 2), of("x", 2) + &of("y", 1)];
    let [one, other] = bodies.map(|leaves| print_of(&read(&format!("{table}{leaves}")), "g"));
    assert_ne!(one, other);
    // Two in a circle that call one of them each.
    let circle = "func @a(v0: i32) -> i32 {\nbb0:\n  v1: i32 = call @b(v0)\n  v2: i32 = call @c(v0)\n  ret v1\n}\n\
        func @b(v0: i32) -> i32 {\nbb0:\n  v1: i32 = call @a(v0)\n  v2: i32 = call @x()\n  ret v2\n}\n\
        func @c(v0: i32) -> i32 {\nbb0:\n  v1: i32 = call @a(v0)\n  v2: i32 = call @y()\n  ret v2\n}\n";
    let calls = circle.replace("@x", "@?").replace("@y", "@x").replace("@?", "@y");
    let [one, other] =
        [circle, &calls].map(|circle| print_of(&read(&format!("{leaves}{circle}")), "a"));
    assert_ne!(one, other);
}

#[test]
fn constants_of_a_ring_that_trade_places_show() {
    let ring = |order: [u32; 4]| {
        let element = |at: usize| {
            let (number, next) = (order[at], order[(at + 1) % 4]);
            let align = "internal constant size 16 align 8";
            format!(
                "global @e{number} {align} {{\n  bytes \"\\0{number}\"\n  at 8: ptr = @e{next}\n}}\n"
            )
        };
        let get = "func @g() -> ptr {\nbb0:\n  v0: ptr = load @e1 align 8\n  ret v0\n}\n";
        let text: String = (0..4).map(element).collect();
        print_of(&read(&format!("{text}{get}")), "g")
    };
    assert_eq!(ring([1, 2, 3, 4]), ring([2, 3, 4, 1]));
    assert_ne!(ring([1, 2, 3, 4]), ring([1, 3, 2, 4]));
}

#[test]
fn fingerprints_stay_the_same_across_releases() {
    // They are kept on disk. If this fails, `VERSION` in fingerprint.rs must change with it.
    let program = read("func @a(v0: i32) -> i32 {\nbb0:\n  v1: i32 = mul v0, 3\n  ret v1\n}\n");
    let print = Fingerprints::new(&program).functions.values().next().map(ToString::to_string);
    assert_eq!(print.as_deref(), Some("da331160f8ff4ae52394146283f694f9"));
}
