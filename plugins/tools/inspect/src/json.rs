//! The tree as JSON, written as it is walked.

use std::io::{self, Write};

use serde_json::ser::{Formatter, PrettyFormatter};
use wonderwheel_ps2::{
    finding::Finding,
    outline::{Field, Fields, Node, ValueKind},
};

use crate::inspection::Inspection;
use crate::text::first_bytes;

/// What to write of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Levels of the tree; of what lies deeper only the number is written.
    pub depth: usize,
    /// Whether the first bytes of each node without children are written.
    pub bytes: bool,
}

/// The whole document, ending in a line feed. Keys: `file`, `bytes`, `kind`, `recognised`, `nodes`, `rules` (how many places break
/// each) and `findings` (at most a thousand of each rule); `error` and `cut_at_nodes` when there is reason.
pub fn write(out: &mut dyn Write, inspection: &Inspection<'_>, options: Options) -> io::Result<()> {
    let mut json = Json {
        out,
        layout: PrettyFormatter::new(),
    };
    let outline = &inspection.outline;
    json.object(|object| {
        object.text("file", inspection.path)?;
        object.number("bytes", inspection.bytes.len())?;
        object.text("kind", inspection.kind.name())?;
        object.text("recognised", inspection.recognised.word())?;
        if let Some(error) = outline.error.as_ref().or(inspection.fault()) {
            object.text("error", &error.to_string())?;
        }
        if let Some(nodes) = inspection.cut_at {
            object.number("cut_at_nodes", nodes)?;
        }
        object.member("nodes", |json| {
            json.array(&outline.nodes, |json, node| {
                of_node(json, node, inspection.bytes, options)
            })
        })?;
        object.member("rules", |json| {
            json.object(|object| {
                let counts = inspection.findings.counts();
                counts
                    .iter()
                    .try_for_each(|&(rule, count)| object.number(rule, count))
            })
        })?;
        object.member("findings", |json| {
            json.array(inspection.findings.as_slice(), of_finding)
        })
    })?;
    writeln!(json.out)
}

/// Keys: `offset`, `size`, `name`, and where there is something to say `id`, `stamp`, `fields`, `error`, `hex` (the first bytes),
/// `nodes`, or `inside` (how many nodes there would be).
fn of_node(json: &mut Json<'_>, node: &Node, bytes: &[u8], options: Options) -> io::Result<()> {
    json.object(|object| {
        object.number("offset", node.offset)?;
        object.number("size", node.size)?;
        object.text("name", &node.name)?;
        if let Some(id) = node.id {
            object.number("id", id)?;
        }
        if let Some(stamp) = node.stamp {
            object.number("stamp", stamp)?;
        }
        if !node.decoded.is_empty() {
            object.member("fields", |json| of_fields(json, &node.decoded))?;
        }
        if let Some(error) = &node.error {
            object.text("error", &error.to_string())?;
        }
        if node.children.is_empty() {
            if options.bytes {
                let (shown, _) = first_bytes(node, bytes);
                let hex: String = shown.iter().map(|byte| format!("{byte:02x}")).collect();
                object.text("hex", &hex)?;
            }
            return Ok(());
        }
        if options.depth <= 1 {
            return object.number("inside", node.children.len());
        }
        let deeper = Options {
            depth: options.depth - 1,
            ..options
        };
        object.member("nodes", |json| {
            json.array(&node.children, |json, child| {
                of_node(json, child, bytes, deeper)
            })
        })
    })
}

/// An object: numbers are numbers, rows are arrays, what is not set is null. Base 16 stays text, as it is written elsewhere.
fn of_fields(json: &mut Json<'_>, fields: &Fields) -> io::Result<()> {
    json.object(|object| {
        for (at, field) in fields.iter().enumerate() {
            let before = fields.iter().take(at);
            let twins = before.filter(|other| other.name == field.name).count();
            // The second of a name gets another one: the first stays what readers ask for.
            let numbered;
            let name = match twins {
                0 => field.name,
                twins => {
                    numbered = format!("{} ({})", field.name, twins + 1);
                    numbered.as_str()
                }
            };
            object.member(name, |json| of_value(json, &field))?;
        }
        Ok(())
    })
}

fn of_value(json: &mut Json<'_>, field: &Field<'_>) -> io::Result<()> {
    match field.kind {
        ValueKind::Text => json.text(field.value),
        // Both are written in JSON as they are here.
        ValueKind::Number | ValueKind::Truth => json.raw(field.value),
        ValueKind::Unset => json.raw("null"),
        ValueKind::List => {
            let (values, more) = match field.value.find(" and ") {
                Some(at) => (&field.value[..at], Some(&field.value[at + 1..])),
                None => (field.value, None),
            };
            let values = values
                .split([',', ' '])
                .filter(|value| !value.is_empty())
                .chain(more);
            json.array(values, |json, value| {
                if is_number(value) {
                    json.raw(value)
                } else {
                    json.text(value)
                }
            })
        }
    }
}

/// Whether a text is a number as JSON writes it.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let are_digits =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    are_digits(whole) && are_digits(fraction) && (whole == "0" || !whole.starts_with('0'))
}

fn of_finding(json: &mut Json<'_>, finding: &Finding) -> io::Result<()> {
    json.object(|object| {
        object.text("rule", finding.rule)?;
        object.text("path", &finding.path)?;
        match finding.offset {
            Some(offset) => object.number("offset", offset)?,
            None => object.member("offset", |json| json.raw("null"))?,
        }
        object.text("message", &finding.message)
    })
}

/// A document that is being written. The engine's own values would have to be made whole first.
struct Json<'a> {
    out: &'a mut dyn Write,
    layout: PrettyFormatter<'static>,
}

