//! What a sound writer that is not ours wrote breaks no rule but remarks.

use wonderwheel_commando::collision::Collision;
use wonderwheel_commando::lz;
use wonderwheel_commando::occlusion::OcclusionGrid;
use wonderwheel_commando::shrub::ShrubClass;
use wonderwheel_commando::sky::Sky;
use wonderwheel_commando::tfrag::TfragBlock;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;

use crate::oracle;

fn sound(set: &str, ending: &str, validate: impl Fn(&[u8], &mut Findings) -> Result<()>) {
    let Some(files_of) = oracle::set("files_of_another_writer_break_no_rule_but_remarks", set)
    else {
        return;
    };
    let mut seen = 0;
    for entry in files_of
        .files()
        .iter()
        .filter(|entry| entry["file"].is_string())
    {
        let name = oracle::text(&entry["file"]);
        if !name.ends_with(ending) {
            continue;
        }
        let mut findings = Findings::new();
        validate(&files_of.bytes(&entry["file"]), &mut findings).unwrap();
        let broken = findings.counts().iter();
        let broken: Vec<_> = broken
            .filter(|(rule, _)| !findings.is_remark(rule))
            .collect();
        assert!(broken.is_empty(), "{set}/{name}: {broken:?}");
        seen += 1;
    }
    assert!(seen > 0, "{set}");
}

#[test]
fn files_of_another_writer_break_no_rule_but_remarks() {
    sound("collision", ".collision", |bytes, findings| {
        Collision::read(bytes).map(|collision| collision.validate(findings))
    });
    sound("occlusion", ".occlusion", |bytes, findings| {
        OcclusionGrid::read(bytes).map(|grid| grid.validate(findings))
    });
    sound("shrub", ".shrub", |bytes, findings| {
        ShrubClass::read(bytes).map(|class| class.validate(findings))
    });
    sound("sky", ".sky", |bytes, findings| {
        Sky::read(bytes).map(|sky| sky.validate(findings))
    });
    sound("tfrag", ".tfrags", |bytes, findings| {
        TfragBlock::read(bytes).map(|block| block.validate(findings))
    });
    // Streams that are made by hand try what no writer does.
    sound("wad", "k.wad", |bytes, findings| {
        lz::validate(bytes, findings);
        Ok(())
    });
}
