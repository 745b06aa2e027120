//! The function that was probably meant by a name that no function has.

use pathweave_ir::{Origin, Program};

/// The name of a function of the program with a body that is like this one, `FILE:NAME` with the same file.
pub fn similar_function(program: &Program, text: &str) -> Option<String> {
    let (file, name) = match text.rsplit_once(':') {
        Some((file, name)) => (Some(file), name),
        None => (None, text),
    };
    let names = program
        .functions
        .values()
        .filter(|function| function.origin == Origin::Program && function.body.is_some())
        .map(|function| function.source_name.as_str());
    let most = name.chars().count().div_ceil(3).min(3);
    let (_, found) = names
        .map(|known| (distance(name, known), known))
        .filter(|&(edits, known)| edits <= most && known != name)
        .min()?;
    Some(match file {
        Some(file) => format!("{file}:{found}"),
        None => found.to_owned(),
    })
}

/// How many characters have to be put in, taken out or replaced, or neighbours exchanged, to make one name
/// of the other.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) =
        (from.to_lowercase().chars().collect(), to.to_lowercase().chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=to.len()).collect()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distances() {
        assert_eq!(distance("parse", "parse"), 0);
        assert_eq!(distance("prase", "parse"), 1);
        assert_eq!(distance("Parse", "parse_"), 1);
        assert_eq!(distance("", "ab"), 2);
        assert_eq!(distance("target", "error"), 5);
    }
}
