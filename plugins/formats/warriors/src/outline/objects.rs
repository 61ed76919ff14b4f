//! Object lists, line by line.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;

use super::{Maker, Node, hex, numbers};
use crate::object_list::{LineValue, each_line};

impl Maker {
    pub(crate) fn object_list(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        each_line(cursor, |line| {
            self.budget.spend(line.offset)?;
            let object = match line.value {
                LineValue::Object(object) => object,
                LineValue::Count(count) => {
                    match count {
                        Ok(count) => node.field("objects", count),
                        Err(error) => node.fault(error),
                    }
                    return Ok(());
                }
            };
            let mut child = Node::new(line.offset, line.size, "object");
            match object {
                Ok(object) => {
                    child.name = format!("object {}", object.name).into();
                    child.field("position", numbers(&object.position));
                    child.field("rotation", numbers(&object.rotation));
                    child.field("a", object.a);
                    child.field("zone", object.zone);
                    child.field("flags", object.flags);
                    child.field("tint", hex(object.tint));
                    if let Some(flag) = object.flag_name {
                        child.field("flag", flag);
                    }
                }
                Err(error) => child.fault(error),
            }
            node.children.push(child);
            Ok(())
        })
    }
}
