//! A list of lines of which one is taken: what the menu, the pause and the error page have in common.

use bevy::{input::mouse::AccumulatedMouseMotion, prelude::*};
use wonderwheel_world_streaming::prelude::Lockstep;

use crate::{gate::InputGate, menu_input::MenuCommands, mode::GameMode, theme};

/// Lines shown at once; a longer list scrolls with the selection.
const WINDOW: usize = 14;

/// A list of choices of one mode's screen.
#[derive(Component, Clone, Debug)]
pub(crate) struct Choices {
    /// Whose screen it is on.
    pub mode: GameMode,
    pub labels: Vec<String>,
    pub selected: usize,
}

impl Choices {
    pub fn new<L: Into<String>>(mode: GameMode, labels: impl IntoIterator<Item = L>) -> Self {
        Self {
            mode,
            labels: labels.into_iter().map(Into::into).collect(),
            selected: 0,
        }
    }

    /// Moves the selection, wrapping around at the ends.
    pub fn step(&mut self, lines: i32) {
        let count = self.labels.len() as i32;
        if count > 0 {
            self.selected = (self.selected as i32 + lines).rem_euclid(count) as usize;
        }
    }

    /// The first line shown: the selection stays in the middle of a list that does not fit.
    fn first_shown(&self) -> usize {
        let last_start = self.labels.len().saturating_sub(WINDOW);
        self.selected.saturating_sub(WINDOW / 2).min(last_start)
    }

    fn shown(&self) -> std::ops::Range<usize> {
        let first = self.first_shown();
        first..(first + WINDOW).min(self.labels.len())
    }
}

/// A line of the list above was taken.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ChosenLine {
    pub mode: GameMode,
    pub index: usize,
}

impl ChosenLine {
    /// The lines of a mode's screen that were taken.
    pub fn of(chosen: &mut MessageReader<Self>, mode: GameMode) -> impl Iterator<Item = usize> {
        let own = chosen.read().filter(move |line| line.mode == mode);
        own.map(|line| line.index)
    }
}

/// One visible line; the number counts from the first line shown.
#[derive(Component, Clone, Copy)]
pub(crate) struct ChoiceLine(usize);

/// "more above", "more below".
#[derive(Component, Clone, Copy)]
pub(crate) enum MoreLines {
    Above,
    Below,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<ChosenLine>().add_systems(
        Update,
        (choose_by_command, choose_by_pointer, show_choices)
            .chain()
            .in_set(ChoiceSystems),
    );
}

/// Where choices are read; screens act on [`ChosenLine`] after it.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ChoiceSystems;

/// Adds the list's lines below `parent`.
pub(crate) fn spawn_choices(parent: &mut ChildSpawnerCommands, choices: Choices) {
    let lines = choices.labels.len().min(WINDOW);
    parent
        .spawn((
            choices,
            Node {
                flex_direction: FlexDirection::Column,
                width: percent(100),
                row_gap: px(2),
                ..default()
            },
        ))
        .with_children(|list| {
            let more = || theme::text("", theme::SMALL_SIZE, theme::FAINT);
            list.spawn((MoreLines::Above, more()));
            for line in 0..lines {
                list.spawn((
                    ChoiceLine(line),
                    Button,
                    Node {
                        padding: UiRect::axes(px(14), px(4)),
                        border: UiRect::left(px(4)),
                        ..default()
                    },
                    BackgroundColor(Color::NONE),
                    BorderColor::all(Color::NONE),
                    children![theme::text("", theme::LINE_SIZE, theme::TEXT)],
                ));
            }
            list.spawn((MoreLines::Below, more()));
        });
}

fn choose_by_command(
    commands: Res<MenuCommands>,
    mode: Res<State<GameMode>>,
    mut lists: Query<&mut Choices>,
    mut chosen: MessageWriter<ChosenLine>,
) {
    for mut choices in &mut lists {
        if choices.mode != *mode.get() {
            continue;
        }
        if commands.lines != 0 {
            choices.step(commands.lines);
        }
        if commands.accept && !choices.labels.is_empty() {
            let (mode, index) = (choices.mode, choices.selected);
            chosen.write(ChosenLine { mode, index });
        }
    }
}

