// A Ratchet & Clank 2 level in the GS frame: terrain with levels of detail, ties, shrubs, mobys, sky, collision overlay.
//
// Colours are whole numbers 0..255 in display space. Axes are the game's: z up. Plain WGSL without a preprocessor;
// `gs_pixel.wgsl` stands behind it. Source: spec/commando-tfrag.md 8, spec/commando-assets.md 2, 6.4, 7.3,
// spec/commando-lighting.md 5 to 8. The Rust side of every struct: plugins/commando_view.

struct Frame {
    // Clip space from the game's world relative to `eye`; reversed depth, 1 near and 0 far.
    clip_from_relative: mat4x4<f32>,
    // w is the near clip, units.
    eye: vec4<f32>,
    // Into the picture; w is unused.
    forward: vec4<f32>,
    // Right of the picture; w is unused.
    right: vec4<f32>,
    // 0..255; w is unused.
    fog_colour: vec4<f32>,
    // View depth of the fog's beginning and end, its factor F at both.
    fog: vec4<f32>,
    // View depths between terrain levels: coarse, middle, fine; w is unused.
    distances: vec4<f32>,
    flags: u32,
    padding_0: u32,
    padding_1: u32,
    padding_2: u32,
}

// One instance of one run of triangles.
struct Drawn {
    instance: u32,
    material: u32,
    morph: f32,
    fade: f32,
    mode: u32,
}

struct Material {
    // 16ths of a mip level.
    k: f32,
    // The smallest level that there is.
    last_level: f32,
    flags: u32,
    padding: u32,
}

struct Instance {
    // Rows of the world-from-class matrix.
    world_from_class: array<vec4<f32>, 3>,
    // Width, height, bottom edge above the instance; w is unused.
    billboard: vec4<f32>,
    // Where its colours begin.
    colours: u32,
    billboard_colour: u32,
    padding_0: u32,
    padding_1: u32,
}

// A terrain position: its place at rest and the positions between which it arrives.
struct Position {
    point: vec3<f32>,
    // 0 common, 1 LOD 01, 2 LOD 0.
    tier: u32,
    first: u32,
    second: u32,
    padding_0: u32,
    padding_1: u32,
}

// A corner of a terrain triangle.
struct Info {
    position: u32,
    // s in the low half, t in the high one; 4096 is one texture.
    st: u32,
    tier: u32,
    // The corner that replaces it when it collapses.
    replacement: u32,
    first: u32,
    second: u32,
}

const LIT: u32 = 1u;
const LOD_TINT: u32 = 2u;
const FOG: u32 = 4u;
const MIPPED: u32 = 8u;
const ALPHA_TEST: u32 = 16u;

const TEXTURED: u32 = 1u;

// Terrain modes: LodMode's numbers.
const LOD_1_COLLAPSE: u32 = 2u;
const LOD_1_MORPH: u32 = 3u;
const LOD_0_COLLAPSE: u32 = 4u;
const LOD_0_MORPH: u32 = 5u;
const LOD_0: u32 = 6u;
const LOD_2: u32 = 1u;

const TIER_COMMON: u32 = 0u;
const TIER_LOD_01: u32 = 1u;
const TIER_LOD_0: u32 = 2u;

const BILLBOARD: u32 = 3u;
const NO_COLOURS: u32 = 0xffffffffu;

// The near plane of the mip rule, in units: 32 raw. log2(z / 32) of a raw depth is log2(depth * 32).
const MIP_DEPTH_SCALE: f32 = 32.0;

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> drawn: array<Drawn>;
@group(0) @binding(2) var<storage, read> materials: array<Material>;
@group(0) @binding(3) var<storage, read> instances: array<Instance>;
@group(0) @binding(4) var<storage, read> positions: array<Position>;
@group(0) @binding(5) var<storage, read> infos: array<Info>;
// RGBA, red in the low byte; 0x80 leaves a texture as it is.
@group(0) @binding(6) var<storage, read> colours: array<u32>;

