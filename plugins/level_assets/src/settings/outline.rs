//! The tree of a level's settings, with their values.

use wonderwheel_ps2::outline::{Node, OrNone, Outline, ValueList};

use super::{read::read, values::LevelSettings};

/// What the program reads out of a level's settings; what is not in the text has its default.
pub fn outline(bytes: &[u8]) -> Outline {
    let mut node = Node::new(0, bytes.len() as u64, "settings");
    let error = match read(bytes) {
        Ok(settings) => {
            show(&settings, &mut node);
            None
        }
        Err(error) => Some(error),
    };
    Outline {
        nodes: vec![node],
        error,
    }
}

fn show(settings: &LevelSettings, node: &mut Node) {
    let row = |values: &[f32]| ValueList::new(values, " ");
    node.field("fog", OrNone(settings.fog.map(|fog| row(&fog))));
    node.field("fog start", settings.fog_start);
    node.field("far", settings.far);
    node.field("ambient", row(&settings.ambient));
    node.field("brightness", settings.brightness);
    node.field("overlay", OrNone(settings.overlay.map(|tint| row(&tint))));
    let start = settings.start;
    node.field("start", OrNone(start.map(|start| row(&start.position))));
    if let Some(start) = start {
        node.field("heading", start.heading);
    }
    node.field("budget", OrNone(settings.budget));
    node.field("lights", settings.lights.len());
    for (i, light) in settings.lights.iter().enumerate() {
        // Where in the text a lamp stands is not known.
        let mut child = Node::new(0, 0, format!("light[{i}]"));
        child.field("kind", format!("{:?}", light.kind).to_lowercase());
        child.field("position", row(&light.position));
        child.field("direction", row(&light.direction));
        child.field("colour", row(&light.colour));
        child.field("radius", light.radius);
        child.field("on", light.state == 1);
        node.children.push(child);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_show_what_is_set_and_what_is_not() {
        let tree = outline(b"(far: 75.5, lights: [(kind: Ambient)])");
        assert_eq!(tree.error, None);
        let node = &tree.nodes[0];
        assert_eq!(node.get("far"), Some("75.5"));
        assert_eq!(node.get("start"), Some("none"));
        assert_eq!(node.children[0].get("kind"), Some("ambient"));
    }

    #[test]
    fn a_fault_names_its_line() {
        let error = outline(b"(\n far: x)").error.expect("x is no number");
        assert!(error.to_string().contains("line 2"), "{error}");
        let error = outline(b"(far: -1)").error.expect("nothing is that near");
        assert!(error.to_string().starts_with("far at 0x0: "), "{error}");
    }
}
