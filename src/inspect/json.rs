//! The tree as JSON.

use serde_json::{Map, Value, json};
use wonderwheel_ps2::{finding::Finding, outline::Node};

use super::Inspection;

/// The whole document. Keys: `file`, `bytes`, `kind`, `recognised`, `nodes`, `findings`, and `error` when there is one.
pub fn to_json(inspection: &Inspection, depth: usize) -> Value {
    let nodes = &inspection.outline.nodes;
    let mut whole = json!({
        "file": inspection.path,
        "bytes": inspection.bytes.len(),
        "kind": inspection.kind.name(),
        "recognised": inspection.recognised.word(),
        "nodes": nodes.iter().map(|node| of_node(node, depth)).collect::<Vec<_>>(),
        "findings": inspection.findings.iter().map(of_finding).collect::<Vec<_>>(),
    });
    if let Some(error) = &inspection.outline.error {
        whole["error"] = error.to_string().into();
    }
    whole
}

/// Keys: `offset`, `size`, `name`, and where there is something to say `id`, `stamp`, `fields`, `error`, `nodes`.
fn of_node(node: &Node, depth: usize) -> Value {
    let mut map = Map::new();
    map.insert("offset".into(), node.offset.into());
    map.insert("size".into(), node.size.into());
    map.insert("name".into(), node.name.as_ref().into());
    if let Some(id) = node.id {
        map.insert("id".into(), id.into());
    }
    if let Some(stamp) = node.stamp {
        map.insert("stamp".into(), stamp.into());
    }
    if !node.decoded.is_empty() {
        let fields = node.decoded.iter();
        let fields: Vec<_> = fields
            .map(|(name, value)| json!([name.as_ref(), value]))
            .collect();
        map.insert("fields".into(), fields.into());
    }
    if let Some(error) = &node.error {
        map.insert("error".into(), error.to_string().into());
    }
    if !node.children.is_empty() && depth > 1 {
        let nodes: Vec<_> = node
            .children
            .iter()
            .map(|child| of_node(child, depth - 1))
            .collect();
        map.insert("nodes".into(), nodes.into());
    }
    Value::Object(map)
}

fn of_finding(finding: &Finding) -> Value {
    json!({
        "rule": finding.rule,
        "path": finding.path,
        "offset": finding.offset,
        "message": finding.message.as_ref(),
    })
}
