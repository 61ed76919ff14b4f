//! The report as JSON. Its names do not change.

use serde_json::{Value, json};

use super::report::{ChunkRow, Group, Report, Rule, Share};
use super::tally::Range;

/// The whole report, with every group and every row.
pub fn value(report: &Report) -> Value {
    let Share {
        all, is_commando, ..
    } = report.share;
    json!({
        "files": report.files,
        "bytes": report.bytes,
        "retail_files": (!is_commando).then_some(all),
        "retail_levels": is_commando.then_some(all),
        "completeness": report.completeness.name(),
        "disc": report.disc,
        "damage": report.damage,
        "broken_files": report.broken_files(),
        "broken_pieces": report.broken_pieces(),
        "groups": report.groups.iter().map(group).collect::<Vec<_>>(),
        "chunks": report.chunks.iter().map(chunk).collect::<Vec<_>>(),
        "findings": report.findings.iter().map(rule).collect::<Vec<_>>(),
        "notes": report.notes.iter().map(rule).collect::<Vec<_>>(),
        "failures": report.failures.iter().map(|piece| json!({
            "file": piece.file,
            "path": piece.path,
            "offset": piece.offset,
            "error": piece.error,
        })).collect::<Vec<_>>(),
        "more_failures": report.more_failures.iter().map(|(file, count)| json!({
            "file": file,
            "count": count,
        })).collect::<Vec<_>>(),
        "blocked": report.blocked.iter().map(|(path, why)| json!({
            "path": path,
            "error": why,
        })).collect::<Vec<_>>(),
        "unknown": report.unknown,
        "skipped_folders": report.skipped_folders,
        "side_files": report.side_files,
        "unchecked": report.unchecked,
    })
}

fn group(group: &Group) -> Value {
    json!({
        "id": group.id,
        "title": group.title,
        "counts": group.rows.iter().map(|row| json!({
            "id": row.id,
            "what": row.what,
            "from": row.basis,
            "here": row.here,
            "retail": row.retail,
            "not_counted": row.why_not,
        })).collect::<Vec<_>>(),
        "ranges": group.ranges.iter().map(|row| json!({
            "id": row.id,
            "what": row.what,
            "here": row.here.map(range),
            "retail": { "least": row.retail.0, "most": row.retail.1 },
        })).collect::<Vec<_>>(),
    })
}

fn chunk(row: &ChunkRow) -> Value {
    let (count, bytes) = row.here;
    json!({
        "type": row.ty,
        "name": row.name,
        "here": { "count": count, "bytes": bytes, "sizes": row.sizes.map(range) },
        "retail": {
            "count": row.retail,
            "bytes": row.retail_bytes,
            "sizes": row.retail_sizes.map(range),
        },
    })
}

fn range(range: Range) -> Value {
    json!({ "least": range.least, "most": range.most })
}

fn rule(rule: &Rule) -> Value {
    json!({
        "rule": rule.rule,
        "count": rule.count,
        "first": rule.first.iter().map(|(file, words)| json!({
            "file": file,
            "message": words,
        })).collect::<Vec<_>>(),
    })
}
