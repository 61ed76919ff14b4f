//! Scripted input: a text file that plays the pad and the mouse, frame by frame.
//!
//! ```text
//! # forward for two seconds, turning, then a look around with the mouse
//! 0   stick left 0 100
//! 30  stick right -40 0
//! 60  stick left 0 0
//! 60  stick right 0 0
//! 60  press cross
//! 75  release cross
//! 80  mouse press right
//! 80  mouse move 120 -30
//! 90  mouse release right
//! 95  mouse wheel 2
//! 100 tap start
//! ```
//!
//! A line is `FRAME tap|press|release BUTTON`, `FRAME stick left|right X Y` (percent, held until changed, up positive),
//! `FRAME mouse press|release|tap left|middle|right`, `FRAME mouse move X Y` (pixels of that frame, down positive) or
//! `FRAME mouse wheel LINES` (of that frame). `#` begins a comment. Lines may stand in any order; those of one frame act in
//! the order written. Frame 0 is the first frame of play. Source: spec/world-addenda.md 9; the mouse lines are ours.

use bevy::{input::mouse::MouseButton, prelude::*};

use crate::{
    buttons::{PadButton, stick_from_percent},
    play_frames::PlayFrames,
};

/// The last frame that a script may name: an hour of play.
pub const LAST_FRAME: u64 = 108_000;
/// The largest script taken, bytes: several lines for each frame of an hour.
pub const MOST_BYTES: u64 = 16 << 20;
/// The largest script taken, in lines: an hour of play with ten lines a frame.
const MOST_LINES: usize = 1_080_000;
/// Letters of a wrong word that an error repeats.
const SHOWN_LETTERS: usize = 40;

/// A parsed script, as a resource: while it is there the real pad, keyboard and mouse do not move the game.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct InputScript {
    /// Sorted by frame; the order of the file within a frame.
    lines: Vec<(u64, Action)>,
    next: usize,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Action {
    Tap(PadButton),
    Press(PadButton),
    Release(PadButton),
    LeftStick(Vec2),
    RightStick(Vec2),
    MouseTap(MouseButton),
    MousePress(MouseButton),
    MouseRelease(MouseButton),
    MouseMove(Vec2),
    MouseWheel(f32),
}

/// What is wrong with a script.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct ScriptError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it, and what belongs there.
    pub fault: String,
}

/// What the script holds down and moves this frame.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct ScriptedInput {
    /// Buttons held, one bit each.
    pub held: u16,
    /// Left stick, -1 to 1.
    pub left: Vec2,
    /// Right stick, -1 to 1.
    pub right: Vec2,
    /// Mouse buttons held.
    pub mouse_held: Vec<MouseButton>,
    /// Mouse motion of this frame, pixels, down positive.
    pub mouse_motion: Vec2,
    /// Wheel lines of this frame.
    pub wheel: f32,
    tapped: u16,
    mouse_tapped: Vec<MouseButton>,
}

impl InputScript {
    /// Reads a script.
    ///
    /// # Errors
    ///
    /// The first line that is wrong, by number.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        let mut lines = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let fault = |fault: String| ScriptError {
                line: index + 1,
                fault,
            };
            if index >= MOST_LINES {
                return Err(fault(format!(
                    "a script has at most {MOST_LINES} lines; split the run"
                )));
            }
            let words: Vec<&str> = line
                .split('#')
                .next()
                .unwrap_or_default()
                .split_whitespace()
                .collect();
            if let Some((frame, action)) = words.split_first() {
                let frame = frame
                    .parse()
                    .ok()
                    .filter(|frame| *frame <= LAST_FRAME)
                    .ok_or_else(|| {
                        fault(format!(
                            "expected a frame from 0 to {LAST_FRAME} first, found `{}`",
                            short(frame)
                        ))
                    })?;
                lines.push((frame, parse_action(action).map_err(fault)?));
            }
        }
        lines.sort_by_key(|(frame, _)| *frame);
        Ok(Self { lines, next: 0 })
    }

    /// The frame of the last line, if there is one.
    pub fn last_frame(&self) -> Option<u64> {
        self.lines.last().map(|(frame, _)| *frame)
    }

    /// Applies the lines up to and including `frame`. Frames must not go backwards.
    pub fn advance(&mut self, frame: u64, input: &mut ScriptedInput) {
        input.end_frame();
        while let Some((due, action)) = self.lines.get(self.next)
            && *due <= frame
        {
            input.apply(action);
            self.next += 1;
        }
    }
}

