//! The store: records in memory, new ones on their way to the file.
//!
//! Everything intact is read when the store is opened; looking something up touches no file. New
//! records wait until [`Store::flush`], or until there are many, and are appended together. A store
//! that cannot be written, or stops being writable, goes on as if it were read-only: losing a record
//! costs time, never an answer.

use crate::log::{Contents, LOCK, Log, RECORDS};
use crate::record::{self, HEADER, Head, Key, Kind, LONGEST, Record, VERSION};
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// New records are appended without being asked to when they have so many bytes, or after so long.
const PENDING: usize = 1 << 14;
const WAITING: Duration = Duration::from_millis(500);

/// Whether the store may be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Read only: no file is made or changed.
    Read,
    /// Read and written; the file is kept below so many bytes.
    Write {
        /// The limit.
        limit: u64,
    },
}

/// Why a store cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoreError {
    /// What is wrong.
    pub message: String,
    /// What the user can do about it.
    pub hint: Option<String>,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for StoreError {}

/// A record in memory.
#[derive(Debug)]
struct Held {
    body: Box<[u8]>,
    /// Younger is larger: when it was last read from the file, made, or used.
    age: u64,
}

/// What a list of the store shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<'s> {
    /// What it is about.
    pub kind: Kind,
    /// What it is kept under.
    pub key: Key,
    /// What it says.
    pub body: &'s [u8],
}

/// A store.
#[derive(Debug)]
pub struct Store {
    directory: PathBuf,
    log: Log,
    mode: Mode,
    records: BTreeMap<(Kind, Key), Held>,
    pending: Vec<u8>,
    /// When records were appended last.
    flushed: Instant,
    clock: u64,
    notices: Vec<String>,
    /// How many of them were taken.
    taken: usize,
    /// Why it is not written any more, though it should be.
    failure: Option<String>,
}

/// Whether a directory holds a store.
pub fn is_store(directory: &Path) -> bool {
    directory.join(RECORDS).is_file()
}

/// Whether a directory may become a store: it is not there, empty, or one already.
fn may_hold(directory: &Path) -> bool {
    match std::fs::read_dir(directory) {
        Ok(mut entries) => {
            is_store(directory) || directory.join(LOCK).is_file() || entries.next().is_none()
        }
        Err(_) => true,
    }
}

/// An error if there is nothing that could be read: not even an empty directory, which is an empty store.
/// Opening to write makes one, so who must not do that looks first.
pub fn look_for(directory: &Path) -> Result<(), StoreError> {
    match directory.is_dir() {
        true => Ok(()),
        false => Err(StoreError {
            message: format!("there is no store in {}", directory.display()),
            hint: Some("a run with --store makes one".to_owned()),
        }),
    }
}

fn failed(directory: &Path, error: &io::Error) -> StoreError {
    StoreError { message: format!("the store {}: {error}", directory.display()), hint: None }
}

fn taken_over() -> io::Error {
    io::Error::other("a later version uses the store now")
}

impl Store {
    /// Opens the store of a directory, and makes one if it may be written and there is none.
    pub fn open(directory: &Path, mode: Mode) -> Result<Self, StoreError> {
        if !may_hold(directory) {
            return Err(StoreError {
                message: format!("{} is no store, and not empty", directory.display()),
                hint: Some("name a new or empty directory, or an earlier store".to_owned()),
            });
        }
        if mode == Mode::Read {
            look_for(directory)?;
        }
        let mut store = Self {
            directory: directory.to_owned(),
            log: Log::new(directory),
            mode,
            records: BTreeMap::new(),
            pending: Vec::new(),
            flushed: Instant::now(),
            clock: 0,
            notices: Vec::new(),
            taken: 0,
            failure: None,
        };
        let opened = match mode {
            Mode::Read => store.read(),
            Mode::Write { .. } => store.read_and_repair(),
        };
        opened.map_err(|error| failed(directory, &error))?;
        Ok(store)
    }

    /// Where it is.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// What was wrong with the files, in sentences.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// Of these, those that were not taken before.
    pub fn take_notices(&mut self) -> Vec<String> {
        let new = self.notices[self.taken..].to_vec();
        self.taken = self.notices.len();
        new
    }

    fn read(&mut self) -> io::Result<()> {
        let _lock = self.log.lock_shared();
        let contents = self.log.read()?;
        self.take(&contents);
        Ok(())
    }

