//! JSON whose keys keep their order.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An object.
pub(super) type Fields = IndexMap<String, Node>;

/// A value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Node {
    Fields(Fields),
    Entries(Vec<Node>),
    /// Neither an object nor a list.
    Value(Value),
}

impl Node {
    pub(super) fn value(&self) -> Option<&Value> {
        match self {
            Self::Value(value) => Some(value),
            Self::Fields(_) | Self::Entries(_) => None,
        }
    }

    pub(super) fn whole(&self) -> Option<u64> {
        self.value().and_then(Value::as_u64)
    }

    /// The whole numbers of an object or a list, by any depth.
    pub(super) fn wholes(&self) -> Vec<u64> {
        match self {
            Self::Fields(fields) => fields.values().flat_map(Self::wholes).collect(),
            Self::Entries(entries) => entries.iter().flat_map(Self::wholes).collect(),
            Self::Value(value) => value.as_u64().into_iter().collect(),
        }
    }

    /// An object with its texts and lists of texts only.
    pub(super) fn without_numbers(&self) -> Self {
        let is_text = |node: &Self| matches!(node, Self::Value(Value::String(_)));
        match self {
            Self::Fields(fields) => {
                let is_kept = |node: &Self| match node {
                    Self::Entries(entries) => entries.iter().all(is_text),
                    other => is_text(other),
                };
                let kept = fields.iter().filter(|(_, node)| is_kept(node));
                Self::Fields(kept.map(|(key, node)| (key.clone(), node.clone())).collect())
            }
            other => other.clone(),
        }
    }
}

/// The value at a path of keys.
pub(super) fn at<'a>(fields: &'a Fields, path: &[&str]) -> Option<&'a Node> {
    let (first, rest) = path.split_first()?;
    let node = fields.get(*first)?;
    match (node, rest) {
        (_, []) => Some(node),
        (Node::Fields(fields), _) => at(fields, rest),
        _ => None,
    }
}

/// Puts a value at a path of keys.
pub(super) fn put(fields: &mut Fields, path: &[&str], node: Node) {
    let Some((first, rest)) = path.split_first() else { return };
    if rest.is_empty() {
        fields.insert((*first).to_owned(), node);
        return;
    }
    let below = fields.entry((*first).to_owned()).or_insert_with(|| Node::Fields(Fields::new()));
    if let Node::Fields(fields) = below {
        put(fields, rest, node);
    }
}
