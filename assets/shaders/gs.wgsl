// The GS frame: scenery, background, glows, full-screen tints and debug lines.
//
// Colours are whole numbers 0..255 in display space, as the Graphics Synthesizer computes with them; nothing here is
// linear light. Plain WGSL without a preprocessor: one entry point a variant. `gs_pixel.wgsl` stands behind it.
// Source: spec/gs-pipeline.md 3, 4, 8, 11, 12, 13; spec/lighting.md 7. The Rust side of every struct: gpu/layout.rs.

struct View {
    // Clip space from the world relative to `eye`; reversed depth, 1 near and 0 far.
    clip_from_relative: mat4x4<f32>,
    // w is the near clip, metres.
    eye: vec4<f32>,
}

struct Frame {
    // Sky, skyline, world.
    views: array<View, 3>,
    // 0..255; w is 1 when fog is on.
    fog_colour: vec4<f32>,
    // Full-screen tints: premultiplied RGB 0..1, coverage in w.
    tints: array<vec4<f32>, 3>,
    fog_far: f32,
    // 1 / (far - start)
    fog_inverse_range: f32,
    // 1 when a prelight byte of 255 is full brightness, 255/128 when 0x80 is.
    prelight_scale: f32,
    padding: f32,
}

// One placed mesh: an atomic of the streamed world, a background model, the glow world.
struct Placement {
    // Rows of the world-from-local matrix, the mesh's position scale included.
    world_from_local: array<vec4<f32>, 3>,
    // Sum of the ambient lights.
    ambient: vec3<f32>,
    light_count: u32,
    // Eight 16-bit indices into `lights`.
    light_indices: vec4<u32>,
    uv_scale: f32,
    // Turns a normal that went through `world_from_local` into -1..1.
    normal_scale: f32,
    view: u32,
    padding: u32,
}

struct Draw {
    // RGBA, 0..255.
    material: vec4<f32>,
    // For `blended`.
    blend: vec4<f32>,
    colour_scale: f32,
    ambient_factor: f32,
    diffuse_factor: f32,
    k: f32,
    // 2^L
    l_scale: f32,
    placement: u32,
    flags: u32,
    padding: u32,
}

struct Light {
    position: vec3<f32>,
    radius: f32,
    colour: vec3<f32>,
    kind: u32,
    // The way the light travels.
    direction: vec3<f32>,
    cone_cosine: f32,
}

const TEXTURED: u32 = 1u;
const MIPPED: u32 = 2u;
const FOGGED: u32 = 4u;
const SECOND_UV: u32 = 8u;

const DIRECTIONAL: u32 = 0u;
const SPOT: u32 = 2u;

// What turns 255 * 255 into 128.1: the original's factor.
const GS_ONE: f32 = 0.0019700117;

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> draws: array<Draw>;
@group(0) @binding(2) var<storage, read> placements: array<Placement>;
@group(0) @binding(3) var<storage, read> lights: array<Light>;

struct Varyings {
    // Invariant: the second layer of a dual texture must meet its base at exactly the same depth.
    @invariant @builtin(position) position: vec4<f32>,
    @location(0) uv: vec2<f32>,
    // For `screen_linear`.
    @location(1) colour_by_depth: vec4<f32>,
    @location(2) fog_by_depth: f32,
    @location(3) depth: f32,
    @location(4) w: f32,
    @location(5) @interpolate(flat) draw: u32,
}

fn light_of(placement: Placement, draw: Draw, position: vec3<f32>, normal: vec3<f32>) -> vec3<f32> {
    var diffuse = vec3<f32>(0.0);
    for (var i = 0u; i < placement.light_count; i += 1u) {
        let packed = placement.light_indices[i >> 1u];
        let light = lights[(packed >> ((i & 1u) * 16u)) & 0xffffu];
        var towards = -light.direction;
        var strength = 1.0;
        if (light.kind != DIRECTIONAL) {
            let way = light.position - position;
            let distance = length(way);
            towards = way / max(distance, 0.0001);
            strength = max(0.0, 1.0 - distance / max(light.radius, 0.0001));
            if (light.kind == SPOT && dot(-towards, light.direction) < light.cone_cosine) {
                strength = 0.0;
            }
        }
        diffuse += light.colour * (strength * max(0.0, dot(normal, towards)));
    }
    return draw.ambient_factor * placement.ambient + draw.diffuse_factor * diffuse;
}

