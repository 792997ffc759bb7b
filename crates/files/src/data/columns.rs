//! Columns of a table: which fields of a line are numbers.

use super::numbers::Numbers;
use super::Frame;
use crate::error::quoted;

/// Contents of a line.
struct Form {
    parts: usize,
    count: &'static str,
    example: &'static str,
}

const COMPLEX: Form = Form { parts: 2, count: "two", example: "re,im as in 0.5,-1e-3, or re+imj as in 0.5-1e-3j" };

const REAL: Form = Form { parts: 1, count: "one", example: "a real sample as in 0.5" };

/// Columns of a table, which its first lines determine.
pub(super) struct Columns {
    form: &'static Form,
    /// Number of fields of every line.
    fields: usize,
    /// Number of the next line, if the first column is an index.
    index: Option<u64>,
    /// Columns of the numbers, counted from 0: one for each part, one for both, or one for each sample of a row.
    at: Vec<usize>,
}

impl Columns {
    /// Determines the columns from the first line of numbers. `chosen` lists columns by their names or counted from 1;
    /// it is empty if the user chooses none. `names` are those of the header.
    pub fn new(frame: &Frame, chosen: &[String], names: &[String], first: &[&str]) -> Result<Self, String> {
        let (real, lengths) = (frame.real, frame.lengths());
        let form = if real { &REAL } else { &COMPLEX };
        let fields = first.len();
        // A complex number is one field or two.
        let wanted = |at: &[usize]| match at {
            [at] if !real => parts(first[*at]).is_some(),
            _ => at.len() == form.parts && at.iter().all(|at| real || parts(first[*at]).is_none()),
        };
        if !chosen.is_empty() {
            let at: Vec<usize> = chosen.iter().map(|name| position(name, names, fields)).collect::<Result<_, _>>()?;
            return match wanted(&at) {
                true => Ok(Columns { form, fields, index: None, at }),
                false => {
                    Err(format!("columns chosen: {}, where a line has {}: {}", at.len(), form.count, form.example))
                }
            };
        }
        let (all, but_first): (Vec<usize>, Vec<usize>) = ((0..fields).collect(), (1..fields).collect());
        let unnamed = names.first().is_some_and(|name| name.is_empty());
        // Of one dimension, a line of plain numbers may as well be something else.
        let is_row = || {
            let is_clear = real || lengths.len() > 1 || first.iter().any(|field| parts(field).is_some());
            is_clear && fields > form.parts && lengths.last() == Some(&fields)
        };
        let counts = first[0].parse().ok().filter(|number| *number <= 1);
        match () {
            _ if unnamed && wanted(&but_first) => Ok(Columns { form, fields, index: None, at: but_first }),
            _ if !unnamed && wanted(&all) => Ok(Columns { form, fields, index: None, at: all }),
            _ if counts.is_some() && wanted(&but_first) => Ok(Columns { form, fields, index: counts, at: but_first }),
            _ if !unnamed && is_row() => Ok(Columns { form, fields, index: None, at: all }),
            _ => Err(format!(
                "fields: {fields}, where a line has {}: {}; of more, choose columns as in --columns 2{}",
                form.count,
                form.example,
                if real { "" } else { ",3" }
            )),
        }
    }

    /// Reads the numbers of a line.
    pub fn decode(&mut self, fields: &[&str], numbers: &mut Numbers) -> Result<(), String> {
        if fields.len() != self.fields {
            return Err(format!("fields: {}, where the lines before have {}", fields.len(), self.fields));
        }
        if let Some(index) = &mut self.index {
            if fields[0].parse() != Ok(*index) {
                let found = quoted(fields[0]);
                return Err(format!("{found} in the first column, which counts lines: {index} is next"));
            }
            *index += 1;
        }
        match (self.at.as_slice(), self.form.parts) {
            (at, 2) if at.len() != 2 => at.iter().try_for_each(|at| {
                let field = fields[*at];
                let parts = parts(field).or_else(|| number(field).map(|value| [(field, value), ("0", 0.0)]));
                let parts = parts.ok_or_else(|| self.no_number(field))?;
                parts.iter().try_for_each(|(text, value)| numbers.decimal(text, *value))
            }),
            (at, _) => at.iter().try_for_each(|at| {
                let field = fields[*at];
                numbers.decimal(field, number(field).ok_or_else(|| self.no_number(field))?)
            }),
        }
    }

    fn no_number(&self, field: &str) -> String {
        format!("{} is no number; a line is {}", quoted(field), self.form.example)
    }
}

/// Finds the column of a name or of a number.
fn position(chosen: &str, names: &[String], fields: usize) -> Result<usize, String> {
    let number = chosen.parse().ok().filter(|number| (1..=fields).contains(number)).map(|number| number - 1);
    let named = names.iter().position(|name| name == chosen).filter(|at| *at < fields);
    number.or(named).ok_or_else(|| {
        let known = names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
        let known = if names.is_empty() { "without names".into() } else { format!("named {known}") };
        format!("there is no column {}; there are {fields}, {known}", quoted(chosen))
    })
}

fn number(field: &str) -> Option<f64> {
    field.parse().ok()
}

/// Divides a complex number that is one word into its parts, as in `1+2j`, `(1e-3-2i)`, `2j` and `1+-2j`.
pub(super) fn parts(field: &str) -> Option<[(&str, f64); 2]> {
    let within = field.strip_prefix('(').and_then(|field| field.strip_suffix(')')).unwrap_or(field);
    let text = within.strip_suffix(['i', 'j', 'I', 'J'])?;
    let signs = text.rmatch_indices(['+', '-']).map(|(at, _)| at);
    let between = signs.into_iter().find(|at| *at > 0 && !text[..*at].ends_with(['e', 'E']));
    let (real, imaginary) = between.map_or(("0", text), |at| text.split_at(at));
    let real = real.strip_suffix('+').unwrap_or(real);
    Some([(real, number(real)?), (imaginary, number(imaginary)?)])
}
