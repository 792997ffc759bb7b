//! Drawings in SVG, from the top to the bottom.

use std::fmt::Write;

/// Left edge of all parts.
pub(crate) const LEFT: usize = 20;

/// Drawing in progress.
pub(crate) struct Drawing {
    body: String,
    width: usize,
    /// Style sheet.
    style: &'static str,
    /// Lower edge of what is drawn.
    pub y: usize,
}

impl Drawing {
    /// Creates an empty drawing of a least width.
    pub fn new(width: usize, style: &'static str) -> Self {
        Drawing { body: String::new(), width, style, y: 0 }
    }

    /// Draws a text, in which `<` and `&` are escaped, from a point of its base line to the right.
    pub fn text(&mut self, x: usize, y: usize, class: &str, text: &str) {
        self.width = self.width.max(x + 7 * text.len() + LEFT);
        let _ = writeln!(self.body, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{text}</text>");
    }

    /// Draws a text in the middle of a part that is drawn.
    pub fn centred(&mut self, x: usize, y: usize, class: &str, text: &str) {
        let _ = writeln!(self.body, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\" text-anchor=\"middle\">{text}</text>");
    }

    /// Draws a rectangle by its upper left corner and its size.
    pub fn rectangle(&mut self, [x, y]: [usize; 2], [width, height]: [usize; 2], class: &str) {
        self.width = self.width.max(x + width + LEFT);
        let _ =
            writeln!(self.body, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" class=\"{class}\"/>");
    }

    /// Draws a small circle around a point, with the text that a pointer there shows.
    pub fn circle(&mut self, [x, y]: [usize; 2], class: &str, title: &str) {
        let title = escaped(title);
        let _ = writeln!(
            self.body,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" class=\"{class}\"><title>{title}</title></circle>"
        );
    }

    /// Draws a straight link.
    pub fn line(&mut self, [x, y]: [usize; 2], [to_x, to_y]: [usize; 2]) {
        self.width = self.width.max(to_x + LEFT);
        let _ = writeln!(self.body, "<path d=\"M{x} {y}L{to_x} {to_y}\" class=\"link\"/>");
    }

    /// Draws the commands of a path from a point on.
    pub fn path(&mut self, [x, y]: [usize; 2], commands: &str, class: &str) {
        let _ = writeln!(self.body, "<path transform=\"translate({x} {y})\" d=\"{commands}\" class=\"{class}\"/>");
    }

    /// Returns the text of the drawing.
    pub fn finish(self) -> String {
        let (width, height, style) = (self.width, self.y + 20, self.style);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} \
             {height}\">\n\
             <style>{style}</style>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{}</svg>\n",
            self.body
        )
    }
}

/// Escapes what XML does not have in a text.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
