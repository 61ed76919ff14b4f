//! A screen without a GPU: egui's passes over a world of hand-made streaming state.

use bevy::ecs::message::Messages;
use bevy::prelude::*;
use bevy_egui::egui::{
    self, Event, Modifiers, PointerButton, Pos2, RawInput, Rect, Shape, epaint::ClippedShape,
};
use wonderwheel_game_modes::{LoadingPhase, LoadingState, StartLevel};
use wonderwheel_gs_render::settings::GsSettings;
use wonderwheel_gs_render::stats::{GsReady, GsStats};
use wonderwheel_inspector::history::Histories;
use wonderwheel_inspector::lines::LineSwitches;
use wonderwheel_inspector::prelude::*;
use wonderwheel_inspector::why::PartHistory;
use wonderwheel_level_assets::LevelFaults;
use wonderwheel_player::FreeCamera;
use wonderwheel_world_streaming::core::synthetic::GridCity;
use wonderwheel_world_streaming::prelude::*;

/// Points across and down.
pub const SIZE: egui::Vec2 = egui::vec2(1280.0, 900.0);

/// A context, the world it looks at, and what was drawn last.
pub struct Screen {
    pub context: egui::Context,
    pub world: World,
    pub shapes: Vec<ClippedShape>,
    size: egui::Vec2,
    time: f64,
}

impl Screen {
    /// A level of 6 by 4 sectors, two to a part, part 1 resident and seen, part 3 failed; the overlay open.
    pub fn new() -> Self {
        Self::of(SIZE)
    }

    /// The same on a screen of another size.
    pub fn of(size: egui::Vec2) -> Self {
        let mut world = World::new();
        let mut worlds = Worlds::new();
        let mut tables = GridCity::new(WorldSlot::Scenery, 6, 4).tables();
        tables.begin_read(1, 0);
        tables.arrive(1, |_| true, 0);
        tables.begin_read(2, 2);
        tables.fail(3);
        worlds.insert(tables);
        world.insert_resource(worlds);

        let budget = SectorBudget::of(6_000_000);
        let charge = budget
            .charge(Owner::Part(WorldSlot::Scenery, 1), 40_000)
            .expect("room");
        // The charge lives as long as the screen.
        world.insert_non_send(charge);
        world.insert_resource(budget);

        let free = Decision::Free {
            slot: WorldSlot::Scenery,
            part: 5,
            distance_sq: 6_400.0,
            wanted_sq: 100.0,
        };
        let request = Decision::Request {
            slot: WorldSlot::Scenery,
            part: 1,
            sector: 0,
            distance_sq: 25.0,
            heap_size: 40_000,
            stage: Stage::Visible,
        };
        let mut log = DecisionLog::default();
        let mut history = PartHistory::default();
        for (step, decision) in [(1, Decision::Idle), (2, request), (9, free)] {
            log.push(step, decision);
            history.note(StreamingDecision { step, decision });
        }
        world.insert_resource(log);
        world.insert_resource(history);
        world.spawn((
            GameCamera::new(Vec3::new(10.0, 5.0, 10.0), 0.6, 0.0),
            FreeCamera::default(),
        ));
        world.insert_resource(DrawDistance {
            current: 80.0,
            pending: 45.0,
        });
        world.init_resource::<AppTypeRegistry>();
        world.init_resource::<CurrentLevel>();
        world.init_resource::<LoadingState>();
        world.init_resource::<LevelFaults>();
        world.init_resource::<Messages<StartLevel>>();
        world.init_resource::<FailedSectors>();
        world.init_resource::<StreamClock>();
        world.init_resource::<StreamingSettings>();
        world.init_resource::<StreamingStats>();
        world.init_resource::<GsSettings>();
        world.init_resource::<GsStats>();
        world.init_resource::<GsReady>();
        world.init_resource::<Histories>();
        world.init_resource::<LineSwitches>();
        world.insert_resource(Hud(false));
        world.insert_resource(Overlay::new(true));
        let mut screen = Self {
            context: egui::Context::default(),
            world,
            shapes: Vec::new(),
            size,
            time: 0.0,
        };
        screen.run(4);
        screen
    }

