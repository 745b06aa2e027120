//! The command line of `cargo xtask`: a command and `--name value` pairs.

/// What was typed.
pub struct Arguments {
    words: Vec<String>,
}

impl Arguments {
    /// Reads the process's own arguments.
    pub fn from_command_line() -> Arguments {
        Arguments { words: std::env::args().skip(1).collect() }
    }

    /// The command, the first word.
    pub fn command(&self) -> Option<&str> {
        self.words.first().map(String::as_str)
    }

    /// Whether the usage is asked for.
    pub fn asks_for_help(&self) -> bool {
        self.words.iter().any(|word| word == "--help" || word == "-h")
    }

    /// The text after `--name`.
    pub fn text(&self, name: &str) -> Option<&str> {
        let at = self.words.iter().position(|word| word.strip_prefix("--") == Some(name))?;
        self.words.get(at + 1).map(String::as_str)
    }

    /// The number after `--name`, or `default`.
    pub fn number(&self, name: &str, default: u64) -> Result<u64, String> {
        match self.text(name) {
            Some(text) => text.parse().map_err(|_| format!("--{name} {text}: not a number")),
            None => Ok(default),
        }
    }
}
