//! Encodings: the guess where a file does not say its own, and those that only this crate decodes.

mod code_page;
mod guess;
mod tables;

pub use code_page::CodePage;
pub(super) use guess::guess;
