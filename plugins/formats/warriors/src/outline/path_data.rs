//! Path data: counts, areas with their outlines, route nodes.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;

use super::{Maker, Node, hex, numbers};
use crate::path_data::{AreaRecord, Path, PathData, PathVertex, RouteEdge, RouteNode};
use crate::record::Record;

impl Maker {
    /// Chunk 0x40.
    pub(super) fn path_data(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        let read = PathData::read(&mut cursor.clone());
        let [paths, vertices] = [cursor.u32()?, cursor.u32()?];
        let [nodes, areas] = [cursor.u16()?, cursor.u16()?].map(u32::from);
        let edges = cursor.u32()?;
        node.field("paths", paths);
        node.field("vertices", vertices);
        node.field("nodes", nodes);
        node.field("areas", areas);
        node.field("edges", edges);
        let words = [cursor.u32()?, cursor.u32()?, cursor.u32()?, cursor.u32()?];
        node.field("header words", numbers(&words.map(hex)));
        self.records(cursor, node, areas, |area: AreaRecord, node| {
            node.field("nodes", area.node_count);
            node.field("first node", area.first_node);
        })?;
        self.records(cursor, node, vertices, |vertex: PathVertex, node| {
            node.field("position", numbers(&vertex.position));
        })?;
        self.records(cursor, node, paths, |path: Path, node| {
            node.field("vertices", path.vertex_count);
            node.field("on graph", path.on_graph);
            node.field("minimum", numbers(&path.bounds.min));
            node.field("maximum", numbers(&path.bounds.max));
            node.field("continues", path.continues);
            node.field("slab starts", numbers(&path.slab_starts));
            node.field("flags", format!("{:#06x}", path.flags));
            node.field("ground area", path.ground_area);
            node.field("area record", hex(path.area_record));
        })?;
        self.records(cursor, node, nodes, |route: RouteNode, node| {
            node.field("position", numbers(&route.position));
            node.field("edges", route.edge_count);
            node.field("routes through", route.routes_through);
        })?;
        self.records(cursor, node, edges, |edge: RouteEdge, node| {
            node.field("from", edge.from);
            node.field("kind", format!("{:#06x}", edge.kind()));
            node.field("avoided", edge.is_avoided());
        })?;
        let words = read.as_ref().map_or(0, |data| data.slab_lists.len());
        self.sized_child(
            node,
            cursor,
            2 * words as u64,
            "slab lists",
            |_, _, node| {
                node.field("words", words);
                Ok(())
            },
        )?;
        self.rest(cursor, node)?;
        read.map(drop)
    }

    fn records<R: Record>(
        &mut self,
        cursor: &mut Cursor<'_>,
        parent: &mut Node,
        count: u32,
        show: impl Fn(R, &mut Node),
    ) -> Result<()> {
        let size = R::BYTES as u64 * u64::from(count);
        self.sized_child(parent, cursor, size, R::NAME, |maker, cursor, node| {
            maker.children(node, cursor, ("", count), |_, cursor, node| {
                show(R::read(cursor)?, node);
                Ok(())
            })
        })
    }
}
