//! Levels that the program writes itself, in memory.

use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use wonderwheel_forge::{ForgedGame, Recipe, builtin_names, forge};
use wonderwheel_game_files::{MemoryFiles, SharedFiles};
use wonderwheel_game_modes::Preparation;
use wonderwheel_ps2::{
    fault::{Fault, FaultKind},
    plural::counted,
};

use crate::{
    bounded_read::bounded_read,
    data,
    failure::{Code, Failure},
    progress,
};

/// The longest recipe taken, bytes.
const MOST_RECIPE_BYTES: u64 = 1 << 20;

/// The recipe of that name or file, with another seed if one is given.
pub fn recipe(name: &str, seed: Option<u64>) -> Result<Recipe, Failure> {
    let mut recipe = match Recipe::builtin(name) {
        Some(recipe) => recipe,
        None if name.ends_with(".ron") => {
            let path = Path::new(name);
            let bytes = bounded_read(path, MOST_RECIPE_BYTES, "is it a recipe?")?;
            let text = String::from_utf8(bytes).map_err(|_| {
                Failure::new(Code::Malformed, format!("{name}: this is no UTF-8 text"))
            })?;
            Recipe::parse(&text)
                .map_err(|error| Failure::new(Code::Malformed, format!("{name}: {error}")))?
        }
        None => {
            let known: Vec<&str> = builtin_names().collect();
            return Err(Failure::new(
                Code::Usage,
                format!(
                    "there is no recipe `{name}`; the built-in ones are {}, `retail_shape:LEVEL` takes a level of the \
                     retail table, and a name that ends in .ron is a recipe file",
                    known.join(", ")
                ),
            ));
        }
    };
    if let Some(seed) = seed {
        recipe.set_seed(seed);
    }
    Ok(recipe)
}

/// A forged level and how long it took.
pub struct ForgedLevel {
    /// Level name and files.
    pub game: ForgedGame,
    /// Wall-clock time.
    pub time: Duration,
}

impl ForgedLevel {
    /// Writes a level, telling `progress` what it is at.
    pub fn make(recipe: &Recipe, progress: &mut dyn FnMut(&str)) -> Result<Self, Failure> {
        let start = Instant::now();
        let game = forge(recipe, progress)?;
        Ok(Self {
            game,
            time: start.elapsed(),
        })
    }

    /// "42 files, 12.3 MB, in 1.2 s".
    pub fn summary(&self) -> String {
        let bytes: usize = self.game.files.values().map(Vec::len).sum();
        summary(self.game.files.len(), bytes as u64, self.time)
    }
}

/// Forges with a spinner on stderr (nothing when that is no terminal).
pub fn make(recipe: &Recipe) -> Result<ForgedLevel, Failure> {
    let spinner = progress::spinner("");
    let forged = ForgedLevel::make(recipe, &mut |what| spinner.set_message(what.to_owned()));
    spinner.finish_and_clear();
    forged
}

/// "42 files, 12.3 MB, in 1.2 s".
pub fn summary(files: usize, bytes: u64, time: Duration) -> String {
    let megabytes = bytes as f64 / 1e6;
    format!(
        "{}, {megabytes:.1} MB, in {:.1} s",
        counted(files, "file"),
        time.as_secs_f64()
    )
}

/// A level that is written on a thread of its own once it is asked for, and then lies over the other files.
///
/// The window opens at once this way, and the loading screen says what is being done.
#[derive(Clone)]
pub struct ForgedLayer {
    recipe: Arc<Recipe>,
    state: Arc<Mutex<State>>,
}

enum State {
    NotStarted,
    Working(String),
    Done(Arc<MemoryFiles>),
    /// The person's own files have a level of that name.
    NotNeeded,
    Failed(String),
}

impl ForgedLayer {
    /// A level of this recipe; nothing is done yet.
    pub fn new(recipe: Recipe) -> Self {
        Self {
            recipe: Arc::new(recipe),
            state: Arc::new(Mutex::new(State::NotStarted)),
        }
    }

    /// The level's name.
    pub fn level(&self) -> &str {
        self.recipe.level()
    }

    /// The person's own files are others now: whether they have the level is to be looked up again.
    pub fn forget_base(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*state, State::NotNeeded) {
            *state = State::NotStarted;
        }
    }

    /// Answers the loading screen, and starts the work when the level is asked for and `base` does not have it.
    pub fn prepare(&self, level: &str, base: Option<&SharedFiles>) -> Preparation {
        if level != self.level() {
            return Preparation::Ready;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match &*state {
            State::NotStarted => {
                let what = format!("looking for {level}");
                *state = State::Working(what.clone());
                drop(state);
                let (layer, base) = (self.clone(), base.cloned());
                std::thread::spawn(move || layer.work(base.as_ref()));
                Preparation::Working(what)
            }
            State::Working(what) => Preparation::Working(what.clone()),
            State::Done(_) | State::NotNeeded => Preparation::Ready,
            State::Failed(message) => {
                Preparation::Failed(Fault::of_file("", FaultKind::Malformed, &**message))
            }
        }
    }

    fn work(&self, base: Option<&SharedFiles>) {
        if base.is_some_and(|files| data::has_level(&**files, self.level())) {
            self.set(State::NotNeeded);
            return;
        }
        let made = ForgedLevel::make(&self.recipe, &mut |what| {
            self.set(State::Working(format!("writing {}: {what}", self.level())));
        });
        self.set(match made {
            Ok(forged) => {
                bevy::log::info!("{} written: {}", self.level(), forged.summary());
                State::Done(Arc::new(MemoryFiles::new(forged.game.files)))
            }
            Err(failure) => State::Failed(failure.message),
        });
    }

    fn set(&self, state: State) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }

    /// Its files, once they are written.
    pub fn files(&self) -> Option<Arc<MemoryFiles>> {
        match &*self.state.lock().unwrap_or_else(PoisonError::into_inner) {
            State::Done(files) => Some(files.clone()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_recipe_is_answered_with_the_known_ones() {
        let failure = recipe("dmeo", None).expect_err("there is no such recipe");
        assert_eq!(failure.code, Code::Usage);
        assert!(failure.message.contains("demo"), "{failure}");
        assert!(failure.message.contains("retail_shape"), "{failure}");
    }

    #[test]
    fn a_missing_recipe_file_is_an_io_failure_that_names_it() {
        let failure = recipe("no such.ron", None).expect_err("there is no such file");
        assert_eq!(failure.code, Code::Io);
        assert!(failure.message.starts_with("no such.ron: "), "{failure}");
    }

    #[test]
    fn a_level_that_the_own_files_have_is_not_written() {
        let own = SharedFiles::new(MemoryFiles::default().with("demo.lev", vec![1]));
        let layer = ForgedLayer::new(recipe("demo", None).expect("built in"));
        layer.work(Some(&own));
        assert!(layer.files().is_none());
        assert_eq!(layer.prepare("demo", Some(&own)), Preparation::Ready);
    }
}
