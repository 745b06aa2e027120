//! What inputs are: the bounds within which they are arbitrary.
//!
//! Whatever is bounded here is part of what a run claims: *complete* means complete for these
//! inputs. The sentences of [`Machine::assumptions`](crate::Machine::assumptions) say so to the
//! user.

/// Bytes of one input at most: each is a variable.
pub(crate) const MOST_BYTES: u64 = 1 << 22;

/// How large inputs are, and how deep pointers lead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputModel {
    /// How many pointers after each other are followed to fresh objects.
    pub pointer_depth: u32,
    /// The size of strings, their zero included, and of memory of which nothing is known.
    pub string_size: u64,
    /// The most elements of a buffer with its length beside it, or bytes of a fuzzer's input; each
    /// has a default of its own.
    pub max_size: Option<u64>,
    /// Parameters that point to as many elements as another parameter, or a number, says.
    pub buffers: Vec<(String, String)>,
    /// Whether a pointer is decided when it is loaded from memory, and not only when it is followed.
    pub initialize_on_load: bool,
    /// Bytes of standard input; none when it is empty.
    pub stdin: Option<u64>,
    /// Arguments of `main`.
    pub arguments: Option<SymbolicArguments>,
}

/// Symbolic arguments of `main` after the program's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymbolicArguments {
    /// At least so many.
    pub least: u64,
    /// At most so many.
    pub most: u64,
    /// Characters of each at most.
    pub length: u64,
}

impl Default for InputModel {
    fn default() -> Self {
        Self {
            pointer_depth: 4,
            string_size: 16,
            max_size: None,
            buffers: Vec::new(),
            initialize_on_load: false,
            stdin: None,
            arguments: None,
        }
    }
}

impl InputModel {
    /// The most elements of a buffer.
    pub fn buffer_elements(&self) -> u64 {
        self.max_size.unwrap_or(32)
    }

    /// The most bytes of a fuzzer's input.
    pub fn fuzzer_bytes(&self) -> u64 {
        self.max_size.unwrap_or(64)
    }
}

/// Whether a parameter of this name says how many elements the pointer beside it points to.
pub(crate) fn is_count_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let whole = ["n", "len", "length", "size", "sz", "count", "cnt", "num", "nmemb", "nbytes"];
    let ends = ["len", "length", "size", "count", "bytes", "_n", "_sz", "_num"];
    whole.contains(&name.as_str())
        || ends.iter().any(|end| name.ends_with(end))
        || ["num_", "n_", "nelem"].iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::is_count_name;

    #[test]
    fn names_of_counts() {
        for name in ["n", "len", "data_len", "dataLen", "bufSize", "num_items", "nbytes", "sz"] {
            assert!(is_count_name(name), "{name}");
        }
        for name in ["x", "flags", "mode", "c", "base", "index", "fd"] {
            assert!(!is_count_name(name), "{name}");
        }
    }
}