impl Json<'_> {
    fn raw(&mut self, value: &str) -> io::Result<()> {
        self.out.write_all(value.as_bytes())
    }

    fn text(&mut self, value: &str) -> io::Result<()> {
        Ok(serde_json::to_writer(&mut *self.out, value)?)
    }

    fn array<T>(
        &mut self,
        values: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T) -> io::Result<()>,
    ) -> io::Result<()> {
        self.layout.begin_array(self.out)?;
        for (at, value) in values.into_iter().enumerate() {
            self.layout.begin_array_value(self.out, at == 0)?;
            write(self, value)?;
            self.layout.end_array_value(self.out)?;
        }
        self.layout.end_array(self.out)
    }

    fn object(
        &mut self,
        fill: impl FnOnce(&mut Object<'_, '_>) -> io::Result<()>,
    ) -> io::Result<()> {
        self.layout.begin_object(self.out)?;
        let mut object = Object {
            json: &mut *self,
            is_first: true,
        };
        fill(&mut object)?;
        self.layout.end_object(self.out)
    }
}

/// An object that is open.
struct Object<'j, 'a> {
    json: &'j mut Json<'a>,
    is_first: bool,
}

impl<'a> Object<'_, 'a> {
    fn member(
        &mut self,
        key: &str,
        value: impl FnOnce(&mut Json<'a>) -> io::Result<()>,
    ) -> io::Result<()> {
        let json = &mut *self.json;
        json.layout.begin_object_key(json.out, self.is_first)?;
        self.is_first = false;
        json.text(key)?;
        json.layout.end_object_key(json.out)?;
        json.layout.begin_object_value(json.out)?;
        value(json)?;
        json.layout.end_object_value(json.out)
    }

    fn text(&mut self, key: &str, value: &str) -> io::Result<()> {
        self.member(key, |json| json.text(value))
    }

    fn number(&mut self, key: &str, value: impl std::fmt::Display) -> io::Result<()> {
        self.member(key, |json| write!(json.out, "{value}"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use wonderwheel_ps2::{
        error::FormatError,
        finding::Findings,
        outline::{OrNone, Outline, ValueList},
    };
    use wonderwheel_warriors::classify::FileKind;

    use super::*;
    use crate::kind::{Kind, Recognition};

    fn document(options: Options) -> Value {
        let mut inner = Node::new(2, 3, "inner");
        inner.field("count", 3);
        inner.field("half", 0.5_f32);
        inner.field("no number", f32::INFINITY);
        inner.field("row", ValueList::new([1.5, -2.0], ", "));
        inner.field("hashes", ValueList::new(["0x1", "0x2"], ", "));
        inner.field("many", ValueList("1 2 and 5 more".into()));
        inner.field("none of them", ValueList(String::new()));
        inner.field("flag", true);
        inner.field("parent", OrNone::<u8>(None));
        inner.field("caption", "1984 \"\u{1}\"");
        inner.field("count", 4);
        inner.fault(FormatError::malformed(2, "2", 3));
        let mut outer = Node::new(0, 6, "outer").with_id(7);
        outer.children.push(inner);
        let mut findings = Findings::few(1);
        findings.report("rule", "first");
        findings.report("rule", "second");
        let inspection = Inspection {
            path: "å \"ツ\".dff",
            bytes: &[0, 1, 0xAB, 3, 4, 5],
            kind: Kind::Game(FileKind::Clump),
            recognised: Recognition::ByContent,
            outline: Outline {
                nodes: vec![outer],
                error: None,
            },
            findings,
            cut_at: None,
        };
        let mut text = Vec::new();
        write(&mut text, &inspection, options).expect("memory takes all");
        serde_json::from_slice(&text).expect("it is JSON")
    }

    const WHOLE: Options = Options {
        depth: 9,
        bytes: false,
    };

    #[test]
    fn values_are_what_they_are_in_the_file() {
        let value = document(WHOLE);
        assert_eq!(value["file"], "å \"ツ\".dff");
        let inner = &value["nodes"][0]["nodes"][0];
        assert_eq!(
            inner["fields"],
            json!({
                "count": 3,
                "half": 0.5,
                "no number": "inf",
                "row": [1.5, -2],
                "hashes": ["0x1", "0x2"],
                "many": [1, 2, "and 5 more"],
                "none of them": [],
                "flag": true,
                "parent": null,
                "caption": "1984 \"\u{1}\"",
                "count (2)": 4,
            })
        );
        assert_eq!(inner["error"], "input at 0x2: expected 2, found 3");
        assert_eq!(value["rules"], json!({"rule": 2}));
        assert_eq!(value["findings"].as_array().map(Vec::len), Some(1));
        assert_eq!(value["findings"][0]["offset"], Value::Null);
    }

    #[test]
    fn the_first_bytes_and_the_depth_are_as_asked() {
        let with_bytes = document(Options {
            bytes: true,
            ..WHOLE
        });
        assert_eq!(with_bytes["nodes"][0]["hex"], Value::Null);
        assert_eq!(with_bytes["nodes"][0]["nodes"][0]["hex"], "ab0304");
        let shallow = document(Options { depth: 1, ..WHOLE });
        assert_eq!(shallow["nodes"][0]["inside"], 1);
        assert_eq!(shallow["nodes"][0]["nodes"], Value::Null);
    }

    #[test]
    fn only_what_json_takes_as_a_number_is_one() {
        for number in ["0", "-0", "12.5", "-3", "0.001", "340282350000000000000"] {
            assert!(is_number(number), "{number}");
            assert!(serde_json::from_str::<Value>(number).is_ok(), "{number}");
        }
        for other in ["", "-", "01", "1.", ".5", "0x1", "inf", "1e5", "+1"] {
            assert!(!is_number(other), "{other}");
        }
    }
}
