//! Exhibits, as the page shows them before they are copied.

use crate::exhibit::Exhibit;
use serde::Serialize;
use tsify::Tsify;

message! {
    /// An exhibit as text for another page.
    pub struct Snippet {
        /// The element with the recorded JSON, and the content that is read without a script.
        html: String,
        /// Which values of the table it contains, in a sentence.
        contents: String,
    }
}

impl From<&Exhibit> for Snippet {
    fn from(exhibit: &Exhibit) -> Self {
        Self { html: exhibit.snippet(), contents: exhibit.contents().to_owned() }
    }
}