    fn read_and_repair(&mut self) -> io::Result<()> {
        std::fs::create_dir_all(&self.directory)?;
        let _lock = self.log.lock()?;
        let contents = self.log.read()?;
        let taken = self.take(&contents);
        match self.fit(&contents, &taken)? {
            Fit::Later => {
                self.failure = Some(taken_over().to_string());
                self.mode = Mode::Read;
                Ok(())
            }
            Fit::Ours if taken.damaged == 0 => Ok(()),
            Fit::Ours | Fit::Replace => self.replace(),
        }
    }

    /// Whether the file that was read can be gone on with. What others wrote in another form is never overwritten:
    /// it gets another name, or is left alone where others still use it.
    fn fit(&mut self, contents: &Contents, taken: &Taken) -> io::Result<Fit> {
        let is_foreign = match contents.head {
            Some(Head::Ours) => return Ok(Fit::Ours),
            Some(Head::Version(version)) if version > VERSION => return Ok(Fit::Later),
            Some(Head::Version(_)) => true,
            Some(Head::Other) => taken.records == 0,
            None => false,
        };
        if is_foreign {
            let aside = self.log.set_aside()?;
            self.notices.push(format!("it was set aside as {}", aside.display()));
        }
        Ok(Fit::Replace)
    }

    fn replace(&mut self) -> io::Result<()> {
        let records =
            self.records.iter().map(|(&(kind, key), held)| Record { kind, key, body: &held.body });
        self.log.replace(records)?;
        Ok(())
    }

    /// Takes over the records of what was read.
    fn take(&mut self, contents: &Contents) -> Taken {
        let name = self.directory.join(RECORDS);
        let name = name.display();
        let start = match contents.head {
            None | Some(Head::Ours) => 0,
            Some(Head::Version(version)) => {
                let what = if version > VERSION { "not used, and not changed" } else { "not used" };
                self.notices.push(format!("{name} is of version {version}: {what}"));
                return Taken { records: 0, damaged: 0, tail: 0 };
            }
            Some(Head::Other) => {
                self.notices.push(format!("{name} does not start as a store does"));
                0
            }
        };
        let scan = record::scan(&contents.bytes, start);
        for record in &scan.records {
            self.clock += 1;
            let held = Held { body: record.body.into(), age: self.clock };
            self.records.insert((record.kind, record.key), held);
        }
        let damaged = scan.damaged.iter().map(|(_, length)| length).sum();
        let stranger = contents.head == Some(Head::Other) && scan.records.is_empty();
        if damaged > 0 && !stranger {
            let places = scan.damaged.len();
            self.notices.push(format!("{name}: {damaged} bytes in {places} places are damaged"));
        }
        let records = scan.records.len();
        Taken { records, damaged, tail: contents.bytes.len() - scan.end }
    }

    /// What is kept under a key.
    pub fn get(&mut self, kind: Kind, key: Key) -> Option<&[u8]> {
        self.clock += 1;
        let held = self.records.get_mut(&(kind, key))?;
        held.age = self.clock;
        Some(&held.body)
    }

    /// Keeps something under a key, instead of what was there.
    pub fn put(&mut self, kind: Kind, key: Key, body: Vec<u8>) {
        if body.len() > LONGEST {
            return;
        }
        self.clock += 1;
        if self.is_writable() {
            record::write(&mut self.pending, &Record { kind, key, body: &body });
        }
        self.records.insert((kind, key), Held { body: body.into(), age: self.clock });
        if self.pending.len() >= PENDING || self.flushed.elapsed() >= WAITING {
            self.flush();
        }
    }

    fn is_writable(&self) -> bool {
        matches!(self.mode, Mode::Write { .. })
    }