impl ScriptedInput {
    /// Lets go of what was tapped, and forgets what belonged to one frame.
    fn end_frame(&mut self) {
        self.held &= !std::mem::take(&mut self.tapped);
        for button in std::mem::take(&mut self.mouse_tapped) {
            self.mouse_held.retain(|held| *held != button);
        }
        self.mouse_motion = Vec2::ZERO;
        self.wheel = 0.0;
    }

    fn apply(&mut self, action: &Action) {
        match action {
            Action::Tap(button) => {
                self.held |= button.bit();
                self.tapped |= button.bit();
            }
            Action::Press(button) => self.held |= button.bit(),
            Action::Release(button) => self.held &= !button.bit(),
            Action::LeftStick(percent) => self.left = stick_from_percent(*percent),
            Action::RightStick(percent) => self.right = stick_from_percent(*percent),
            Action::MouseTap(button) => {
                self.hold_mouse(*button);
                self.mouse_tapped.push(*button);
            }
            Action::MousePress(button) => self.hold_mouse(*button),
            Action::MouseRelease(button) => self.mouse_held.retain(|held| held != button),
            Action::MouseMove(pixels) => self.mouse_motion += *pixels,
            Action::MouseWheel(lines) => self.wheel += lines,
        }
    }

    fn hold_mouse(&mut self, button: MouseButton) {
        if !self.mouse_held.contains(&button) {
            self.mouse_held.push(button);
        }
    }
}

/// Plays the script's lines of this frame of play.
pub(crate) fn play_script(
    script: Option<ResMut<InputScript>>,
    frames: Res<PlayFrames>,
    mut input: ResMut<ScriptedInput>,
) {
    if let (Some(mut script), Some(frame)) = (script, frames.fresh()) {
        script.advance(frame, &mut input);
    }
}

fn parse_action(words: &[&str]) -> Result<Action, String> {
    match words {
        ["tap", name] => button(name).map(Action::Tap),
        ["press", name] => button(name).map(Action::Press),
        ["release", name] => button(name).map(Action::Release),
        ["stick", "left", x, y] => Ok(Action::LeftStick(percent(x, y)?)),
        ["stick", "right", x, y] => Ok(Action::RightStick(percent(x, y)?)),
        ["mouse", "tap", name] => mouse_button(name).map(Action::MouseTap),
        ["mouse", "press", name] => mouse_button(name).map(Action::MousePress),
        ["mouse", "release", name] => mouse_button(name).map(Action::MouseRelease),
        ["mouse", "move", x, y] => Ok(Action::MouseMove(Vec2::new(number(x)?, number(y)?))),
        ["mouse", "wheel", lines] => number(lines).map(Action::MouseWheel),
        ["tap" | "press" | "release", ..] => {
            Err(format!("expected one button name after `{}`", words[0]))
        }
        ["stick", ..] => Err("expected `stick left|right X Y`".into()),
        ["mouse", ..] => Err(
            "expected `mouse tap|press|release BUTTON`, `mouse move X Y` or `mouse wheel LINES`"
                .into(),
        ),
        [] => Err("expected an action after the frame number".into()),
        [word, ..] => Err(format!(
            "`{}` is no action; expected tap, press, release, stick or mouse",
            short(word)
        )),
    }
}

/// The beginning of a word, for an error of one line.
fn short(word: &str) -> String {
    match word.char_indices().nth(SHOWN_LETTERS) {
        Some((end, _)) => format!("{}...", word.get(..end).unwrap_or_default()),
        None => word.to_owned(),
    }
}

fn button(name: &str) -> Result<PadButton, String> {
    PadButton::named(name).ok_or_else(|| {
        let names: Vec<&str> = PadButton::ALL.iter().map(|(_, name)| *name).collect();
        format!(
            "`{}` is no button; expected one of {}",
            short(name),
            names.join(", ")
        )
    })
}

fn mouse_button(name: &str) -> Result<MouseButton, String> {
    match name {
        "left" => Ok(MouseButton::Left),
        "middle" => Ok(MouseButton::Middle),
        "right" => Ok(MouseButton::Right),
        _ => Err(format!(
            "`{}` is no mouse button; expected left, middle or right",
            short(name)
        )),
    }
}

