//! Checks proofs that no valid policy comes before a claimed one.
//!
//! It shares no code with the search or the prover. It trusts nothing in a proof: a wrong proof can only fail.
//! Trusted are this crate, the crates that read CSV, JSON and deflated bytes, and the table and recipe that the
//! verifier supplies.
//!
//! A proof is a line of JSON and a tree of cuts in preorder, the lower part first: 0 is a leaf, 1 + c is cut number c
//! of all axes' cuts. Each leaf must be closed. Let T(lo) be the cost of all records at the box's lowest levels,
//! S(hi) the records that its highest policy suppresses, and P(hi) their cost beyond keeping them. Then `S(hi) >
//! limit`, or the loss of `T(lo) + P(hi)` with rank and levels of lo is not before that of the claimed policy.
//! Measures of class sizes instead have a bound from the classes of lo and from S(hi).

mod boxes;
mod classes;
mod loss;
mod release;
mod study;

use boxes::Tree;
use classes::Classes;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{decompress, inflate_flags};
use std::fmt;
use study::Study;

/// Why a proof was not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The proof does not prove the claim.
    Refused(String),
    /// A file cannot be read, or is about something else.
    WrongFile(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Refused(what) | Self::WrongFile(what)) = self;
        f.write_str(what)
    }
}

/// Observes the progress of a check.
pub trait Watch: Sync {
    /// This share of the nodes was checked.
    fn passed(&self, _share: f64) {}
    /// The box of the policies between these levels was found open: the proof will be rejected.
    fn found_open(&self, _lo: &[usize], _hi: &[usize]) {}
    /// Whether the subtree that begins with this node is checked here. If not, someone else must check it.
    fn is_own(&self, _node: usize) -> bool {
        true
    }
    /// The claim is proven; only the release is left to compare.
    fn all_closed(&self) {}
}

/// Ignores the progress.
impl Watch for () {}

/// The proven claim.
#[derive(Debug, Clone, PartialEq)]
pub struct Proven {
    /// The columns of the policy.
    pub columns: Vec<String>,
    /// The level of each column.
    pub levels: Vec<usize>,
    /// The policy's loss.
    pub loss: f64,
    /// How much less than this the loss of another policy may still be: 0, except for measures without exact
    /// rounding.
    pub slack: f64,
    /// The number of records that it suppresses.
    pub suppressed: u64,
    /// The number of policies of the lattice.
    pub policies: f64,
    /// The number of nodes of the tree.
    pub nodes: usize,
}

fn wrong(what: impl Into<String>) -> Failure {
    Failure::WrongFile(what.into())
}

fn refused(what: impl Into<String>) -> Failure {
    Failure::Refused(what.into())
}

/// Fails if a condition does not hold.
fn need(holds: bool, failure: impl FnOnce() -> Failure) -> Result<(), Failure> {
    if holds { Ok(()) } else { Err(failure()) }
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { columns, levels, loss, slack, suppressed, policies, nodes } = self;
        let policy: Vec<String> = columns.iter().zip(levels).map(|(name, level)| format!("{name} {level}")).collect();
        let policy = policy.join(", ");
        let by_more = format!("by more than {slack:e}");
        let how = if *slack > 0.0 { by_more.as_str() } else { "or as little and comes before it" };
        write!(
            f,
            "proven: of {policies} policies none that is valid loses less than {loss}, the loss of {policy}, {how}; {suppressed} records are suppressed; {nodes} nodes"
        )
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::WrongFile(error.to_string())
    }
}

