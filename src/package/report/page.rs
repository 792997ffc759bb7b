//! A page in HTML from a document in Markdown, with its pictures inside.

use crate::package::file::File;
use crate::package::template::fill;
use pulldown_cmark::{html, CowStr, Event, HeadingLevel, Options, Parser, Tag};
use serde::Serialize;

/// Holes of the template.
#[derive(Serialize)]
struct Page<'a> {
    title: &'a str,
    /// Chapters, for the list at the top.
    chapters: Vec<Chapter>,
    body: String,
}

#[derive(Serialize)]
struct Chapter {
    id: String,
    title: String,
}

/// Writes a page. `pictures`: files in SVG, which the document names.
pub fn page(title: &str, document: &str, pictures: &[File]) -> String {
    let mut events: Vec<Event> = Parser::new_ext(document, Options::ENABLE_TABLES).collect();
    let mut chapters = vec![];
    for place in 0..events.len() {
        let text = match events.get(place + 1) {
            Some(Event::Text(text)) => text.to_string(),
            _ => String::new(),
        };
        match &mut events[place] {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, id, .. }) => {
                let chapter = Chapter { id: text.to_lowercase().replace(' ', "-"), title: text };
                *id = Some(chapter.id.clone().into());
                chapters.push(chapter);
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                if let Some(picture) = pictures.iter().find(|picture| picture.name == **dest_url) {
                    *dest_url = inside(picture);
                }
            }
            _ => {}
        }
    }
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    fill(include_str!("../../../templates/report.html.hbs"), &Page { title, chapters, body })
}

/// Returns a picture as an address that holds it whole. The writer of HTML escapes what is left.
fn inside(picture: &File) -> CowStr<'static> {
    let text = String::from_utf8_lossy(&picture.contents);
    let text = text.replace('%', "%25").replace('#', "%23").replace('\n', " ");
    format!("data:image/svg+xml,{text}").into()
}