fn transform(
    instance: u32,
    local: vec3<f32>,
    uv: vec4<f32>,
    prelight: vec4<u32>,
    local_normal: vec3<f32>,
) -> Varyings {
    let draw = draws[instance];
    let placement = placements[draw.placement];
    let rows = placement.world_from_local;
    let point = vec4<f32>(local, 1.0);
    let position = vec3<f32>(dot(rows[0], point), dot(rows[1], point), dot(rows[2], point));
    let normal = vec3<f32>(dot(rows[0].xyz, local_normal), dot(rows[1].xyz, local_normal), dot(rows[2].xyz, local_normal))
        * placement.normal_scale;

    let bytes = vec4<f32>(prelight);
    let light = light_of(placement, draw, position, normal);
    let lit = min(vec3<f32>(255.0), bytes.rgb * frame.prelight_scale + 255.0 * light);

    var out: Varyings;
    let relative = position - frame.views[placement.view].eye.xyz;
    out.position = frame.views[placement.view].clip_from_relative * vec4<f32>(relative, 1.0);
    out.uv = select(uv.xy, uv.zw, (draw.flags & SECOND_UV) != 0u) * placement.uv_scale;
    let colour = vec4<f32>(
        floor(lit * draw.material.rgb * draw.colour_scale + VERTEX_BIAS),
        floor(bytes.a * draw.material.a * GS_ONE + VERTEX_BIAS),
    );
    out.w = out.position.w;
    let fog = floor(clamp(255.0 * (frame.fog_far - out.w) * frame.fog_inverse_range, 0.0, 255.0) + VERTEX_BIAS);
    out.depth = max(out.w, frame.views[placement.view].eye.w);
    out.colour_by_depth = colour * out.depth;
    out.fog_by_depth = fog * out.depth;
    out.draw = instance;
    return out;
}

// The streamed world's own integers.
@vertex
fn vertex_packed(
    @builtin(instance_index) instance: u32,
    @location(0) position: vec4<i32>,
    @location(1) uv: vec4<i32>,
    @location(2) prelight: vec4<u32>,
    @location(3) normal: vec4<i32>,
) -> Varyings {
    return transform(instance, vec3<f32>(position.xyz), vec4<f32>(uv), prelight, vec3<f32>(normal.xyz));
}

// The glow world's floats.
@vertex
fn vertex_float(
    @builtin(instance_index) instance: u32,
    @location(0) position: vec3<f32>,
    @location(1) uv: vec4<f32>,
    @location(2) prelight: vec4<u32>,
    @location(3) normal: vec4<i32>,
) -> Varyings {
    return transform(instance, position, uv, prelight, vec3<f32>(normal.xyz));
}

// Texture function and fog: RGB 0..255 and alpha 0..255.
fn shade(in: Varyings) -> vec4<f32> {
    let draw = draws[in.draw];
    var lod = 0.0;
    if ((draw.flags & MIPPED) != 0u) {
        lod = max(log2(max(in.w, 0.0009765625)) * draw.l_scale + draw.k, 0.0);
    }
    let vertex_colour = screen_linear(in.colour_by_depth, in.depth);
    let colour = textured((draw.flags & TEXTURED) != 0u, in.uv, lod, vertex_colour);
    if ((draw.flags & FOGGED) != 0u && frame.fog_colour.w > 0.5) {
        let fog = screen_linear(vec4<f32>(in.fog_by_depth), in.depth).x;
        return fogged(colour, fog, frame.fog_colour.rgb);
    }
    return colour;
}

// What passes the alpha test writes depth,
@fragment
fn fragment_pass(in: Varyings) -> @location(0) vec4<f32> {
    let colour = shade(in);
    if (colour.a < ALPHA_REFERENCE) {
        discard;
    }
    return blended(colour, draws[in.draw].blend);
}

// what fails is drawn a second time by a pipeline that writes none.
@fragment
fn fragment_fail(in: Varyings) -> @location(0) vec4<f32> {
    let colour = shade(in);
    if (colour.a >= ALPHA_REFERENCE) {
        discard;
    }
    return blended(colour, draws[in.draw].blend);
}

// Alpha test off: second layers, untextured draws, passes that never write depth.
@fragment
fn fragment_all(in: Varyings) -> @location(0) vec4<f32> {
    return blended(shade(in), draws[in.draw].blend);
}

struct TintVaryings {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) tint: u32,
}

// One triangle over the whole frame; the instance chooses the tint.
@vertex
fn vertex_tint(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> TintVaryings {
    let corner = vec2<f32>(f32(vertex >> 1u), f32(vertex & 1u)) * 4.0 - 1.0;
    var out: TintVaryings;
    out.position = vec4<f32>(corner, 0.0, 1.0);
    out.tint = instance;
    return out;
}

@fragment
fn fragment_tint(in: TintVaryings) -> @location(0) vec4<f32> {
    return frame.tints[in.tint];
}

struct LineVaryings {
    @builtin(position) position: vec4<f32>,
    @location(0) colour: vec4<f32>,
}

const WORLD_VIEW: u32 = 2u;
// Lines lie this much of their distance in front of the surface they mark.
const LINE_PULL: f32 = 1.0009765625;

@vertex
fn vertex_line(@location(0) position: vec3<f32>, @location(1) colour: vec4<f32>) -> LineVaryings {
    var out: LineVaryings;
    let view = frame.views[WORLD_VIEW];
    out.position = view.clip_from_relative * vec4<f32>(position - view.eye.xyz, 1.0);
    out.position.z = min(out.position.z * LINE_PULL, out.position.w);
    out.colour = colour;
    return out;
}

@fragment
fn fragment_line(in: LineVaryings) -> @location(0) vec4<f32> {
    return vec4<f32>(in.colour.rgb * in.colour.a, in.colour.a);
}
