//! The files of a proof: the proof itself, and a study simple enough for a small program to read.

use super::digest;
use crate::data::{Dialect, RecordWriter, Role, Table, Terminator};
use crate::error::{ProofError, Result};
use crate::hierarchy::{Hierarchy, HierarchySpec};
use crate::people::Grouped;
use crate::proof::{Certificate, demand_sizes_alone};
use crate::recipe::{Recipe, ReleaseSettings};
use crate::search::Problem;
use crate::table::EncodedStudy;
use serde_json::json;

/// The version of a proof's format.
const FORMAT: u64 = 1;

/// How the bytes of a tree are packed, as a proof names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeBytes {
    /// Unpacked.
    Plain,
    /// Deflated, in zlib format.
    Zlib,
}

/// The strictest settings for which a proof holds. The recipe's own are the most lenient.
///
/// A greater k or a lower limit makes a policy suppress more records, raises its cost, and leaves fewer valid policies.
/// So whatever closes a part of the lattice closes it under stricter settings too. One tree therefore proves all
/// settings under which the best policy, its loss and its suppression stay the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strictest {
    /// The greatest k.
    K(u64),
    /// The lowest limit, in records.
    Limit(u64),
}

/// The first line of a proof's file, including the line end; the tree's bytes follow. It holds for the recipe's
/// settings, and up to the strictest.
pub fn proof_header(
    prepared: &EncodedStudy,
    recipe: &Recipe,
    certificate: &Certificate,
    bytes: TreeBytes,
    strictest: Option<Strictest>,
) -> String {
    let records = prepared.table().records();
    let body = match bytes {
        TreeBytes::Plain => "plain",
        TreeBytes::Zlib => "zlib",
    };
    let mut header = json!({
        "kanon_proof": FORMAT,
        "table": digest::of_table(prepared),
        "hierarchies": digest::of_hierarchies(prepared.hierarchies()),
        "columns": prepared.names(),
        "records": records,
        "k": recipe.privacy.k,
        "limit": recipe.suppression_limit(records),
        "measure": recipe.loss.measure,
        "aggregate": recipe.loss.aggregate,
        "policy": certificate.policy.levels(),
        "suppressed": certificate.suppressed,
        "loss": certificate.loss,
        "nodes": certificate.nodes,
        "body": body,
    });
    match strictest {
        None => {}
        Some(Strictest::K(k)) => header["k_to"] = json!(k),
        Some(Strictest::Limit(limit)) => header["limit_from"] = json!(limit),
    }
    header.to_string() + "\n"
}

/// The compression level of a tree, from 0 to 10. Any level can be read.
const EFFORT: u8 = 9;

/// A proof as it is written: its header, and the deflated tree. The bytes are the same on every platform.
pub fn proof_file(
    prepared: &EncodedStudy,
    recipe: &Recipe,
    certificate: &Certificate,
    strictest: Option<Strictest>,
) -> Vec<u8> {
    let header = proof_header(prepared, recipe, certificate, TreeBytes::Zlib, strictest);
    let mut file = header.into_bytes();
    file.extend(miniz_oxide::deflate::compress_to_vec_zlib(&certificate.tree, EFFORT));
    file
}

/// Checks that the optimality of a policy can be proven for a problem.
///
/// # Errors
/// A lattice of one policy, and conditions on sensitive columns.
pub fn demand_provable(problem: &Problem) -> Result<()> {
    if problem.lattice().size() == 1 {
        return Err(ProofError::OnePolicy.into());
    }
    demand_sizes_alone(problem)
}

/// The distinct records of a table with their counts, and a recipe in which every hierarchy is written out: the input
/// of proof checkers. It poses the same problem as the study that it is made from.
#[derive(Debug, Clone, PartialEq)]
pub struct PlainStudy {
    /// The table, comma separated, as UTF-8.
    pub csv: Vec<u8>,
    /// The recipe.
    pub recipe: Recipe,
}

impl PlainStudy {
    /// The plain study of a recipe over an encoded study.
    ///
    /// # Errors
    /// Conditions beside class sizes, which no checker of proofs checks.
    pub fn of(prepared: &EncodedStudy, given: &Recipe) -> Result<Self> {
        given.expect_sizes_alone("the check of a proof")?;
        let Grouped { mut recipe, csv, .. } = Grouped::of(prepared, given)?;
        for (name, hierarchy) in prepared.names().iter().zip(prepared.hierarchies()) {
            let Some(column) = recipe.columns.get_mut(name) else {
                continue;
            };
            column.role = Role::QuasiIdentifier;
            column.hierarchy = Some(rows(hierarchy));
            (column.release, column.kind, column.domain) = (None, None, None);
            column.missing.clear();
        }
        (recipe.chosen, recipe.frontier) = (None, None);
        // Only k-anonymity is left in it, and `privacy.k` says the same.
        recipe.protect.clear();
        recipe.release = ReleaseSettings::default();
        recipe.risk = Default::default();
        recipe.uniques = Default::default();
        recipe.search = Default::default();
        Ok(Self { csv, recipe })
    }

    /// A release of the study's table as it is written: its quasi-identifiers, one line for each row.
    ///
    /// # Errors
    /// None in practice, as for [`of`](Self::of).
    pub fn release(&self, released: &Table) -> Result<Vec<u8>> {
        let writer = RecordWriter::new(&Dialect::default(), Terminator::Lf);
        let mut csv = Vec::new();
        let names = released.columns.iter().map(|column| column.name.as_str());
        writer.write(names.chain(self.recipe.count_column.as_deref()), &mut csv)?;
        for row in 0..released.n_rows {
            let count = released.weight(row).to_string();
            let cells = (released.columns.iter()).map(|column| column.dictionary.value(column.codes.get(row)));
            writer.write(cells.chain([count.as_str()]), &mut csv)?;
        }
        Ok(csv)
    }
}

fn rows(hierarchy: &Hierarchy) -> HierarchySpec {
    let own = |row: Vec<&str>| row.into_iter().map(str::to_owned).collect();
    HierarchySpec::Rows(hierarchy.rows().map(own).collect())
}
