//! Lists of points in files, for `--support`.
//!
//! A line names a point: by its position in the frame, row by row, or by its index along each dimension. Numbers are
//! separated by commas, semicolons, tabulators or blanks. A first line of names, blank lines and comments after `#`
//! are skipped.

use super::whole_file;
use fftgen::formula::Support;
use fftgen::{quoted, Error};
use std::path::Path;

/// Maximum length of a list in MiB.
const MAX_MIB: u64 = 16;

/// Reads the points of a file.
pub fn read(path: &Path) -> Result<Support, Error> {
    let wrong = |what: String| Error::Usage(format!("support {}: {what}", path.display()));
    let text = whole_file::text(path, MAX_MIB).map_err(|error| {
        wrong(format!(
            "it is neither sphere:R nor box:AxB, nor a file that can be read ({error}); name a file of points"
        ))
    })?;
    parse(&text).map(Support::List).map_err(wrong)
}

/// Reads the points of a text. The error states the line.
pub fn parse(text: &str) -> Result<Vec<Vec<usize>>, String> {
    let mut points: Vec<Vec<usize>> = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let mut lines = lines.zip(1..).filter(|(line, _)| !line.is_empty()).peekable();
    let is_name = |line: &str| line.starts_with(|c: char| c.is_alphabetic() || c == '"');
    lines.next_if(|(line, _)| is_name(line));
    for (line, number) in lines {
        let words = line.split([',', ';', '\t', ' ']).filter(|word| !word.is_empty());
        let index = |word: &str| {
            let whole = word.parse().ok().filter(|index| *index <= u32::MAX as usize);
            whole.ok_or_else(|| {
                format!("line {number}: {} is no index; give whole numbers from 0 on, as in 12 or 1,4", quoted(word))
            })
        };
        let point: Vec<usize> = words.map(index).collect::<Result<_, _>>()?;
        match points.first() {
            _ if point.is_empty() => {
                return Err(format!("line {number}: no index; give whole numbers, as in 12 or 1,4"))
            }
            Some(first) if first.len() != point.len() => {
                return Err(format!(
                    "line {number}: {} numbers, and {} in the lines before; write all points alike",
                    point.len(),
                    first.len()
                ))
            }
            _ => points.push(point),
        }
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn points_are_positions_or_indices() {
        assert_eq!(parse("3\n\n1 # the second\n"), Ok(vec![vec![3], vec![1]]));
        assert_eq!(parse("x,y\n3,1\r\n 4;\t2\n"), Ok(vec![vec![3, 1], vec![4, 2]]));
        assert_eq!(parse(""), Ok(vec![]));
    }

    #[test]
    fn what_is_no_point_has_its_line() {
        for (text, message) in [
            ("1\n-2", "line 2: \"-2\" is no index"),
            ("1\n\n2.5", "line 3: \"2.5\" is no index"),
            ("x\ny", "line 2: \"y\" is no index"),
            ("1,2\n3", "line 2: 1 numbers, and 2 in the lines before"),
            (",", "line 1: no index"),
        ] {
            let found = parse(text).unwrap_err();
            assert!(found.starts_with(message), "{text}: {found}");
        }
    }
}
