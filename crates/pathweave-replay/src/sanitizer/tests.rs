//! Reports as the sanitizers of clang 14 to 19 write them.

use super::*;

fn sources() -> Sources {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf();
    Sources { ours: directory.join("tests"), directory }
}

fn kind_of(text: &str) -> Option<BugKind> {
    read(text, &sources()).and_then(|report| report.kind)
}

#[test]
fn heap_overflow_with_its_first_program_frame() {
    let text = "noise\n==12==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60 at pc 0x55 bp 0x7f sp 0x7f\n\
        WRITE of size 4 at 0x60 thread T0\n    \
        #0 0x49 in __asan_memcpy (/tmp/p+0x49)\n    \
        #1 0x4a in copy_it /nowhere/glibc/memcpy.c:3:1\n    \
        #2 0x4b in fill src/lib.rs:12:5\n    \
        #3 0x4c in main src/run.rs:2:5\n\n\
        0x60 is located 0 bytes to the right\n    #0 0x1 in malloc src/judge.rs:1:1\n";
    let report = read(text, &sources()).expect("a report");
    assert_eq!(report.kind, Some(BugKind::OutOfBoundsWrite));
    assert_eq!(report.place, Place { file: "src/lib.rs".into(), line: 12, column: 5 });
}

#[test]
fn classes_of_address_reports() {
    let report = |text: &str| kind_of(&format!("==1==ERROR: AddressSanitizer: {text}\n"));
    assert_eq!(report("heap-use-after-free on address"), Some(BugKind::UseAfterFree));
    assert_eq!(report("stack-use-after-scope on address"), Some(BugKind::UseAfterFree));
    assert_eq!(report("attempting double-free on 0x1 in thread"), Some(BugKind::DoubleFree));
    assert_eq!(report("attempting free on address which was not"), Some(BugKind::InvalidFree));
    let mismatch = "alloc-dealloc-mismatch (INVALID vs free) on 0x7fff";
    assert_eq!(report(mismatch), Some(BugKind::InvalidFree));
    assert_eq!(report("global-buffer-overflow on\nREAD of size 1"), Some(BugKind::OutOfBoundsRead));
    assert_eq!(
        report("SEGV on unknown address 0x000000000008 (pc 1"),
        Some(BugKind::NullDereference)
    );
    assert_eq!(
        report("SEGV on unknown address 0x7f0000000000 (pc 1"),
        Some(BugKind::OutOfBoundsRead)
    );
    assert_eq!(report("SEGV on unknown address (pc 0x55"), Some(BugKind::OutOfBoundsRead));
    let literal = "SEGV on unknown address 0x55 (pc 1\n    #0 0x1 in __asan::Free() (p)\n    #1 0x2 in free (p)";
    assert_eq!(report(literal), Some(BugKind::InvalidFree));
    assert_eq!(report("FPE on unknown address 0x1"), Some(BugKind::DivisionByZero));
    let raised = "FPE on unknown address 0x1\n    #0 0x1 in __pthread_kill_implementation (p)\n    #1 0x2 in raise (p)";
    assert_eq!(report(raised), Some(BugKind::ReachedAbort));
    assert_eq!(report("ABRT on unknown address 0x1"), Some(BugKind::ReachedAbort));
    assert_eq!(report("stack-overflow on address 0x1"), None);
    // It does not say whether the length was for reading or writing.
    let text = "==1==ERROR: AddressSanitizer: negative-size-param: (size=-5)\n    #0 0x1 in __asan_memset (p)\n";
    let report = read(text, &sources()).expect("a report");
    assert_eq!((report.kind, report.also), (Some(BugKind::OutOfBoundsRead), BOUNDS));
}

#[test]
fn classes_of_undefined_behaviour() {
    let report = |text: &str| kind_of(&format!("a.c:1:2: runtime error: {text}\n"));
    assert_eq!(report("division by zero"), Some(BugKind::DivisionByZero));
    assert_eq!(report("index 9 out of bounds for type 'int [4]'"), Some(BugKind::OutOfBoundsRead));
    assert_eq!(report("shift exponent 32 is too large"), Some(BugKind::ShiftOutOfRange));
    assert_eq!(report("signed integer overflow: 1 + 2"), Some(BugKind::SignedOverflow));
    assert_eq!(
        report("execution reached an unreachable program point"),
        Some(BugKind::ReachedAbort)
    );
}

#[test]
fn assertions_have_their_own_place() {
    let text = "prog: dir/a.c:17: int main(void): Assertion `x: 3' failed.\n\
        ==1==ERROR: AddressSanitizer: ABRT on unknown address 0x1\n";
    let report = read(text, &sources()).expect("a report");
    assert_eq!(report.kind, Some(BugKind::AssertionFailure));
    assert_eq!((report.place.file.as_str(), report.place.line), ("dir/a.c", 17));
    let text = "==pathweave== error: a.c:4: broken\n";
    assert_eq!(read(text, &sources()).map(|r| r.place.line), Some(4));
}

#[test]
fn places() {
    assert_eq!(parse_place("a:b.c:3"), Place { file: "a:b.c".into(), line: 3, column: 0 });
    assert_eq!(parse_place("nothing"), Place::default());
    assert!(same_file("x/a.c", "/else/a.c", Path::new(".")));
    assert!(!same_file("src/lib.rs", "src/run.rs", Path::new(".")));
}
