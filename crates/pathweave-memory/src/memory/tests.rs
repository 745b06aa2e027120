//! Accesses, lifetimes and forks of memory.

use super::*;
use pathweave_term::{Sort, TermStore};

fn heap(memory: &mut Memory, size: u64) -> (Object, u64) {
    let object = memory
        .allocate(size, 16, ObjectKind::Heap, Contents::Undefined, Loc::UNKNOWN)
        .expect("small enough");
    (object, memory.base(object))
}

/// The undefined bits of a span of four bytes.
fn undefined(memory: &Memory, span: Span) -> [u8; 4] {
    [0, 1, 2, 3].map(|at| match memory.byte(span, at) {
        ByteKind::Plain => 0,
        ByteKind::Undefined(bits) => bits,
        other => panic!("nothing is symbolic here: {other:?}"),
    })
}

#[test]
fn words_round_trip_at_every_offset() {
    let mut memory = Memory::new();
    let (_, base) = heap(&mut memory, 100);
    for offset in 0..92 {
        let word = 0x0123_4567_89ab_cdef_u64.rotate_left(offset as u32);
        assert!(memory.store::<8>(base + offset, word));
        assert_eq!(memory.load::<8>(base + offset), Some(word));
        assert_eq!(memory.load::<4>(base + offset), Some(word & 0xffff_ffff));
        assert_eq!(memory.load::<1>(base + offset + 7), Some(word >> 56));
    }
}

#[test]
fn faults_are_told_apart() {
    let mut memory = Memory::new();
    let (_, base) = heap(&mut memory, 8);
    let kind = |memory: &Memory, address, len| {
        memory.check(address, len, Access::Read).map(|_| ()).map_err(|f| f.kind)
    };
    assert_eq!(kind(&memory, base, 8), Ok(()));
    assert_eq!(kind(&memory, base + 8, 0), Ok(()));
    assert_eq!(kind(&memory, base + 1, 8), Err(FaultKind::OutOfBounds));
    assert_eq!(kind(&memory, base + 8, 1), Err(FaultKind::OutOfBounds));
    assert_eq!(kind(&memory, base - 1, 1), Err(FaultKind::OutOfBounds));
    assert_eq!(kind(&memory, base + 500_000_000, 1), Err(FaultKind::OutOfBounds));
    assert_eq!(kind(&memory, base - 500_000_000, 1), Err(FaultKind::OutOfBounds));
    assert_eq!(kind(&memory, 0, 1), Err(FaultKind::Null));
    assert_eq!(kind(&memory, 40, 4), Err(FaultKind::Null));
    assert_eq!(kind(&memory, u64::MAX - 7, 4), Err(FaultKind::Null));
    assert_eq!(kind(&memory, 0xdead_beef_0000_0000, 4), Err(FaultKind::Wild));
    assert_eq!(memory.load::<8>(base + 1), None);
    assert!(!memory.store::<8>(base + 1, 0));
    memory.free(base, Loc::UNKNOWN).expect("live");
    assert_eq!(kind(&memory, base, 1), Err(FaultKind::UseAfterFree));
    assert!(matches!(memory.free(base, Loc::UNKNOWN), Err(FreeFault::DoubleFree(_))));
    assert!(matches!(memory.free(base + 4, Loc::UNKNOWN), Err(FreeFault::Invalid(Some(_)))));
}

#[test]
fn values_are_needed_to_load() {
    let mut memory = Memory::new();
    let (_, base) = heap(&mut memory, 16);
    assert_eq!(memory.load::<4>(base), None);
    assert!(memory.store::<2>(base, 7));
    assert_eq!(memory.load::<2>(base), Some(7));
    assert_eq!(memory.load::<4>(base), None);
    let span = memory.check(base, 4, Access::Read).expect("in bounds");
    assert!(!memory.is_defined(span));
    assert_eq!(undefined(&memory, span), [0, 0, 0xff, 0xff]);
    let whole = memory.check(base, 16, Access::Write).expect("in bounds");
    memory.fill(whole, 1);
    assert_eq!(memory.load::<8>(base + 8), Some(0x0101_0101_0101_0101));
}

#[test]
fn a_fork_does_not_see_later_writes() {
    let mut memory = Memory::new();
    let (_, base) = heap(&mut memory, 8);
    assert!(memory.store::<8>(base, 1));
    let mut fork = memory.clone();
    assert!(fork.store::<8>(base, 2));
    let (_, other) = heap(&mut fork, 4);
    assert!(memory.store::<4>(base + 4, 9));
    assert_eq!(memory.load::<8>(base), Some(9 << 32 | 1));
    assert_eq!(fork.load::<8>(base), Some(2));
    assert!(memory.check(other, 1, Access::Write).is_err());
}

