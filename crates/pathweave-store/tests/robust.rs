//! What the store must survive: flipped bytes, torn ends, strangers' files, several writers, growth.
//!
//! The invariant behind all of them: whatever is read back is what was put there under that key.

use pathweave_store::record::HEADER;
use pathweave_store::{Key, Kind, Mode, Store, look_for, verify};
use proptest::prelude::*;
use siphasher::sip128::{Hasher128, SipHasher13};
use std::hash::Hasher;
use std::path::Path;

const WRITE: Mode = Mode::Write { limit: 1 << 20 };

fn body(key: u128) -> Vec<u8> {
    (0..key % 50).map(|at| (key * 7 + at) as u8).collect()
}

fn fill(directory: &Path, keys: std::ops::Range<u128>) {
    let mut store = Store::open(directory, WRITE).expect("a new store");
    for key in keys {
        store.put(Kind::Answer, Key(key), body(key));
    }
}

/// Whatever is there is right; says how much is there.
fn check(directory: &Path) -> usize {
    let store = Store::open(directory, Mode::Read).expect("a store");
    let entries: Vec<_> = store.entries().collect();
    for entry in &entries {
        assert_eq!(entry.body, body(entry.key.0), "{}", entry.key);
    }
    entries.len()
}

fn records(directory: &Path) -> std::path::PathBuf {
    directory.join("records")
}

/// The header that another version writes.
fn header_of(version: u32) -> Vec<u8> {
    let mut header = b"pathweave store\n".to_vec();
    header.extend(version.to_le_bytes());
    // Version 1 had no number.
    header.extend(&[0; 8][..if version == 1 { 4 } else { 8 }]);
    let mut hasher = SipHasher13::new_with_keys(0x7265_636f_7264, u64::from(version));
    hasher.write(&header);
    header.extend(hasher.finish128().as_u128().to_le_bytes());
    header
}

#[test]
fn every_flipped_byte_is_noticed_and_repaired_and_costs_at_most_its_record() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = directory.path().join("store");
    fill(&store, 0..12);
    let intact = std::fs::read(records(&store)).expect("records");
    assert_eq!(verify(&store).expect("a store").1, Vec::<String>::new());
    for at in 0..intact.len() {
        let mut bytes = intact.clone();
        bytes[at] ^= 1 << (at % 8);
        std::fs::write(records(&store), &bytes).expect("a write");
        let (count, notices) = verify(&store).expect("a store");
        assert!(!notices.is_empty(), "byte {at}");
        let lost = usize::from(at >= HEADER);
        assert_eq!(count, 12 - lost, "byte {at} costs more than its record");
        assert_eq!(check(&store), count);
        // Opened to write, it is made whole, and says so.
        let notices = Store::open(&store, WRITE).expect("a store").notices().to_vec();
        assert!(notices.iter().any(|notice| notice.contains("damaged")), "byte {at}: {notices:?}");
        assert_eq!(verify(&store).expect("a store"), (count, Vec::new()), "byte {at}");
        assert_eq!(check(&store), count);
    }
}

#[test]
fn every_flipped_bit_of_the_header_is_repaired_by_collecting_garbage() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("store");
    fill(&path, 0..4);
    let intact = std::fs::read(records(&path)).expect("records");
    for bit in 0..HEADER * 8 {
        let mut bytes = intact.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(records(&path), &bytes).expect("a write");
        let mut store = Store::open(&path, WRITE).expect("a store");
        assert_eq!(store.collect_garbage(1 << 20), Ok(4), "bit {bit}");
        drop(store);
        assert_eq!(verify(&path).expect("a store"), (4, Vec::new()), "bit {bit}");
    }
}

#[test]
fn the_file_of_a_later_version_is_left_alone() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("store");
    let later = [&header_of(99)[..], b"what only it understands"].concat();
    let put = |store: &mut Store, key: u128| {
        store.put(Kind::Answer, Key(key), body(key));
        store.flush();
        assert_eq!(store.get(Kind::Answer, Key(key)), Some(&body(key)[..]));
        let notices = store.notices();
        assert!(notices.iter().any(|notice| notice.contains("of version 99")), "{notices:?}");
        assert_eq!(std::fs::read(records(&path)).expect("records"), later);
    };
    // It comes while a store is open.
    fill(&path, 0..3);
    let mut early = Store::open(&path, WRITE).expect("a store");
    let new = path.join("new");
    std::fs::write(&new, &later).expect("a write");
    std::fs::rename(&new, records(&path)).expect("another name");
    put(&mut early, 5);
    // It is there from the start.
    let mut late = Store::open(&path, WRITE).expect("a store");
    put(&mut late, 6);
    assert!(late.collect_garbage(1 << 20).is_err());
    drop((early, late));
    assert_eq!(std::fs::read(records(&path)).expect("records"), later);
}

