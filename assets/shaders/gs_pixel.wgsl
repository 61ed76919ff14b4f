// The pixel half of the Graphics Synthesizer: what the shaders of both games share.
//
// Colours are whole numbers 0..255 in display space. The text of a shader is its own file and, behind it, this one, which is
// valid by itself as well. Source: spec/gs-pipeline.md 3, 8, 12, 13.

// Keeps whole numbers whole when an interpolator or a product lands just below them.
const VERTEX_BIAS: f32 = 0.000244140625;
const PIXEL_BIAS: f32 = 0.0009765625;
// The alpha test is "at least 0x40, else colour only".
const ALPHA_REFERENCE: f32 = 64.0;
// (Cs - Cd) * As + Cd, for `blended`.
const OVER: vec4<f32> = vec4<f32>(0.0, 1.0, 1.0, -1.0);

@group(1) @binding(0) var base_texture: texture_2d<f32>;
@group(1) @binding(1) var base_sampler: sampler;

// The GS walks colour and fog linearly over the screen, not in perspective. A value times its vertex's depth, divided by
// the depth at the pixel, comes out like that. `@interpolate(linear)` says the same, but drivers differ in how they
// clip it, some badly. Vertices behind the near plane count as on it, so that no value is ever extrapolated.
fn screen_linear(by_depth: vec4<f32>, depth: f32) -> vec4<f32> {
    return floor(by_depth / depth + PIXEL_BIAS);
}

// Texture function: modulate, where the draw has a texture.
fn textured(is_textured: bool, uv: vec2<f32>, level: f32, colour: vec4<f32>) -> vec4<f32> {
    let texel = floor(textureSampleLevel(base_texture, base_sampler, uv, level) * 255.0 + 0.5);
    if (!is_textured) {
        return colour;
    }
    return min(floor(texel * colour / 128.0), vec4<f32>(255.0));
}

// 255 is no fog, 0 nothing else.
fn fogged(colour: vec4<f32>, fog: f32, fog_colour: vec3<f32>) -> vec4<f32> {
    return vec4<f32>(floor((fog * colour.rgb + (255.0 - fog) * fog_colour) / 256.0), colour.a);
}

// Premultiplied, so that one fixed blend state (One, OneMinusSrcAlpha) serves every pair of the GS:
// source factor = x + y * As, destination factor = z + w * As.
fn blended(colour: vec4<f32>, blend: vec4<f32>) -> vec4<f32> {
    let alpha = min(colour.a / 128.0, 1.0);
    return vec4<f32>(colour.rgb / 255.0 * (blend.x + blend.y * alpha), 1.0 - (blend.z + blend.w * alpha));
}
