//! The messages between a proof and its provers, with a text form for provers in other processes.

use super::axes::Step;
use crate::lattice::Level;

/// All policies between two policies: for each axis, the steps of the lowest and the highest policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofBox {
    lo: Vec<Level>,
    hi: Vec<Level>,
}

/// A box whose part of the tree is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofTask {
    /// The box.
    pub open: ProofBox,
    /// After this many boxes inside, the last one is left to others.
    pub boxes: u64,
}

/// A portion of a proof's tree, finished or open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Portion {
    /// Nodes of the tree.
    Tree(Vec<u8>),
    /// The part of the tree that belongs to this box.
    Open(ProofBox),
}

/// The result for a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proved {
    /// The box's part of the tree, in preorder.
    pub portions: Vec<Portion>,
    /// The levels of a valid policy that comes before the claimed one, if one was found.
    pub better: Option<Vec<Level>>,
}

impl ProofBox {
    pub(super) fn new(lo: &[Step], hi: &[Step]) -> Self {
        let levels = |steps: &[Step]| steps.iter().map(|&step| step as Level).collect();
        let (lo, hi) = (levels(lo), levels(hi));
        Self { lo, hi }
    }

    /// The steps of its lowest and its highest policy.
    pub(super) fn steps(&self) -> (Vec<Step>, Vec<Step>) {
        let steps = |levels: &[Level]| levels.iter().map(|&level| level.into()).collect();
        (steps(&self.lo), steps(&self.hi))
    }

    /// The number of its policies.
    pub(super) fn size(&self) -> f64 {
        let axes = self.lo.iter().zip(&self.hi);
        axes.map(|(lo, hi)| f64::from(hi - lo) + 1.0).product()
    }

    fn text(&self) -> String {
        hexadecimal(&self.lo) + &hexadecimal(&self.hi)
    }

    fn read(text: &str) -> Option<Self> {
        let mut lo = bytes(text)?;
        let hi = lo.split_off(lo.len() / 2);
        let is_box = lo.len() == hi.len() && lo.iter().zip(&hi).all(|(lo, hi)| lo <= hi);
        is_box.then_some(Self { lo, hi })
    }
}

impl ProofTask {
    /// The result for the box if no work was done.
    pub fn untouched(self) -> Proved {
        Proved { portions: vec![Portion::Open(self.open)], better: None }
    }

    /// The task as text: the number, and the bytes of both policies.
    pub fn text(&self) -> String {
        format!("{} {}", self.boxes, self.open.text())
    }

    /// Parses a task from its text form.
    pub fn read(text: &str) -> Option<Self> {
        let (boxes, open) = text.split_once(' ')?;
        Some(Self { boxes: boxes.parse().ok()?, open: ProofBox::read(open)? })
    }
}

/// The prefixes of the bytes of a box, and of a better policy.
const OPEN: char = '?';
const BETTER: char = '!';

impl Proved {
    /// The text form: a word of bytes for each portion and for the better policy.
    pub fn text(&self) -> String {
        let portion = |portion: &Portion| match portion {
            Portion::Tree(tree) => hexadecimal(tree),
            Portion::Open(open) => format!("{OPEN}{}", open.text()),
        };
        let mut words: Vec<String> = self.portions.iter().map(portion).collect();
        if let Some(better) = &self.better {
            words.push(format!("{BETTER}{}", hexadecimal(better)));
        }
        words.join(" ")
    }

    /// Parses a result from its text form.
    pub fn read(text: &str) -> Option<Self> {
        let mut proved = Self { portions: Vec::new(), better: None };
        for word in text.split(' ') {
            if let Some(open) = word.strip_prefix(OPEN) {
                proved.portions.push(Portion::Open(ProofBox::read(open)?));
            } else if let Some(better) = word.strip_prefix(BETTER) {
                proved.better = Some(bytes(better)?);
            } else {
                proved.portions.push(Portion::Tree(bytes(word)?));
            }
        }
        Some(proved)
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(hexadecimal: &str) -> Option<Vec<u8>> {
    let pairs = hexadecimal.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    pairs.map(|pair| byte(pair).filter(|_| pair.len() == 2)).collect()
}