fn choose_by_pointer(
    gate: Res<InputGate>,
    mode: Res<State<GameMode>>,
    lockstep: Option<Res<Lockstep>>,
    motion: Res<AccumulatedMouseMotion>,
    lines: Query<(Ref<Interaction>, &ChoiceLine, &ChildOf)>,
    mut lists: Query<&mut Choices>,
    mut chosen: MessageWriter<ChosenLine>,
) {
    // A lockstep run must not depend on where a mouse lies.
    if gate.pointer || lockstep.is_some_and(|lockstep| lockstep.0) {
        return;
    }
    for (interaction, line, list) in &lines {
        let Ok(mut choices) = lists.get_mut(list.parent()) else {
            continue;
        };
        if choices.mode != *mode.get() {
            continue;
        }
        let index = choices.first_shown() + line.0;
        match *interaction {
            // A pointer that rests where a line appears selects nothing; and pointing at a line must not scroll it away
            // from under the pointer, so only a list that fits follows it.
            Interaction::Hovered
                if motion.delta != Vec2::ZERO
                    && choices.labels.len() <= WINDOW
                    && choices.selected != index =>
            {
                choices.selected = index;
            }
            Interaction::Pressed if interaction.is_changed() => {
                let mode = choices.mode;
                chosen.write(ChosenLine { mode, index });
            }
            _ => {}
        }
    }
}

fn show_choices(
    lists: Query<(&Choices, &Children), Changed<Choices>>,
    mut lines: Query<(
        &ChoiceLine,
        &Children,
        &mut BackgroundColor,
        &mut BorderColor,
    )>,
    mut texts: Query<(&mut Text, &mut TextColor)>,
    more: Query<&MoreLines>,
) {
    for (choices, children) in &lists {
        let shown = choices.shown();
        for child in children {
            if let Ok((line, label, mut behind, mut border)) = lines.get_mut(*child) {
                let index = shown.start + line.0;
                let words = choices.labels.get(index);
                let words = words.map_or_else(String::new, |label| theme::printable(label));
                let (colour, back, mark) = if index == choices.selected {
                    (theme::BRIGHT, theme::SELECTED, theme::ACCENT)
                } else {
                    (theme::TEXT, Color::NONE, Color::NONE)
                };
                behind.0 = back;
                *border = BorderColor::all(mark);
                for label in label {
                    set_text(&mut texts, *label, words.clone(), Some(colour));
                }
            } else if let Ok(end) = more.get(*child) {
                let hidden = match end {
                    MoreLines::Above => shown.start,
                    MoreLines::Below => choices.labels.len() - shown.end,
                };
                let words = if hidden == 0 {
                    String::new()
                } else {
                    format!("{hidden} more")
                };
                set_text(&mut texts, *child, words, None);
            }
        }
    }
}

fn set_text(
    texts: &mut Query<(&mut Text, &mut TextColor)>,
    entity: Entity,
    words: String,
    colour: Option<Color>,
) {
    if let Ok((mut text, mut text_colour)) = texts.get_mut(entity) {
        text.0 = words;
        if let Some(colour) = colour {
            text_colour.0 = colour;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(count: usize) -> Choices {
        Choices::new(GameMode::Menu, (0..count).map(|i| i.to_string()))
    }

    #[test]
    fn the_selection_wraps_around_at_both_ends() {
        let mut choices = list(3);
        choices.step(-1);
        assert_eq!(choices.selected, 2);
        choices.step(1);
        assert_eq!(choices.selected, 0);
        let mut empty = list(0);
        empty.step(1);
        assert_eq!(empty.selected, 0);
    }

    #[test]
    fn a_long_list_keeps_its_selection_in_sight() {
        let mut choices = list(40);
        for selected in 0..40 {
            choices.selected = selected;
            let shown = choices.shown();
            assert!(shown.contains(&selected), "{selected} not in {shown:?}");
            assert_eq!(shown.len(), WINDOW);
        }
    }

    #[test]
    fn a_short_list_is_shown_whole() {
        let mut choices = list(5);
        choices.selected = 4;
        assert_eq!(choices.shown(), 0..5);
    }
}