    /// One frame with these events.
    pub fn frame(&mut self, events: Vec<Event>) {
        self.time += 1.0 / 30.0;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            time: Some(self.time),
            events,
            ..RawInput::default()
        };
        let context = self.context.clone();
        let world = &mut self.world;
        let output = self.context.run_ui(input, |_| {
            world.resource_scope(|world, mut overlay: Mut<Overlay>| overlay.show(&context, world));
        });
        self.shapes = output.shapes;
    }

    /// Frames without any event.
    pub fn run(&mut self, frames: usize) {
        for _ in 0..frames {
            self.frame(Vec::new());
        }
    }

    /// Brings a panel to the front.
    pub fn show(&mut self, panel: &'static str) {
        self.world.resource_mut::<Overlay>().show_panel(panel);
        self.run(3);
    }

    /// A panel's own state.
    pub fn panel<P: Panel>(&self) -> &P {
        self.overlay().panel().expect("it is registered")
    }

    /// The titles of the panels of the game in play.
    pub fn titles(&self) -> Vec<&'static str> {
        self.overlay().titles()
    }

    /// A level of this name is in play.
    pub fn play(&mut self, name: &str) {
        let mut level = self.world.resource_mut::<LoadingState>();
        level.name = name.into();
        level.phase = LoadingPhase::Ready;
        self.run(2);
    }

    /// The overlay as it is now.
    pub fn overlay(&self) -> &Overlay {
        self.world.resource::<Overlay>()
    }

    /// The camera as it is now.
    pub fn camera(&mut self) -> GameCamera {
        let mut cameras = self.world.query::<&GameCamera>();
        cameras.single(&self.world).expect("one camera").clone()
    }

    /// Text from the keyboard.
    pub fn write(&mut self, text: &str) {
        self.frame(vec![Event::Text(text.into())]);
    }

    /// A click with the left button.
    pub fn click(&mut self, place: Pos2) {
        self.drag(place, place);
        self.run(2);
    }

    /// From one place to another with the left button held.
    pub fn drag(&mut self, from: Pos2, to: Pos2) {
        let button = |pressed, pos| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.frame(vec![Event::PointerMoved(from)]);
        self.frame(vec![button(true, from)]);
        if to != from {
            self.frame(vec![Event::PointerMoved(to)]);
        }
        self.frame(vec![button(false, to)]);
    }

    /// Every text on the screen with its middle, where it is not cut off.
    pub fn texts(&self) -> Vec<(String, Pos2)> {
        let words = self.words().into_iter();
        words
            .map(|words| (words.text, words.place.center()))
            .collect()
    }

    /// Every text on the screen, where it is not cut off.
    pub fn words(&self) -> Vec<Words> {
        let mut found = Vec::new();
        for clipped in &self.shapes {
            collect(&clipped.shape, clipped.clip_rect, &mut found);
        }
        found
    }

    /// Whether egui marks a widget that has another id than in the pass before: it does with a frame in red.
    pub fn marks_an_unstable_id(&self) -> bool {
        self.shapes.iter().any(|clipped| {
            clipped.clip_rect == Rect::EVERYTHING
                && matches!(&clipped.shape, Shape::Rect(frame) if frame.stroke.color == egui::Color32::RED)
        })
    }

    /// Whether some text on the screen holds these words.
    pub fn says(&self, words: &str) -> bool {
        self.texts().iter().any(|(text, _)| text.contains(words))
    }

    /// The middle of the first text that is exactly these words.
    pub fn find(&self, words: &str) -> Pos2 {
        let texts = self.texts();
        let found = texts.iter().find(|(text, _)| text == words);
        found
            .unwrap_or_else(|| panic!("no {words:?} among {texts:?}"))
            .1
    }
}

/// A text on the screen.
#[derive(Debug, Clone)]
pub struct Words {
    pub text: String,
    /// Where all of it would lie.
    pub place: Rect,
    /// What of that is seen.
    pub seen: Rect,
    /// Rows that it takes.
    pub rows: usize,
}

fn collect(shape: &Shape, clip: Rect, texts: &mut Vec<Words>) {
    match shape {
        Shape::Text(text) => {
            let place = text.galley.rect.translate(text.pos.to_vec2());
            if clip.intersects(place) {
                texts.push(Words {
                    text: text.galley.text().to_owned(),
                    place,
                    seen: place.intersect(clip),
                    rows: text.galley.rows.len(),
                });
            }
        }
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, texts)),
        _ => {}
    }
}