fn percent(x: &str, y: &str) -> Result<Vec2, String> {
    let percent = Vec2::new(number(x)?, number(y)?);
    if percent.abs().max_element() > 100.0 {
        return Err(format!(
            "a stick goes from -100 to 100 percent, found {x} {y}"
        ));
    }
    Ok(percent)
}

fn number(word: &str) -> Result<f32, String> {
    word.parse::<f32>()
        .ok()
        .filter(|number| number.is_finite())
        .ok_or_else(|| format!("`{}` is no number", short(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str, frames: u64) -> Vec<ScriptedInput> {
        let mut script = InputScript::parse(text).expect("the script is right");
        let mut input = ScriptedInput::default();
        (0..frames)
            .map(|frame| {
                script.advance(frame, &mut input);
                input.clone()
            })
            .collect()
    }

    fn error(text: &str) -> String {
        InputScript::parse(text)
            .expect_err("the script is wrong")
            .to_string()
    }

    #[test]
    fn frames_end_after_an_hour_and_long_words_are_repeated_in_part() {
        assert!(InputScript::parse("108000 tap start").is_ok());
        let late = error("108001 tap start");
        assert!(late.contains("from 0 to 108000"), "{late}");
        let long = error(&format!("0 {}", "ö".repeat(1000)));
        assert!(long.contains(&format!("`{}...`", "ö".repeat(40))), "{long}");
    }

    #[test]
    fn a_tap_is_down_for_exactly_one_frame() {
        let held: Vec<u16> = run("1 tap cross", 4).iter().map(|i| i.held).collect();
        assert_eq!(held, [0, 0x0040, 0, 0]);
    }

    #[test]
    fn a_press_holds_until_its_release() {
        let held: Vec<u16> = run("1 press R1\n3 release r1", 5)
            .iter()
            .map(|i| i.held)
            .collect();
        assert_eq!(held, [0, 8, 8, 0, 0]);
    }

    #[test]
    fn a_stick_stays_where_it_was_put() {
        let input = run("0 stick left 0 100\n2 stick left 0 0", 4);
        let up: Vec<f32> = input.iter().map(|i| i.left.y).collect();
        assert_eq!(up, [1.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn mouse_motion_and_wheel_belong_to_their_frame() {
        let input = run(
            "1 mouse press right\n1 mouse move 10 -4\n1 mouse wheel 2",
            3,
        );
        assert_eq!(input[1].mouse_motion, Vec2::new(10.0, -4.0));
        assert_eq!(input[1].wheel, 2.0);
        assert_eq!(input[1].mouse_held, [MouseButton::Right]);
        assert_eq!((input[2].mouse_motion, input[2].wheel), (Vec2::ZERO, 0.0));
        assert_eq!(input[2].mouse_held, [MouseButton::Right]);
    }

    #[test]
    fn lines_may_stand_in_any_order_and_carry_comments() {
        let input = run("# a comment\n\n3 release up  # last\n  1 press up", 5);
        let held: Vec<u16> = input.iter().map(|i| i.held).collect();
        assert_eq!(held, [0, 0x1000, 0x1000, 0, 0]);
    }

    #[test]
    fn skipped_frames_lose_no_lines() {
        let mut script = InputScript::parse("1 press up\n4 press l1").expect("right");
        let mut input = ScriptedInput::default();
        script.advance(7, &mut input);
        assert_eq!(input.held, 0x1004);
    }

    #[test]
    fn an_error_names_the_line_and_what_belongs_there() {
        assert_eq!(
            error("0 tap cross\nx tap cross"),
            "line 2: expected a frame from 0 to 108000 first, found `x`"
        );
        assert_eq!(
            error("0 hop"),
            "line 1: `hop` is no action; expected tap, press, release, stick or mouse"
        );
        assert_eq!(
            error("5"),
            "line 1: expected an action after the frame number"
        );
        assert!(error("0 tap x").starts_with("line 1: `x` is no button; expected one of l2, r2"));
        assert_eq!(
            error("0 stick left 1"),
            "line 1: expected `stick left|right X Y`"
        );
        assert_eq!(error("\n0 stick left nan 0"), "line 2: `nan` is no number");
        assert_eq!(
            error("0 stick left 0 101"),
            "line 1: a stick goes from -100 to 100 percent, found 0 101"
        );
        assert_eq!(
            error("-1 tap cross"),
            "line 1: expected a frame from 0 to 108000 first, found `-1`"
        );
        assert!(error("0 mouse press up").contains("no mouse button"));
    }
}
