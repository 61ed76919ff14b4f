//! Numbers and places as the pages write them.

use wonderwheel_commando_view::scene::models::ModelMesh;

/// World units with one decimal.
pub(crate) fn units(length: f32) -> String {
    format!("{length:.1}")
}

/// A place with whole units.
pub(crate) fn place([x, y, z]: [f32; 3]) -> String {
    format!("{x:.0} {y:.0} {z:.0}")
}

/// Triangles of a mesh.
pub(crate) fn triangles(mesh: &ModelMesh) -> usize {
    let runs = mesh.runs.iter();
    runs.map(|run| run.indices.len() / 3).sum()
}

/// Numbers with a stroke in between.
pub(crate) fn listed<T: ToString>(numbers: impl IntoIterator<Item = T>) -> String {
    listed_with(" / ", numbers)
}

/// Numbers with something in between.
pub(crate) fn listed_with<T: ToString>(
    between: &str,
    numbers: impl IntoIterator<Item = T>,
) -> String {
    let numbers: Vec<_> = numbers.into_iter().map(|n| n.to_string()).collect();
    numbers.join(between)
}