#[test]
fn the_file_of_an_earlier_version_is_set_aside() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("store");
    fill(&path, 0..3);
    let earlier = [&header_of(1)[..], b"what it understood"].concat();
    std::fs::write(records(&path), &earlier).expect("a write");
    fill(&path, 7..9);
    assert_eq!(verify(&path).expect("a store"), (2, Vec::new()));
    assert_eq!(std::fs::read(path.join("foreign-1")).expect("the old store"), earlier);
}

#[test]
fn a_torn_end_is_cut_off_before_the_next_record() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = directory.path().join("store");
    fill(&store, 0..5);
    let intact = std::fs::read(records(&store)).expect("records");
    for length in HEADER..intact.len() {
        std::fs::write(records(&store), &intact[..length]).expect("a write");
        let before = check(&store);
        fill(&store, 100..101);
        assert_eq!(check(&store), before + 1);
        assert!(verify(&store).expect("a store").1.is_empty());
    }
}

#[test]
fn strangers_files_are_set_aside_and_directories_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = directory.path().join("store");
    fill(&store, 0..1);
    std::fs::write(records(&store), "a letter to a friend").expect("a write");
    let opened = Store::open(&store, WRITE).expect("a store");
    assert!(opened.notices()[1].contains("foreign-1"), "{:?}", opened.notices());
    assert_eq!(opened.entries().count(), 0);
    let letter = std::fs::read_to_string(store.join("foreign-1")).expect("the letter");
    assert_eq!(letter, "a letter to a friend");

    let other = directory.path().join("other");
    std::fs::create_dir(&other).expect("a directory");
    std::fs::write(other.join("main.c"), "int main;").expect("a write");
    assert!(Store::open(&other, WRITE).is_err());
    assert!(Store::open(&directory.path().join("none"), Mode::Read).is_err());
    assert!(!directory.path().join("none").exists());
}

#[test]
fn an_empty_directory_is_an_empty_store_and_stays_empty_unless_it_may_be_written() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::open(directory.path(), Mode::Read).expect("a store");
    assert_eq!((store.entries().count(), store.notices().len()), (0, 0));
    drop(store);
    assert_eq!(verify(directory.path()).expect("a store"), (0, Vec::new()));
    assert_eq!(std::fs::read_dir(directory.path()).expect("a directory").count(), 0);
    assert!(look_for(directory.path()).is_ok());
    assert!(look_for(&directory.path().join("none")).is_err());
}

#[test]
fn what_cannot_be_written_is_told() {
    let directory = tempfile::tempdir().expect("a directory");
    let (one, other) = (directory.path().join("one"), directory.path().join("other"));
    fill(&one, 0..5);
    let export = Store::open(&one, Mode::Read).expect("a store").export();
    let mut store = Store::open(&other, WRITE).expect("a store");
    // Nobody can write to a directory, not even who may write everything.
    std::fs::remove_file(records(&other)).expect("it is ours");
    std::fs::create_dir(records(&other)).expect("a directory");
    let error = store.import(&export).expect_err("there is no file");
    assert!(error.message.contains("cannot be written"), "{error}");
    let notices = store.take_notices();
    assert!(notices.iter().any(|notice| notice.contains("nothing more is kept")), "{notices:?}");
    assert!(store.take_notices().is_empty());
    assert!(Store::open(&one, Mode::Read).expect("a store").import(&export).is_err());
}