struct Varyings {
    @builtin(position) position: vec4<f32>,
    @location(0) uv: vec2<f32>,
    // For `screen_linear`.
    @location(1) colour_by_depth: vec4<f32>,
    @location(2) depth: f32,
    @location(3) w: f32,
    // The view depth that fog counts: the pixel's for terrain, the instance's for all of a model.
    @location(4) fog_depth: f32,
    // Red, green, blue 0..255 of the level of detail.
    @location(5) @interpolate(flat) tint: vec3<f32>,
    @location(6) @interpolate(flat) material: u32,
}

fn depth_of(point: vec3<f32>) -> f32 {
    return dot(point - frame.eye.xyz, frame.forward.xyz);
}

fn colour_of(place: u32) -> vec4<f32> {
    if ((frame.flags & LIT) == 0u || place == NO_COLOURS) {
        return vec4<f32>(128.0);
    }
    let packed = colours[place];
    return vec4<f32>(vec4<u32>(packed, packed >> 8u, packed >> 16u, packed >> 24u) & vec4<u32>(255u));
}

// `relative` is the place as seen from the eye.
fn out_of(relative: vec3<f32>, uv: vec2<f32>, colour: vec4<f32>, fog_depth: f32, tint: vec3<f32>, material: u32) -> Varyings {
    var out: Varyings;
    out.position = frame.clip_from_relative * vec4<f32>(relative, 1.0);
    out.uv = uv;
    out.w = out.position.w;
    out.depth = max(out.w, frame.eye.w);
    out.colour_by_depth = floor(colour + VERTEX_BIAS) * out.depth;
    out.fog_depth = fog_depth;
    out.tint = tint;
    out.material = material;
    return out;
}

// Terrain.

// A place with its colour, which wander together.
struct Moved {
    point: vec3<f32>,
    colour: vec4<f32>,
}

fn rest(position: u32) -> Moved {
    return Moved(positions[position].point, colour_of(position));
}

// Where a tier begins to wander to its parents, and where it has arrived.
fn span_of(tier: u32) -> vec2<f32> {
    return select(frame.distances.zy, frame.distances.yx, tier == TIER_LOD_01);
}

fn morphs(mode: u32, tier: u32) -> bool {
    if (tier == TIER_LOD_01) {
        return mode >= LOD_1_COLLAPSE && mode <= LOD_0_COLLAPSE;
    }
    return tier == TIER_LOD_0 && (mode == LOD_0_COLLAPSE || mode == LOD_0_MORPH);
}

fn collapses(mode: u32, tier: u32) -> bool {
    return (mode == LOD_1_COLLAPSE && tier == TIER_LOD_01) || (mode == LOD_0_COLLAPSE && tier == TIER_LOD_0);
}

fn wandered(own: Moved, first: Moved, second: Moved, tier: u32, mode: u32) -> Moved {
    let span = span_of(tier);
    if (collapses(mode, tier) && depth_of(first.point) >= span.y && depth_of(second.point) >= span.y) {
        return own;
    }
    let weight = clamp((depth_of(own.point) - span.x) / (span.y - span.x), 0.0, 1.0);
    return Moved(
        (first.point + second.point) * (weight * 0.5) + own.point * (1.0 - weight),
        (first.colour + second.colour) * (weight * 0.5) + own.colour * (1.0 - weight),
    );
}

// A position of the common tier or of LOD 01, whose parents are common.
fn moved_01(position: u32, mode: u32) -> Moved {
    let own = rest(position);
    let record = positions[position];
    if (record.tier != TIER_LOD_01 || !morphs(mode, TIER_LOD_01)) {
        return own;
    }
    return wandered(own, rest(record.first), rest(record.second), TIER_LOD_01, mode);
}

// Any position: those of LOD 0 go towards parents that have moved.
fn moved(position: u32, mode: u32) -> Moved {
    let record = positions[position];
    if (record.tier != TIER_LOD_0) {
        return moved_01(position, mode);
    }
    let own = rest(position);
    if (!morphs(mode, TIER_LOD_0)) {
        return own;
    }
    return wandered(own, moved_01(record.first, mode), moved_01(record.second, mode), TIER_LOD_0, mode);
}

// The corner that is drawn for a corner: itself, or its first parent where both parents are far.
fn drawn_corner(corner: u32, mode: u32) -> u32 {
    let info = infos[corner];
    if (!collapses(mode, info.tier)) {
        return corner;
    }
    let far = span_of(info.tier).y;
    let first = moved_01(info.first, mode).point;
    let second = moved_01(info.second, mode).point;
    return select(corner, info.replacement, depth_of(first) >= far && depth_of(second) >= far);
}

