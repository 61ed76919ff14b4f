//! Object lists, `_objs.txt`.

use wonderwheel_warriors::object_list::{ObjectList, PlacedObject};

use crate::files::GameFile;
use crate::known::Count;
use crate::sheet::Sheet;

/// A list: its first line counts the rest.
pub fn objects(sheet: &mut Sheet, file: &GameFile, bytes: &[u8]) {
    let stated = stated(bytes);
    let is_level99 = file.name == "level99_objs.txt";
    sheet.tally.one_if(stated == Some(0), Count::ObjsEmpty);
    if is_level99 {
        sheet.tally.add(Count::ObjsLevel99, stated.unwrap_or(0));
    }
    let Some(list) = sheet.attempt(|_| ObjectList::read(bytes)) else {
        return;
    };
    list.validate(&mut sheet.findings);
    if is_level99 {
        let count = |holds: &dyn Fn(&PlacedObject) -> bool| {
            list.objects.iter().filter(|object| holds(object)).count() as u64
        };
        let tally = &mut sheet.tally;
        tally.add(Count::ObjsLevel99Emitters, count(&PlacedObject::is_emitter));
        tally.add(
            Count::ObjsLevel99Objects,
            count(&|object| !object.is_emitter()),
        );
        tally.add(Count::ObjsLevel99Zone0, count(&|object| object.zone == 0));
        tally.add(Count::ObjsLevel99Zone26, count(&|object| object.zone == 26));
    }
}

/// The number that a text begins with.
fn stated(bytes: &[u8]) -> Option<u64> {
    let digits = bytes
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    std::str::from_utf8(bytes.get(..digits)?).ok()?.parse().ok()
}
