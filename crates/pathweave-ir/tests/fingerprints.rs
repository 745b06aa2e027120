//! Fingerprints change with what a function computes, and only then.

use pathweave_ir::{Fingerprints, Program, parse, verify};

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
fn positions_names_and_numbers_do_not_show() {
    assert_eq!(changed(&[("file0:3:5", "file0:30:1")]), [""; 0]);
    assert_eq!(changed(&[("!loc1", "!loc2")]), [""; 0]);
    assert_eq!(
        changed(&[("name name0 \"x\"", "name name0 \"y\""), ("4 \"x\"", "4 \"y\"")]),
        [""; 0]
    );
    assert_eq!(changed(&[("@.str", "@.str.7")]), [""; 0]);
    assert_eq!(changed(&[("@middle", "@center")]), [""; 0]);
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
fn equal_bodies_have_equal_fingerprints() {
    let program = read(
        "func @a(v0: i32) -> i32 {\nbb0:\n  v1: i32 = mul v0, 3\n  ret v1\n}\n\
         func @b(v5: i32) -> i32 internal {\nbb0:\n  v9: i32 = mul v5, 3\n  ret v9\n}\n\
         func @c(v5: i32) -> i32 internal {\nbb0:\n  v9: i32 = mul 3, v5\n  ret v9\n}\n",
    );
    let prints = Fingerprints::new(&program);
    let all: Vec<_> = prints.functions.values().collect();
    assert_eq!(all[0], all[1]);
    assert_ne!(all[0], all[2]);
}

#[test]
fn fingerprints_stay_the_same_across_releases() {
    // They are kept on disk. If this fails, `VERSION` in fingerprint.rs must change with it.
    let program = read("func @a(v0: i32) -> i32 {\nbb0:\n  v1: i32 = mul v0, 3\n  ret v1\n}\n");
    let print = Fingerprints::new(&program).functions.values().next().map(ToString::to_string);
    assert_eq!(print.as_deref(), Some("5c6f423c603c6d6524cb5cd844043b80"));
}
