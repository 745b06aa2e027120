//! A smaller program that shows the same disagreement: lines, blocks and functions are left out
//! as long as what is left compiles and still disagrees in the same way.

use std::time::{Duration, Instant};

use super::compare::{Bench, Disagreement, Question, line_of};

/// Shrinks a program for at most `limit`.
pub fn shrink(
    bench: &Bench<'_>,
    text: &str,
    disagreement: &Disagreement,
    limit: Duration,
) -> Result<String, String> {
    let started = Instant::now();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    loop {
        let before = lines.len();
        let mut at = lines.len();
        while at > 0 {
            at = (at - 1).min(lines.len().saturating_sub(1));
            for smaller in candidates(&lines, at) {
                if started.elapsed() > limit {
                    return Ok(lines.join("\n") + "\n");
                }
                if still_disagrees(bench, &smaller, disagreement)? {
                    lines = smaller;
                    break;
                }
            }
        }
        if lines.len() == before {
            return Ok(lines.join("\n") + "\n");
        }
    }
}

/// What can be left out at a line: the block that it opens, only its braces, or itself.
fn candidates(lines: &[String], at: usize) -> Vec<Vec<String>> {
    let Some(line) = lines.get(at) else { return Vec::new() };
    let without = |range: std::ops::RangeInclusive<usize>| {
        let kept = lines.iter().enumerate().filter(|(k, _)| !range.contains(k));
        kept.map(|(_, line)| line.clone()).collect::<Vec<_>>()
    };
    if !line.ends_with('{') || line.trim_start().starts_with('}') {
        return vec![without(at..=at)];
    }
    let Some(end) = closing(lines, at) else { return Vec::new() };
    let mut unwrapped = without(end..=end);
    unwrapped.remove(at);
    let mut found = vec![without(at..=end), unwrapped];
    // An `else` ends the first block.
    let middle = (at + 1..end).find(|&k| lines[k].trim() == "} else {" && depth(lines, at, k) == 1);
    if let Some(middle) = middle {
        found.push(without(middle..=end - 1));
    }
    found
}

/// Braces that are open after the line before `to`, counted from `from`.
fn depth(lines: &[String], from: usize, to: usize) -> i32 {
    lines[from..to].iter().map(|line| balance(line)).sum()
}

fn balance(line: &str) -> i32 {
    line.matches('{').count() as i32 - line.matches('}').count() as i32
}

fn closing(lines: &[String], at: usize) -> Option<usize> {
    let mut open = 0;
    for (k, line) in lines.iter().enumerate().skip(at) {
        open += balance(line);
        if open == 0 {
            return Some(k);
        }
    }
    None
}

fn still_disagrees(
    bench: &Bench<'_>,
    lines: &[String],
    disagreement: &Disagreement,
) -> Result<bool, String> {
    let text = lines.join("\n") + "\n";
    if let Question::Mark(number) = disagreement.question
        && line_of(&text, number).is_none()
    {
        return Ok(false);
    }
    if !bench.compile(&text)? {
        return Ok(false);
    }
    let compared = bench.compare(&text, &disagreement.question, &disagreement.strategies)?;
    Ok(compared.1.is_some_and(|found| found.kind == disagreement.kind))
}

#[cfg(test)]
mod tests {
    use super::candidates;

    #[test]
    fn blocks_go_as_a_whole_or_lose_their_braces() {
        let text = "int f(void) {\n  if (x) {\n    a;\n  } else {\n    b;\n  }\n}";
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let shown: Vec<String> = candidates(&lines, 1).iter().map(|lines| lines.join("")).collect();
        assert_eq!(shown[0], "int f(void) {}");
        assert_eq!(shown[2], "int f(void) {  if (x) {    a;  }}");
    }
}