fn terrain_tint(mode: u32) -> vec3<f32> {
    switch mode {
        case LOD_2: { return vec3<f32>(64.0, 96.0, 255.0); }
        case LOD_1_COLLAPSE: { return vec3<f32>(64.0, 190.0, 255.0); }
        case LOD_1_MORPH: { return vec3<f32>(64.0, 255.0, 128.0); }
        case LOD_0_COLLAPSE: { return vec3<f32>(200.0, 255.0, 64.0); }
        case LOD_0_MORPH: { return vec3<f32>(255.0, 160.0, 48.0); }
        case LOD_0: { return vec3<f32>(255.0, 64.0, 64.0); }
        default: { return vec3<f32>(64.0, 255.0, 128.0); }
    }
}

@vertex
fn vertex_terrain(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Varyings {
    let record = drawn[instance];
    let corner = infos[drawn_corner(vertex, record.mode)];
    let place = moved(corner.position, record.mode);
    let st = vec2<i32>(i32(corner.st << 16u) >> 16u, i32(corner.st) >> 16u);
    let uv = vec2<f32>(st) / 4096.0;
    return out_of(place.point - frame.eye.xyz, uv, place.colour, depth_of(place.point), terrain_tint(record.mode), record.material);
}

// Ties, shrubs, mobys.

fn model_tint(level: u32) -> vec3<f32> {
    switch level {
        case 0u: { return vec3<f32>(255.0, 64.0, 64.0); }
        case 1u: { return vec3<f32>(64.0, 255.0, 128.0); }
        case 2u: { return vec3<f32>(64.0, 96.0, 255.0); }
        default: { return vec3<f32>(255.0, 64.0, 255.0); }
    }
}

fn placed(instance: Instance, point: vec3<f32>) -> vec3<f32> {
    let rows = instance.world_from_class;
    let local = vec4<f32>(point, 1.0);
    return vec3<f32>(dot(rows[0], local), dot(rows[1], local), dot(rows[2], local));
}

fn instance_colour(instance: Instance, place: u32) -> vec4<f32> {
    return colour_of(select(instance.colours + place, NO_COLOURS, instance.colours == NO_COLOURS));
}

@vertex
fn vertex_model(
    @builtin(instance_index) at: u32,
    @location(0) position: vec3<f32>,
    @location(1) delta: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @location(3) places: vec4<u32>,
) -> Varyings {
    let record = drawn[at];
    let instance = instances[record.instance];
    let point = placed(instance, position + delta * record.morph);
    var colour = instance_colour(instance, places.x);
    if (record.morph > 0.0) {
        let far = (instance_colour(instance, places.y) + instance_colour(instance, places.z)) * 0.5;
        colour = mix(colour, far, record.morph);
    }
    colour.a *= record.fade;
    let fog_depth = depth_of(placed(instance, vec3<f32>(0.0)));
    return out_of(point - frame.eye.xyz, uv, colour, fog_depth, model_tint(record.mode), record.material);
}

// Two triangles without a buffer: upright, turned about z to the picture.
@vertex
fn vertex_billboard(@builtin(vertex_index) vertex: u32, @builtin(instance_index) at: u32) -> Varyings {
    let record = drawn[at];
    let instance = instances[record.instance];
    let corner = vec2<f32>(f32((0x32u >> vertex) & 1u), f32((0x2cu >> vertex) & 1u));
    let foot = placed(instance, vec3<f32>(0.0));
    let flat_right = vec3<f32>(frame.right.xy, 0.0);
    let across = flat_right / max(length(flat_right), 0.0001);
    let up = instance.billboard.z + corner.y * instance.billboard.y;
    let point = foot + across * ((corner.x - 0.5) * instance.billboard.x) + vec3<f32>(0.0, 0.0, up);
    var colour = colour_of(instance.billboard_colour);
    colour.a *= record.fade;
    let uv = vec2<f32>(corner.x, 1.0 - corner.y);
    return out_of(point - frame.eye.xyz, uv, colour, depth_of(foot), model_tint(BILLBOARD), record.material);
}

// The sky: only directions matter.

@vertex
fn vertex_sky(
    @builtin(instance_index) at: u32,
    @location(0) position: vec3<f32>,
    @location(1) uv: vec2<f32>,
    @location(2) bytes: vec4<u32>,
) -> Varyings {
    return out_of(position, uv, vec4<f32>(bytes), 0.0, vec3<f32>(0.0), drawn[at].material);
}

// Pixels.

// Texture function and fog: RGB 0..255 and alpha 0..255.
fn shade(in: Varyings, in_world: bool) -> vec4<f32> {
    let material = materials[in.material];
    var level = 0.0;
    if ((frame.flags & MIPPED) != 0u) {
        // Rounded: one level, the nearest.
        level = clamp(round(log2(max(in.w * MIP_DEPTH_SCALE, 1.0)) + material.k / 16.0), 0.0, material.last_level);
    }
    let vertex_colour = screen_linear(in.colour_by_depth, in.depth);
    var colour = textured((material.flags & TEXTURED) != 0u, in.uv, level, vertex_colour);
    if (in_world && (frame.flags & FOG) != 0u) {
        let reach = clamp((in.fog_depth - frame.fog.x) / max(frame.fog.y - frame.fog.x, 0.0001), 0.0, 1.0);
        let fog = floor(clamp(mix(frame.fog.z, frame.fog.w, reach), 0.0, 255.0) + VERTEX_BIAS);
        colour = fogged(colour, fog, frame.fog_colour.rgb);
    }
    if (in_world && (frame.flags & LOD_TINT) != 0u) {
        let grey = dot(colour.rgb, vec3<f32>(0.299, 0.587, 0.114));
        colour = vec4<f32>(floor(mix(vec3<f32>(grey), in.tint, 0.6)), colour.a);
    }
    return colour;
}

// The alpha test of The Warriors' frame: what this game tests is not known.
@fragment
fn fragment_pass(in: Varyings) -> @location(0) vec4<f32> {
    let colour = shade(in, true);
    if (colour.a < ALPHA_REFERENCE && (frame.flags & ALPHA_TEST) != 0u) {
        discard;
    }
    return blended(colour, OVER);
}

@fragment
fn fragment_fail(in: Varyings) -> @location(0) vec4<f32> {
    let colour = shade(in, true);
    if (colour.a >= ALPHA_REFERENCE || (frame.flags & ALPHA_TEST) == 0u) {
        discard;
    }
    return blended(colour, OVER);
}

// What nothing shines through.
@fragment
fn fragment_all(in: Varyings) -> @location(0) vec4<f32> {
    return blended(shade(in, true), OVER);
}

@fragment
fn fragment_sky(in: Varyings) -> @location(0) vec4<f32> {
    return blended(shade(in, false), OVER);
}

// The collision overlay.

struct CollisionVaryings {
    @builtin(position) position: vec4<f32>,
    @location(0) colour: vec4<f32>,
    // 1 at its own corner, 0 at the others.
    @location(1) corner: vec3<f32>,
}

// The overlay lies this much of its distance in front of what it covers.
const OVERLAY_PULL: f32 = 1.00390625;

@vertex
fn vertex_collision(
    @builtin(vertex_index) vertex: u32,
    @location(0) position: vec3<f32>,
    @location(1) colour: vec4<f32>,
) -> CollisionVaryings {
    var out: CollisionVaryings;
    out.position = frame.clip_from_relative * vec4<f32>(position - frame.eye.xyz, 1.0);
    out.position.z = min(out.position.z * OVERLAY_PULL, out.position.w);
    out.colour = colour;
    let corner = vertex % 3u;
    out.corner = vec3<f32>(f32(corner == 0u), f32(corner == 1u), f32(corner == 2u));
    return out;
}

@fragment
fn fragment_collision(in: CollisionVaryings) -> @location(0) vec4<f32> {
    let nearest = min(min(in.corner.x, in.corner.y), in.corner.z);
    let edge = 1.0 - smoothstep(0.0, 1.5, nearest / max(fwidth(nearest), 0.000001));
    let colour = mix(in.colour.rgb, vec3<f32>(0.05), edge * 0.8);
    let alpha = 0.75;
    return vec4<f32>(colour * alpha, alpha);
}
