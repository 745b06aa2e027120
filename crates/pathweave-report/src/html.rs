//! What every HTML page of Pathweave has in common: one file, no scripts, nothing from elsewhere,
//! readable in light and dark, on a telephone and on paper.
//!
//! Every text that comes from outside goes through [`escaped`], and source text through [`source`].
//! Attributes stand in double quotes.

pub use crate::text::escaped;

const STYLE: &str = include_str!("html/base.css");

/// A page: its title as plain text, what it adds to the head as HTML, its own style, its body as HTML.
pub fn document(title: &str, head: &str, style: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n{head}\
         <title>{title}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// Source text as HTML. Characters that would show the text in another order than the compiler reads
/// it are spelled out, and a text of more than `most` characters is cut.
pub fn source(text: &str, most: usize) -> String {
    let mut plain = String::with_capacity(text.len());
    for (position, c) in text.chars().enumerate() {
        match c {
            _ if position == most => {
                plain.push_str(" …");
                break;
            }
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' => {
                plain.push_str(&format!("⟨U+{:04X}⟩", u32::from(c)));
            }
            '\r' => {}
            c => plain.push(c),
        }
    }
    escaped(&plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_is_markup() {
        let hostile = "</pre><script>alert('1' & \"2\")</script><!--\u{1b}[31m\u{0}";
        let safe = escaped(hostile);
        for bad in ["<", ">", "\"", "\u{1b}", "\u{0}"] {
            assert!(!safe.contains(bad), "{bad:?} in {safe}");
        }
        assert!(safe.starts_with("&lt;/pre&gt;&lt;script&gt;alert('1' &amp; &quot;2&quot;)"));
        let page = document(hostile, "", "", "");
        assert!(!page.contains("<script"), "{page}");
    }

    #[test]
    fn source_is_shown_as_it_is_compiled() {
        assert_eq!(source("if (a <\u{202e}b)\r", 99), "if (a &lt;⟨U+202E⟩b)");
        assert_eq!(source("abcdef", 3), "abc …");
        assert_eq!(source("äöü", 3), "äöü");
    }
}
