//! Drawings without a style sheet: they take the colour of the surrounding text.

use super::markup::escaped;
use std::fmt::Write;

/// The width of every drawing, in its own units. It is drawn no larger than that and shrinks with the page.
pub(crate) const WIDTH: f64 = 480.0;

/// The least height of a drawing: the element that replaces it needs this much.
const LEAST_HEIGHT: f64 = 180.0;

/// The alignment of a text at its position.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    /// It begins there.
    Start,
    /// The middle is there.
    Middle,
    /// It ends there.
    End,
}

/// The strength of a line or an area.
#[derive(Clone, Copy)]
pub(crate) enum Tone {
    /// A rule behind the drawing.
    Faint,
    /// The drawn data.
    Full,
}

impl Tone {
    fn opacity(self) -> &'static str {
        match self {
            Self::Faint => "0.2",
            Self::Full => "1",
        }
    }
}

/// A drawing that grows element by element.
pub(crate) struct Drawing {
    height: f64,
    label: String,
    elements: String,
}

impl Drawing {
    /// An empty drawing. `label` describes it completely, for those who cannot see it.
    pub(crate) fn new(height: f64, label: impl Into<String>) -> Self {
        Self { height: height.max(LEAST_HEIGHT), label: label.into(), elements: String::new() }
    }

    /// Adds an element; writing to a string cannot fail.
    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = self.elements.write_fmt(element);
        self.elements.push('\n');
    }

    /// A line through points given as the commands of a path.
    pub(crate) fn line(&mut self, commands: &str, tone: Tone) {
        self.add(format_args!(
            "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\" opacity=\"{}\" d=\"{commands}\"/>",
            tone.opacity()
        ));
    }

    /// An area from its upper left corner, filled to a share from 0 to 1, with an outline if `edge` is set.
    pub(crate) fn rect(&mut self, (x, y): (f64, f64), (w, h): (f64, f64), fill: f64, edge: bool) {
        let stroke = if edge { " stroke=\"currentColor\"" } else { "" };
        self.add(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" fill-opacity=\"{fill:.2}\"{stroke}/>"
        ));
    }

    /// A dot.
    pub(crate) fn dot(&mut self, (x, y): (f64, f64), radius: f64) {
        self.add(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"currentColor\"/>"));
    }

    /// A text.
    pub(crate) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.add(format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escaped(text)));
    }

    /// The drawing as an element of HTML.
    pub(crate) fn html(&self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100%\" height=\"{0}\" viewBox=\"0 0 {WIDTH} {0}\" preserveAspectRatio=\"xMinYMin meet\" fill=\"currentColor\" font-size=\"12\" role=\"img\" aria-label=\"{1}\">\n{2}</svg>",
            self.height,
            escaped(&self.label),
            self.elements
        )
    }
}

/// Maps numbers to pixels.
pub(crate) struct Scale {
    domain: (f64, f64),
    range: (f64, f64),
}

impl Scale {
    /// A scale from 0 to a positive number; any other number is replaced by 1.
    pub(crate) fn from_zero(most: f64, range: (f64, f64)) -> Self {
        let most = if most > 0.0 { most } else { 1.0 };
        Self { domain: (0.0, most), range }
    }

    /// The place of a number.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let share = (value - self.domain.0) / (self.domain.1 - self.domain.0);
        self.range.0 + share * (self.range.1 - self.range.0)
    }

    /// Round numbers from 0 on, about `count` of them.
    pub(crate) fn ticks(&self, count: f64) -> Vec<f64> {
        let rough = self.domain.1 / count;
        let power = libm::pow(10.0, libm::floor(libm::log10(rough)));
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|times| times * power)
            .into_iter()
            .find(|step| *step >= rough)
            .unwrap_or(10.0 * power);
        let most = libm::floor(self.domain.1 / step + 1e-9) as u32;
        (0..=most).map(|tick| f64::from(tick) * step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within_the_scale() {
        let ticks = |most: f64| Scale::from_zero(most, (0.0, 100.0)).ticks(5.0);
        assert_eq!(ticks(1.0), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
        assert_eq!(ticks(14.7), [0.0, 5.0, 10.0]);
        assert_eq!(ticks(0.0), ticks(1.0));
        assert_eq!(Scale::from_zero(4.0, (10.0, 0.0)).at(1.0), 7.5);
    }

    #[test]
    fn a_name_cannot_leave_its_text() {
        let mut drawing = Drawing::new(10.0, "a \"b\" <c>");
        assert!(drawing.html().contains("height=\"180\""));
        drawing.text((1.0, 2.0), Anchor::Start, "</svg><script>");
        let html = drawing.html();
        assert!(html.contains("aria-label=\"a &quot;b&quot; &lt;c&gt;\""));
        assert_eq!(html.matches("</svg>").count(), 1);
        assert!(!html.contains("<script"));
    }
}