/// Checks a proof against a table and a recipe, and, if a release is given, compares it with the proven policy.
///
/// # Errors
/// [`Failure::Refused`] if the claim is not proven, with the open box. [`Failure::WrongFile`] if a file cannot be
/// read or is about a different table.
pub fn check(
    proof: &[u8],
    data: &[u8],
    recipe: &str,
    release: Option<&[u8]>,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Proven, Failure> {
    let study = Study::read(data, recipe)?;
    // A longer first line is not valid.
    let line = proof.iter().take(1 << 20).position(|&byte| byte == b'\n');
    let line = line.ok_or_else(|| wrong("this is no proof: it has no first line"))?;
    let (header, body) = (study::parse(&proof[..line])?, &proof[line + 1..]);
    need(header["kanon_proof"] == 1, || wrong("this is no proof, or one of another version"))?;
    let claimed = ["kanon_proof", "policy", "suppressed", "loss", "nodes", "body"];
    let asked = study.asked.as_object().into_iter().flatten();
    let keys: Vec<&str> = asked.clone().map(|(key, _)| key.as_str()).chain(claimed).collect();
    let lacking = keys.iter().find(|&&key| header.get(key).is_none());
    lacking.map_or(Ok(()), |key| Err(wrong(format!("the proof has no `{key}`"))))?;
    study::expect_known("", &header, &[&keys[..], &["k_to", "limit_from"]].concat())?;
    for (key, own) in asked {
        // A proof may be made for a run of settings. It is checked with the settings of the recipe, like any other.
        let end = |name: &str| header.get(name).unwrap_or(&header[key]).as_u64();
        let is_own = match key.as_str() {
            "k" => end("k").is_some() && (end("k")..=end("k_to")).contains(&own.as_u64()),
            "limit" => end("limit_from").is_some() && (end("limit_from")..=end("limit")).contains(&own.as_u64()),
            _ => header[key] == *own,
        };
        let other = || format!("another file: the proof's {key} is {}, and here it is {own}", header[key]);
        need(is_own, || wrong(other()))?;
    }
    let levels: Option<Vec<usize>> = serde_json::from_value(header["policy"].clone()).ok();
    let (Some(levels), Some(nodes)) = (levels.filter(|own| study.allows(own)), header["nodes"].as_u64()) else {
        return Err(refused("the claimed policy is none that the recipe allows, or the nodes have no number"));
    };
    let (policies, width) = (study.policies(), if study.cuts().len() > 255 { 2 } else { 1 });
    // Deflate compresses by a factor of at most 1032.
    let most = f64::from(u32::MAX).min(2.0 * policies - 1.0).min(1032.0 * body.len() as f64);
    let too_many = || refused(format!("{nodes} nodes are more than {policies} policies or {} bytes have", body.len()));
    need(nodes as f64 <= most, too_many)?;
    let size = (nodes as usize).checked_mul(width).ok_or_else(too_many)?;
    let unpacked = match header["body"].as_str() {
        Some("plain") => Some(body.to_vec()),
        Some("zlib") => unpack(body, size),
        _ => None,
    };
    let bytes = unpacked.filter(|bytes| bytes.len() == size);
    let bytes = bytes.ok_or_else(|| refused(format!("the tree cannot be unpacked, or has not {size} bytes")))?;
    let nodes = bytes.chunks(width).map(|node| node.iter().fold(0, |all, &byte| all << 8 | usize::from(byte)));
    let all = Classes::all(&study);
    let (claimed, highest) = (all.lower(&study, &levels), all.lower(&study, &study.highest));
    let suppressed = claimed.suppressed;
    let loss = study.bound(&levels, suppressed, &claimed.price(&study, &levels), true);
    let slack = study.loss.slack(loss);
    let near = 1e-12 * loss.abs() + slack;
    let is_told = header["loss"].as_f64().is_some_and(|told| (told - loss).abs() <= near);
    let is_claimed = suppressed <= study.limit && header["suppressed"] == suppressed && is_told;
    let found = format!("suppresses {suppressed} records of {} that may be, and loses {loss}", study.limit);
    need(is_claimed, || refused(format!("the claimed policy {found}: that is not what is claimed")))?;
    let tree = Tree::new(&study, nodes.collect(), (loss, &levels), threads, watch)?;
    tree.visit(0, &study.lowest, &study.highest, &highest)?;
    watch.all_closed();
    if let Some(release) = release {
        release::compare(&study, &levels, release)?;
    }
    Ok(Proven { columns: study.names.clone(), loss, slack, suppressed, policies, nodes: size / width, levels })
}

/// Unpacks a stream to this size. It must end with the last byte.
fn unpack(body: &[u8], size: usize) -> Option<Vec<u8>> {
    let is_zlib = inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER;
    let (mut bytes, flags) = (vec![0; size], is_zlib | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF);
    let found = decompress(&mut Box::default(), body, &mut bytes, 0, flags);
    (found == (TINFLStatus::Done, body.len(), size)).then_some(bytes)
}
