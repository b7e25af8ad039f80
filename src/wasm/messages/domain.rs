//! Domain types that cross as they are. The page has their types in `www/engine/wire/core.ts`.

use crate::data::{Dialect, Reading};
use crate::frontier::SafeHarborTable;
use crate::hierarchy::{Blocks, Edit, HierarchySpec, Proposal, Tree};
use crate::release::review::Blank;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// For the types of messages that hold them, too.
#[wasm_bindgen(typescript_custom_section)]
const IMPORTED: &str = r#"
import type {
  Blank,
  Blocks,
  Claim,
  ColumnProfile,
  ColumnSigns,
  CoveredColumn,
  DeclaredColumn,
  Dialect,
  Edit,
  EncodingEvidence,
  FileKind,
  GivenFile,
  HierarchySpec,
  LevelSummary,
  LinkSuggestion,
  ProofState,
  PropertyCounters,
  Proposal,
  RaggedRecord,
  Reading,
  Recognized,
  RenamedColumn,
  SafeHarborTable,
  SaidBy,
  StatementSource,
  Tree,
  ValueCount,
} from "../wire/core";
"#;

macro_rules! crossing {
    ($($name:literal: $domain:ty,)*) => {
        $(const _: () = {
            #[wasm_bindgen]
            extern "C" {
                #[derive(Clone)]
                #[wasm_bindgen(typescript_type = $name)]
                pub type JsType;
            }

            impl Tsify for $domain {
                type JsType = JsType;
                const DECL: &'static str = "";
            }
        };)*
    };
}

crossing! {
    "Blank": Blank,
    "Blocks": Blocks,
    "Dialect": Dialect,
    "Edit": Edit,
    "HierarchySpec": HierarchySpec,
    "Proposal": Proposal,
    "Reading": Reading,
    "SafeHarborTable": SafeHarborTable,
    "Tree": Tree,
}
