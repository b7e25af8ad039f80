//! `kanon notices`.

use crate::console::say;
use crate::failure::Failure;

/// The licences of all crates in the program; `cargo xtask notices` writes them.
const THIRD_PARTY: &str = include_str!("third_party.txt");

pub(crate) fn run() -> Result<(), Failure> {
    say!("{}", THIRD_PARTY.trim_end());
    Ok(())
}
