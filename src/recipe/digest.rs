//! SHA-256 of files that stream by.

use sha2::{Digest as _, Sha256};

/// The SHA-256 of bytes that arrive in chunks.
#[derive(Debug, Clone, Default)]
pub struct Digest(Sha256);

impl Digest {
    /// The digest of no bytes yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a chunk.
    pub fn push(&mut self, chunk: &[u8]) {
        self.0.update(chunk);
    }

    /// The digest in hexadecimal digits.
    pub fn finish(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_digest() {
        let mut digest = Digest::new();
        digest.push(b"a");
        digest.push(b"bc");
        assert_eq!(digest.finish(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
