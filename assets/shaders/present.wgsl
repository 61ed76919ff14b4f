// Shows the finished GS frame: one triangle over the letter-boxed part of the target.
//
// The frame's bytes are display-encoded. Filtering happens on them as they are; a target whose format encodes by
// itself (sRGB) gets the decoded value, so that the byte that leaves the GS is the byte that reaches the screen.
// Source: spec/gs-pipeline.md 1, 2. The Rust side of the struct: gpu/layout.rs.

struct Present {
    // Height of one of the 448 lines in texture coordinates, or 0 when lines are not blended.
    line_step: f32,
    // 1 keeps texels square-edged (nearest), 0 filters between them.
    sharp: f32,
    frame_size: vec2<f32>,
}

@group(0) @binding(0) var<uniform> present: Present;
@group(0) @binding(1) var frame_texture: texture_2d<f32>;
@group(0) @binding(2) var frame_sampler: sampler;

struct Varyings {
    @builtin(position) position: vec4<f32>,
    @location(0) uv: vec2<f32>,
}

@vertex
fn vertex_present(@builtin(vertex_index) vertex: u32) -> Varyings {
    let corner = vec2<f32>(f32(vertex >> 1u), f32(vertex & 1u)) * 2.0;
    var out: Varyings;
    out.position = vec4<f32>(corner.x * 2.0 - 1.0, 1.0 - corner.y * 2.0, 0.0, 1.0);
    out.uv = corner;
    return out;
}

fn sample_frame(uv: vec2<f32>) -> vec3<f32> {
    let texel = (floor(uv * present.frame_size) + 0.5) / present.frame_size;
    return textureSampleLevel(frame_texture, frame_sampler, select(uv, texel, present.sharp > 0.5), 0.0).rgb;
}

fn shown(uv: vec2<f32>) -> vec3<f32> {
    let colour = sample_frame(uv);
    if (present.line_step > 0.0) {
        let below = vec2<f32>(uv.x, min(uv.y + present.line_step, 1.0 - 0.5 * present.line_step));
        return (colour + sample_frame(below)) * 0.5;
    }
    return colour;
}

fn decoded(colour: vec3<f32>) -> vec3<f32> {
    let low = colour / 12.92;
    let high = pow((colour + 0.055) / 1.055, vec3<f32>(2.4));
    return select(high, low, colour <= vec3<f32>(0.04045));
}

// For targets that store what they are given.
@fragment
fn fragment_raw(in: Varyings) -> @location(0) vec4<f32> {
    return vec4<f32>(shown(in.uv), 1.0);
}

// For sRGB targets.
@fragment
fn fragment_srgb(in: Varyings) -> @location(0) vec4<f32> {
    return vec4<f32>(decoded(shown(in.uv)), 1.0);
}
