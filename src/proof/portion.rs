//! What passes between a proof and those who make parts of it, as text where they are not in one process.

use super::axes::Step;
use crate::lattice::Level;

/// The policies between two, of each axis the steps of its lowest and its highest policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofBox {
    lo: Vec<Level>,
    hi: Vec<Level>,
}

/// A box whose part of the tree somebody is to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofTask {
    /// The box.
    pub open: ProofBox,
    /// After so many boxes inside, the one that comes last is left to others.
    pub boxes: u64,
}

/// A portion of a proof's tree: made, or still to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Portion {
    /// Nodes of the tree.
    Tree(Vec<u8>),
    /// The part of the tree that belongs to this box.
    Open(ProofBox),
}

/// What has become of a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proved {
    /// Its part of the tree, in preorder.
    pub portions: Vec<Portion>,
    /// The levels of a valid policy that comes before the claimed one, where one was found.
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

    /// How many policies it has.
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
    /// What has become of the box where nobody made anything.
    pub fn untouched(self) -> Proved {
        Proved { portions: vec![Portion::Open(self.open)], better: None }
    }

    /// The task as text: the number, and the bytes of both policies.
    pub fn text(&self) -> String {
        format!("{} {}", self.boxes, self.open.text())
    }

    /// The task of a text.
    pub fn read(text: &str) -> Option<Self> {
        let (boxes, open) = text.split_once(' ')?;
        Some(Self { boxes: boxes.parse().ok()?, open: ProofBox::read(open)? })
    }
}

/// What stands before the bytes of a box, and before those of a better policy.
const OPEN: char = '?';
const BETTER: char = '!';

impl Proved {
    /// It as text: a word of bytes for each portion and for the better policy.
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

    /// What this text is of.
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
