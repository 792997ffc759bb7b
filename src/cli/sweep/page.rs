//! Page of a sweep in HTML: the picture, and a table of the designs that sorts by each of its columns.

use super::super::counts::counted;
use super::plot;
use super::summary::Summary;
use crate::package::drawing::escaped;
use crate::package::page;

/// What the page has beside reports: columns that sort, and a box that shows the designs that are on no front.
const STYLE: &str = "<style>
th button { all: unset; cursor: pointer; }
th button:focus-visible { outline: auto; }
th[aria-sort=ascending]::after { content: ' ▲'; }
th[aria-sort=descending]::after { content: ' ▼'; }
body:not(:has(#all:checked)) .beaten { display: none; }
svg { max-width: 100%; height: auto; }
td { white-space: nowrap; }
</style>";

/// Sorts the rows by the column of a button, and the other way round by the same one again. Cells without a number are
/// the last.
const SCRIPT: &str = "<script>
for (const button of document.querySelectorAll('th button')) button.onclick = () => {
  const head = button.parentNode, rows = [...document.querySelectorAll('tbody tr')];
  const sign = head.getAttribute('aria-sort') === 'ascending' ? -1 : 1;
  for (const other of head.parentNode.cells) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', sign === 1 ? 'ascending' : 'descending');
  const text = row => row.cells[head.cellIndex].textContent.replaceAll(',', '');
  const order = (a, b) => (a === '-') - (b === '-') || sign * (a - b || a.localeCompare(b, 'en', { numeric: true }));
  rows.sort((a, b) => order(text(a), text(b)));
  document.querySelector('tbody').append(...rows);
};
</script>";

/// Writes the page, whose rows are those that have a price and a throughput, the front first.
pub fn html(summary: &Summary) -> String {
    let name = escaped(&summary.files.name());
    let cell = |tag: &str, text: &str| format!("<{tag}>{}</{tag}>", escaped(text));
    let heads = summary.heads().into_iter().map(|head| format!("<th><button>{}</button></th>", escaped(head)));
    let heads: String = heads.chain(["<th>command</th>".into()]).collect();
    let mut rows: Vec<_> = summary.priced().collect();
    rows.sort_by_key(|(_, row, is_on_front)| (!is_on_front, row.points, row.price));
    let count = rows.iter().filter(|(_, _, is_on_front)| *is_on_front).count();
    let lines = rows.iter().map(|(design, row, is_on_front)| {
        let cells: String = summary.cells(design, row).iter().map(|text| cell("td", text)).collect();
        let class = if *is_on_front { "" } else { " class=\"beaten\"" };
        format!("<tr{class}>{cells}<td>{}</td></tr>\n", cell("code", &row.command))
    });
    let (lines, all, picture): (String, _, _) = (lines.collect(), counted(rows.len(), "design"), plot::svg(summary));
    let document = format!(
        "<h1>{name}</h1>\n\n{STYLE}\n\n## Price and throughput\n\n{picture}\n\n## Designs\n\n\
         {count} of {all} on the Pareto front: no other one of as many points beats them in price, throughput and \
         signal-to-noise ratio.\n\n<p><label><input type=\"checkbox\" id=\"all\"> show the others too</label></p>\n\n\
         <table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{lines}</tbody>\n</table>\n\n{SCRIPT}\n"
    );
    page(&name, &document, &[])
}