    /// Appends what is new to the file.
    pub fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        self.flushed = Instant::now();
        if let Err(error) = self.append() {
            self.give_up(&error);
        }
    }

    fn give_up(&mut self, error: &io::Error) {
        self.notices.push(format!("{}: {error}: nothing more is kept", self.directory.display()));
        self.failure = Some(error.to_string());
        self.mode = Mode::Read;
        self.pending.clear();
    }

    /// Writes what is not written yet, to last. Dropping does so too, but where threads share a store, a
    /// process may end before the last of them drops it.
    pub fn save(&mut self) {
        let is_changed = !self.pending.is_empty();
        self.flush();
        if is_changed && self.is_writable() {
            // Against a loss of power, and for file systems that find out late that they are full.
            if let Err(error) = self.log.sync() {
                self.give_up(&error);
            }
        }
    }

    fn append(&mut self) -> io::Result<()> {
        let Mode::Write { limit } = self.mode else { return Ok(()) };
        let _lock = self.log.lock()?;
        // Ours are younger than what others appended meanwhile.
        let pending = std::mem::take(&mut self.pending);
        let contents = self.log.read()?;
        let taken = self.take(&contents);
        for record in record::scan(&pending, 0).records {
            self.clock += 1;
            let held = Held { body: record.body.into(), age: self.clock };
            self.records.insert((record.kind, record.key), held);
        }
        let size = match self.fit(&contents, &taken)? {
            Fit::Later => return Err(taken_over()),
            Fit::Ours if taken.damaged == taken.tail => self.log.append(&pending, taken.tail)?,
            Fit::Ours | Fit::Replace => {
                self.replace()?;
                0
            }
        };
        if size > limit { self.shrink(limit / 4 * 3) } else { Ok(()) }
    }

    /// Drops what was not used for longest until the file has at most so many bytes.
    fn shrink(&mut self, limit: u64) -> io::Result<()> {
        let mut by_age: Vec<(u64, (Kind, Key), u64)> = self
            .records
            .iter()
            .map(|(&key, held)| (held.age, key, record::size(held.body.len()) as u64))
            .collect();
        by_age.sort_unstable();
        let mut total = HEADER as u64 + by_age.iter().map(|(_, _, size)| size).sum::<u64>();
        for (_, key, size) in by_age {
            if total <= limit {
                break;
            }
            total -= size;
            self.records.remove(&key);
        }
        self.replace()
    }

    /// Drops what is there twice or damaged, and what was not used for longest until the file has
    /// at most so many bytes. Says how many records are left.
    pub fn collect_garbage(&mut self, limit: u64) -> Result<usize, StoreError> {
        self.flush();
        self.all_written()?;
        self.read_and_shrink(limit).map_err(|error| failed(&self.directory, &error))?;
        Ok(self.records.len())
    }

    fn read_and_shrink(&mut self, limit: u64) -> io::Result<()> {
        let _lock = self.log.lock()?;
        let contents = self.log.read()?;
        let taken = self.take(&contents);
        match self.fit(&contents, &taken)? {
            Fit::Later => Err(taken_over()),
            Fit::Ours | Fit::Replace => self.shrink(limit),
        }
    }

    /// An error if something was not or cannot be written.
    fn all_written(&self) -> Result<(), StoreError> {
        if self.is_writable() {
            return Ok(());
        }
        let why = self.failure.as_deref().unwrap_or("it was opened to read");
        let message = format!("the store {} cannot be written: {why}", self.directory.display());
        Err(StoreError { message, hint: None })
    }

    /// Everything, in the order of kinds and keys.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.records.iter().map(|(&(kind, key), held)| Entry { kind, key, body: &held.body })
    }

    /// All records as one file: the same records give the same bytes.
    pub fn export(&self) -> Vec<u8> {
        let mut bytes = record::header(0);
        for Entry { kind, key, body } in self.entries() {
            record::write(&mut bytes, &Record { kind, key, body });
        }
        bytes
    }

    /// Takes over the records of an export, but for keys that are known. Says how many were new, or that not all of
    /// them could be written.
    pub fn import(&mut self, bytes: &[u8]) -> Result<usize, StoreError> {
        let refused = |message: &str| StoreError { message: message.to_owned(), hint: None };
        match record::read_header(bytes) {
            Head::Ours => {}
            Head::Version(_) => return Err(refused("the export is of another version")),
            Head::Other => return Err(refused("this is no export of a store")),
        }
        let scan = record::scan(bytes, HEADER);
        if !scan.damaged.is_empty() {
            return Err(refused("the export is damaged: nothing was taken over"));
        }
        let mut new = 0;
        for record in scan.records {
            if !self.records.contains_key(&(record.kind, record.key)) {
                self.put(record.kind, record.key, record.body.to_vec());
                new += 1;
            }
        }
        self.save();
        self.all_written()?;
        Ok(new)
    }
}

/// What may be done with the file.
enum Fit {
    /// It can be appended to.
    Ours,
    /// It has to be written anew.
    Replace,
    /// A later version uses it.
    Later,
}

/// What taking over records found.
struct Taken {
    /// How many are intact.
    records: usize,
    /// Bytes that are none.
    damaged: usize,
    /// Of these, at the end.
    tail: usize,
}

impl Drop for Store {
    fn drop(&mut self) {
        self.save();
    }
}

/// Reads a store without changing it: how many records are intact, and what is wrong.
pub fn verify(directory: &Path) -> Result<(usize, Vec<String>), StoreError> {
    let store = Store::open(directory, Mode::Read)?;
    Ok((store.records.len(), store.notices.clone()))
}