#[test]
fn copies_carry_undefined_bytes() {
    let mut memory = Memory::new();
    let (_, a) = heap(&mut memory, 200);
    let (_, b) = heap(&mut memory, 200);
    assert!(memory.store::<8>(a + 8, 5));
    let from = memory.check(a, 24, Access::Read).expect("in bounds");
    let to = memory.check(b + 100, 24, Access::Write).expect("in bounds");
    memory.fill(to, 3);
    memory.copy(to, from);
    assert_eq!(memory.load::<8>(b + 108), Some(5));
    assert_eq!(memory.load::<1>(b + 100), None);
    assert_eq!(memory.load::<1>(b + 123), None);
    let onto_itself = memory.check(b + 104, 24, Access::Write).expect("in bounds");
    let same = memory.check(b + 100, 24, Access::Read).expect("in bounds");
    memory.copy(onto_itself, same);
    assert_eq!(memory.load::<8>(b + 112), Some(5));
    assert_eq!(memory.load::<1>(b + 120), None);
}

#[test]
fn ended_stack_numbers_come_back_with_another_base() {
    let mut memory = Memory::new();
    let mut seen = std::collections::HashSet::new();
    for _ in 0..3 * STACK_QUARANTINE {
        let object = memory
            .allocate(32, 8, ObjectKind::Stack(None), Contents::Undefined, Loc::UNKNOWN)
            .expect("small enough");
        assert!(seen.insert(memory.base(object)), "a base was used twice");
        memory.end_stack(object, Loc::UNKNOWN);
    }
    assert!(memory.table_len() < 2 * STACK_QUARANTINE);
}

#[test]
fn partly_defined_bytes_keep_their_bits_through_copies() {
    let mut memory = Memory::new();
    let (_, a) = heap(&mut memory, 8);
    let (_, b) = heap(&mut memory, 8);
    let from = memory.check(a, 4, Access::Write).expect("in bounds");
    memory.write(from, &[1, 2, 3, 4]);
    memory.undefine(from, 1, 0xf0);
    memory.undefine(from, 2, 0xff);
    let to = memory.check(b + 4, 4, Access::Write).expect("in bounds");
    memory.copy(to, from);
    assert_eq!(undefined(&memory, to), [0, 0xf0, 0xff, 0]);
    memory.write(from, &[1, 2, 3, 4]);
    memory.copy(to, from);
    assert!(memory.is_defined(to));
    memory.undefine(from, 1, 0xff);
    assert_eq!(undefined(&memory, from)[1], 0xff);
}

#[test]
fn terms_stay_with_their_bytes_until_overwritten() {
    let mut terms = TermStore::new();
    let x = terms.var("x", Sort::BitVec(8));
    let mut memory = Memory::new();
    let (_, a) = heap(&mut memory, 4);
    let (_, b) = heap(&mut memory, 4);
    let from = memory.check(a, 4, Access::Write).expect("in bounds");
    let to = memory.check(b, 4, Access::Write).expect("in bounds");
    memory.write(from, &[1, 2, 3, 4]);
    memory.set_special(from, 2, Special::Symbolic(x));
    memory.copy(to, from);
    assert_eq!(memory.byte(to, 2), ByteKind::Symbolic(x));
    assert_eq!(memory.byte(to, 1), ByteKind::Plain);
    assert_eq!(memory.load::<4>(b), None);
    assert!(memory.store::<1>(b + 2, 9));
    assert_eq!(memory.load::<4>(b), Some(0x0409_0201));
}

#[test]
fn a_size_that_is_a_term_grows_by_what_is_known() {
    let mut terms = TermStore::new();
    let size = terms.var("size", Sort::BitVec(64));
    let byte = terms.var("byte", Sort::BitVec(8));
    let mut memory = Memory::new();
    let object = memory
        .allocate(8, 16, ObjectKind::Input, Contents::Undefined, Loc::UNKNOWN)
        .expect("small");
    memory.set_bound(object, size);
    memory.set_special(memory.whole(object), 3, Special::Symbolic(byte));
    let base = memory.base(object);
    let fault = memory.check(base, 1, Access::Read).expect_err("nothing is known to be inside");
    assert_eq!(fault.kind, FaultKind::OutOfBounds);
    assert!(!memory.store::<1>(base, 7), "stores are checked");
    memory.raise_known(object, 4);
    let span = memory.check(base, 4, Access::Write).expect("known now");
    assert_eq!(memory.byte(span, 3), ByteKind::Symbolic(byte));
    assert!(memory.check(base, 5, Access::Read).is_err());
    memory.raise_known(object, 2);
    assert!(memory.check(base, 4, Access::Read).is_ok(), "knowledge does not shrink");
    memory.raise_known(object, 100);
    assert!(memory.check(base, 8, Access::Read).is_ok());
    assert!(memory.check(base, 9, Access::Read).is_err(), "the capacity is the limit");
    memory.free(base, Loc::UNKNOWN).expect("objects of the input may be freed");
    let fault = memory.check(base, 1, Access::Read).expect_err("freed");
    assert_eq!(fault.kind, FaultKind::UseAfterFree);
}

#[test]
fn objects_can_be_placed() {
    let mut memory = Memory::new();
    let object = memory
        .allocate(16, 16, ObjectKind::Environment, Contents::Zero, Loc::UNKNOWN)
        .expect("small");
    memory.place_fixed(0x4000_0000, object);
    assert!(memory.check(0x4000_0000, 16, Access::Write).is_ok());
    assert!(memory.check(0x4000_0008, 9, Access::Read).is_err());
    let fault = memory.check(0x3fff_ffff, 1, Access::Read).expect_err("before it");
    assert_eq!(fault.kind, FaultKind::Null);
}