#[test]
fn several_writers_lose_nothing() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("store");
    std::thread::scope(|scope| {
        for thread in 0..4_u128 {
            let path = &path;
            scope.spawn(move || {
                let mut store = Store::open(path, WRITE).expect("a store");
                for key in 0..100 {
                    store.put(Kind::Tree, Key(thread * 1000 + key), body(thread * 1000 + key));
                    if key % 7 == 0 {
                        store.flush();
                    }
                    if key == 50 && thread == 2 {
                        store.collect_garbage(1 << 20).expect("collected");
                    }
                }
            });
        }
    });
    assert_eq!(check(&path), 400);
    assert!(verify(&path).expect("a store").1.is_empty());
}

#[test]
fn what_was_not_used_goes_first() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("store");
    let limit = 20_000;
    let mut store = Store::open(&path, Mode::Write { limit }).expect("a store");
    for key in 0..2000 {
        store.put(Kind::Answer, Key(key), body(key));
        assert!(store.get(Kind::Answer, Key(3)).is_some() || key < 3);
        if key % 50 == 0 {
            store.flush();
        }
    }
    drop(store);
    let size = std::fs::metadata(records(&path)).expect("records").len();
    assert!(size <= limit + 50 * 100, "{size}");
    let mut store = Store::open(&path, Mode::Read).expect("a store");
    assert!(store.get(Kind::Answer, Key(3)).is_some(), "used all the time");
    assert!(store.get(Kind::Answer, Key(4)).is_none(), "not used for long");
    assert!(store.get(Kind::Answer, Key(1999)).is_some(), "the youngest");
    assert!(check(&path) > 100);
}

#[test]
fn a_file_in_the_place_of_another_is_noticed_by_its_number() {
    let directory = tempfile::tempdir().expect("a directory");
    let (path, other) = (directory.path().join("store"), directory.path().join("other"));
    fill(&path, 0..3);
    let mut store = Store::open(&path, WRITE).expect("a store");
    // The same inode and longer, as after two replacements on a file system that gives inodes out again.
    // Where the records of the old file end is the middle of one of the new file.
    fill(&other, 110..150);
    let bytes = std::fs::read(records(&other)).expect("records");
    std::fs::write(records(&path), bytes).expect("a write");
    store.put(Kind::Answer, Key(5), body(5));
    store.flush();
    assert!(store.notices().is_empty(), "{:?}", store.notices());
    assert_eq!(check(&path), 41);
    assert!((110..150).all(|key| store.get(Kind::Answer, Key(key)).is_some()));
}

#[test]
fn the_last_record_of_a_key_counts_also_when_another_process_wrote_it() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("store");
    let mut one = Store::open(&path, WRITE).expect("a store");
    let mut other = Store::open(&path, WRITE).expect("a store");
    one.put(Kind::Tree, Key(1), vec![1]);
    one.flush();
    other.put(Kind::Tree, Key(1), vec![2]);
    other.put(Kind::Tree, Key(2), vec![3]);
    other.flush();
    one.put(Kind::Tree, Key(3), vec![4]);
    one.flush();
    assert_eq!(one.get(Kind::Tree, Key(1)), Some(&[2][..]));
    assert_eq!(one.get(Kind::Tree, Key(2)), Some(&[3][..]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn exports_do_not_depend_on_the_order(keys in prop::collection::btree_set(0..500_u128, 1..40),
                                          seed in any::<u64>()) {
        let directory = tempfile::tempdir().expect("a directory");
        let mut exports = Vec::new();
        for turn in 0..2_u64 {
            let path = directory.path().join(turn.to_string());
            let mut order: Vec<u128> = keys.iter().copied().collect();
            if turn == 1 {
                let mut random = seed;
                order.sort_by_cached_key(|key| {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(*key as u64);
                    random >> 33
                });
            }
            let mut store = Store::open(&path, WRITE).expect("a store");
            order.iter().for_each(|&key| store.put(Kind::Answer, Key(key), body(key)));
            exports.push(store.export());
        }
        prop_assert_eq!(&exports[0], &exports[1]);
        let path = directory.path().join("imported");
        let mut store = Store::open(&path, WRITE).expect("a store");
        prop_assert_eq!(store.import(&exports[0]), Ok(keys.len()));
        prop_assert_eq!(store.import(&exports[0]), Ok(0));
        let mut damaged = exports[0].clone();
        let at = (seed % damaged.len() as u64) as usize;
        damaged[at] ^= 1;
        prop_assert!(store.import(&damaged).is_err());
        drop(store);
        prop_assert_eq!(check(&path), keys.len());
    }
}
