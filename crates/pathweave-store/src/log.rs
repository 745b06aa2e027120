//! The file of records on disk: who may touch it when.
//!
//! Whoever reads the file holds the lock at least shared, whoever writes it holds it exclusively. The
//! lock is on a file of its own that is never replaced: a lock on `records` itself would be a lock on a
//! file that someone may just have renamed away. The easy mistake is to keep an offset into the file
//! across a release of the lock without asking whether it is still the same file, which
//! [`Log::read`] does.

use crate::record::{self, HEADER, Head, Record};
use std::fs::{File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The file of records.
pub const RECORDS: &str = "records";
/// The file that is locked.
pub const LOCK: &str = "lock";
/// What a replacement is written to.
const NEW: &str = "records.new";

/// The file of records of a directory.
#[derive(Debug)]
pub struct Log {
    directory: PathBuf,
    /// What the file began with when it was last looked at, if that was ours. Its number tells it from one that was
    /// renamed to its place, as an inode does not: that is given out again.
    header: Option<Vec<u8>>,
    /// Up to where it was read; everything before is intact or known to be damaged.
    read: u64,
}

/// A number that no other file has: only chance could give one again.
fn new_number() -> u64 {
    RandomState::new().hash_one(std::process::id())
}

/// What was read from the file.
pub struct Contents {
    /// What was not read before; all of the file where its beginning is not ours.
    pub bytes: Vec<u8>,
    /// What the beginning of the file says; nothing when there is no file.
    pub head: Option<Head>,
}

impl Log {
    /// The file of a directory, not looked at yet.
    pub fn new(directory: &Path) -> Self {
        Self { directory: directory.to_owned(), header: None, read: 0 }
    }

    fn path(&self) -> PathBuf {
        self.directory.join(RECORDS)
    }

    /// Waits for the lock, to write. It is given back when the file is dropped.
    pub fn lock(&self) -> io::Result<File> {
        let mut options = OpenOptions::new();
        let file = options.create(true).append(true).open(self.directory.join(LOCK))?;
        file.lock()?;
        Ok(file)
    }

    /// The lock to read, if there is one to have: a directory that cannot be written may have none.
    pub fn lock_shared(&self) -> Option<File> {
        let file = File::open(self.directory.join(LOCK)).ok()?;
        match file.try_lock_shared() {
            Ok(()) => Some(file),
            Err(TryLockError::WouldBlock) => file.lock_shared().ok().map(|()| file),
            Err(TryLockError::Error(_)) => None,
        }
    }

    /// Reads what was not read before. Call it with a lock.
    pub fn read(&mut self) -> io::Result<Contents> {
        let mut file = match File::open(self.path()) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                (self.header, self.read) = (None, 0);
                return Ok(Contents { bytes: Vec::new(), head: None });
            }
            Err(error) => return Err(error),
        };
        let mut header = Vec::new();
        Read::by_ref(&mut file).take(HEADER as u64).read_to_end(&mut header)?;
        let head = record::read_header(&header);
        let is_shorter = file.metadata()?.len() < self.read;
        match head {
            Head::Ours if self.header.as_ref() == Some(&header) && !is_shorter => {}
            Head::Ours => (self.header, self.read) = (Some(header), HEADER as u64),
            _ => (self.header, self.read) = (None, 0),
        }
        file.seek(SeekFrom::Start(self.read))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        self.read += bytes.len() as u64;
        Ok(Contents { bytes, head: Some(head) })
    }

    /// Cuts off what is not intact at the end, and appends. Call it with the exclusive lock, after
    /// reading; `tail` bytes at the end are no records.
    pub fn append(&mut self, bytes: &[u8], tail: usize) -> io::Result<u64> {
        let mut file = OpenOptions::new().read(true).write(true).open(self.path())?;
        self.read -= tail as u64;
        file.set_len(self.read)?;
        file.seek(SeekFrom::Start(self.read))?;
        if let Err(error) = file.write_all(bytes) {
            // Half a record would be damage to whoever reads next.
            let _ = file.set_len(self.read);
            return Err(error);
        }
        self.read += bytes.len() as u64;
        Ok(self.read)
    }

    /// Makes everything appended so far survive a loss of power.
    pub fn sync(&self) -> io::Result<()> {
        File::open(self.path())?.sync_data()
    }

    /// Replaces the file by one with these records. Call it with the exclusive lock.
    pub fn replace<'r>(
        &mut self,
        records: impl IntoIterator<Item = Record<'r>>,
    ) -> io::Result<u64> {
        let header = record::header(new_number());
        let mut bytes = header.clone();
        records.into_iter().for_each(|record| record::write(&mut bytes, &record));
        let new = self.directory.join(NEW);
        let mut file = File::create(&new)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        std::fs::rename(&new, self.path())?;
        (self.header, self.read) = (Some(header), bytes.len() as u64);
        Ok(self.read)
    }

    /// Gives a file that is no store another name, and says which.
    pub fn set_aside(&self) -> io::Result<PathBuf> {
        let free = |number: &u32| !self.directory.join(format!("foreign-{number}")).exists();
        let number = (1..).find(free).unwrap_or(1);
        let aside = self.directory.join(format!("foreign-{number}"));
        std::fs::rename(self.path(), &aside)?;
        Ok(aside)
    }
}
