//! A full-domain generalization policy.

use std::fmt;

/// A level of a generalization hierarchy; 0 is the value itself.
pub type Level = u8;

/// One level for each quasi-identifier, in the order of the file's columns.
///
/// The derived order is the lexicographic one, which breaks the last ties between policies. The order of the lattice
/// is [`generalizes`](Self::generalizes). ARX calls a policy a transformation; OLA calls it a node.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Policy(Box<[Level]>);

impl Policy {
    /// The policy of these levels.
    pub fn new(levels: impl Into<Box<[Level]>>) -> Self {
        Self(levels.into())
    }

    /// The levels, one for each quasi-identifier.
    pub fn levels(&self) -> &[Level] {
        &self.0
    }

    /// Each level after the name of its quasi-identifier: `age 2, sex 0`.
    pub fn named(&self, names: &[String]) -> String {
        let levels = names.iter().zip(&self.0);
        let levels: Vec<String> = levels.map(|(name, level)| format!("{name} {level}")).collect();
        levels.join(", ")
    }

    /// The sum of the levels. OLA calls it height.
    pub fn rank(&self) -> u32 {
        self.0.iter().map(|&level| u32::from(level)).sum()
    }

    /// Whether every level is at least that of `other`: `other ≼ self`. A policy generalizes itself.
    pub fn generalizes(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| own >= other)
    }

    /// This policy with a new level for one quasi-identifier.
    #[must_use]
    pub fn with_level(&self, qi: usize, level: Level) -> Self {
        let mut levels = self.0.clone();
        levels[qi] = level;
        Self(levels)
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The notation of the papers: `⟨0,3,1⟩`.
impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "⟨")?;
        for (qi, level) in self.0.iter().enumerate() {
            if qi > 0 {
                write!(f, ",")?;
            }
            write!(f, "{level}")?;
        }
        write!(f, "⟩")
    }
}
