//! The order of the house: no two files of a crate take names from each other, and crates depend upwards only.
//!
//! Sources are read as words and signs, not parsed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::slice::Iter;
use std::{fs, iter};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The way to a module from its crate's root; texts are leaked, so that all can point into them.
type Module = Vec<&'static str>;
type Sources = BTreeMap<Module, Source>;
/// File to file, with the names that the first takes from the second.
type Arrows = BTreeMap<Module, BTreeMap<Module, BTreeSet<&'static str>>>;

/// What the product's code of a file takes and hands on.
#[derive(Default)]
struct Source {
    names: Vec<Name>,
    /// The words outside of `use` and `mod`.
    words: BTreeSet<&'static str>,
}

/// A name of a `use`, or that the code says with a path.
struct Name {
    path: Module,
    is_public: bool,
}

#[test]
fn no_two_files_take_names_from_each_other() {
    let mut circles = String::new();
    for folder in crate_folders() {
        let arrows = arrows_between(&read_sources(&folder.join("src")));
        for (from, taken) in &arrows {
            for (to, names) in taken {
                if reached_from(to, &arrows).contains(from) {
                    let [from, to] = [from, to].map(|module| module.join("::"));
                    circles += &format!("{}: {from} takes {names:?} from {to}\n", folder.display());
                }
            }
        }
    }
    assert!(circles.is_empty(), "circles of files:\n{circles}");
}

#[test]
fn a_circle_is_seen_behind_a_file_that_hands_names_on() {
    let files = [
        ("face", "mod inner; pub use inner::{A, B};"),
        ("face::inner", "use super::super::user; // use crate::face;"),
        ("user", "use crate::{face::A, other};"),
    ];
    let files = files.map(|(module, text)| (module.split("::").collect(), Source::of(text)));
    let arrows = arrows_between(&Sources::from(files));
    let taken: Vec<_> = arrows.values().flat_map(BTreeMap::keys).collect();
    assert_eq!(taken, [&vec!["user"], &vec!["face", "inner"]]);
}

#[test]
fn a_path_through_a_name_that_a_line_took_leads_where_the_line_does() {
    let files = [
        ("rooms::small", ""),
        ("rooms", "pub mod small;"),
        ("user", "use crate::rooms; fn f() { rooms::small::show() }"),
    ];
    let files = files.map(|(module, text)| (module.split("::").collect(), Source::of(text)));
    let arrows = arrows_between(&Sources::from(files));
    let taken: Vec<_> = arrows[&vec!["user"]].keys().collect();
    assert_eq!(taken, [&vec!["rooms"], &vec!["rooms", "small"]]);
}

#[test]
fn crates_depend_upwards_only_and_formats_forge_and_tools_need_no_engine() {
    let mut house = dependencies(Path::new(ROOT), "workspace.dependencies");
    house.retain(|(_, how)| how.contains("path ="));
    let engineless = ["formats", "forge", "tools"].map(|part| format!("{ROOT}/plugins/{part}"));
    for folder in crate_folders() {
        let is_own = |how: &str| folder.ends_with(how.split('"').nth(1).unwrap_or(how));
        let floor = house.iter().position(|(_, how)| is_own(how));
        let above = &house[..floor.unwrap_or(house.len())];
        let is_engineless = engineless.iter().any(|part| folder.starts_with(part));
        for (name, how) in dependencies(&folder, "dependencies") {
            let is_above = above.iter().any(|(one, _)| *one == name);
            let order = is_above || !name.starts_with("wonderwheel_");
            assert!(order, "{folder:?}: {name} does not stand above it");
            // `game_files` has its half of the engine behind a feature.
            let is_engine = name.contains("bevy") || how.contains("\"bevy\"");
            assert!(!is_engineless || !is_engine, "{folder:?}: {name}");
        }
    }
}

/// The names in a section of a folder's manifest, each with what is said of it.
fn dependencies(folder: &Path, section: &str) -> Vec<(&'static str, &'static str)> {
    let manifest = read(&folder.join("Cargo.toml"));
    let lines = manifest.split_once(&format!("\n[{section}]\n"));
    let lines = lines.map_or("", |(_, lines)| lines).lines();
    let section = lines.take_while(|line| !line.starts_with('['));
    let names = section.filter_map(|line| line.split_once([' ', '.']));
    names.collect()
}

/// Every folder of the workspace with a crate in it.
fn crate_folders() -> impl Iterator<Item = PathBuf> {
    let files = files_below(&Path::new(ROOT).join("plugins")).into_iter();
    let manifests = files.filter(|file| file.ends_with("Cargo.toml"));
    let folders = manifests.filter_map(|file| Some(file.parent()?.to_owned()));
    iter::once(ROOT.into()).chain(folders)
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut left) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(path) = left.pop() {
        match fs::read_dir(&path) {
            Ok(entries) => left.extend(entries.flatten().map(|entry| entry.path())),
            Err(_) => files.push(path),
        }
    }
    files
}

fn read(path: &Path) -> &'static str {
    fs::read_to_string(path).expect("a text").leak()
}

fn read_sources(src: &Path) -> Sources {
    let files = files_below(src).into_iter();
    let sources = files.filter_map(|path| {
        let way = path.strip_prefix(src).ok()?.to_str()?.strip_suffix(".rs")?;
        let parts = way.to_owned().leak().split(['/', '\\']);
        let module = parts.filter(|part| !["lib", "main"].contains(part));
        Some((module.collect(), Source::of(read(&path))))
    });
    sources.collect()
}

/// The words and signs of a line without its comment, `::` as one sign.
fn tokens(line: &'static str) -> impl Iterator<Item = &'static str> {
    let mut rest = line.split("//").next().unwrap_or_default();
    iter::from_fn(move || {
        rest = rest.trim_start();
        let length = match rest.find(|c| !is_of_word(c)) {
            Some(0) if rest.starts_with("::") => 2,
            Some(0) => rest.chars().next()?.len_utf8(),
            word => word.unwrap_or(rest.len()),
        };
        let token;
        (token, rest) = rest.split_at(length);
        (length > 0).then_some(token)
    })
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl Source {
    fn of(text: &'static str) -> Self {
        let mut source = Self::default();
        let tokens: Module = text.lines().flat_map(tokens).collect();
        let (mut before, mut left) = (";", tokens.iter());
        while let Some(token) = left.next() {
            // Unit tests end a file.
            if let ["[", "cfg", "(", "test", ")", "]", "mod", _, "{", ..] = left.as_slice() {
                break;
            }
            let is_public = ["pub", ")"].contains(&before);
            let mut path = vec![*token];
            if *token == "use" && (is_public || [";", "{", "}", "]"].contains(&before)) {
                source.add_tree(&mut left, &[], is_public);
                before = ";";
                continue;
            }
            if token.starts_with(is_of_word) && before != "mod" {
                source.words.insert(token);
                while let ["::", word, ..] = left.as_slice()
                    && word.starts_with(is_of_word)
                {
                    path.push(word);
                    left.nth(1);
                }
                if path.len() > 1 {
                    let is_public = false;
                    source.names.push(Name { path, is_public });
                }
            }
            before = token;
        }
        source
    }

    /// Takes the tree of a `use` apart, such as `a::{b, c as d};`, up to its end.
    fn add_tree(&mut self, tree: &mut Iter<&'static str>, head: &[&'static str], is_public: bool) {
        let mut path = head.to_vec();
        while let Some(token) = tree.next() {
            match *token {
                "::" => {}
                "as" => drop(tree.next()),
                "{" => {
                    self.add_tree(tree, &path, is_public);
                    path.clear();
                }
                "," | "}" | ";" => {
                    if path.len() > head.len() {
                        path.pop_if(|last| *last == "self");
                        self.names.push(Name { path, is_public });
                    }
                    path = head.to_vec();
                    if *token != "," {
                        return;
                    }
                }
                word => path.push(word),
            }
        }
    }
}

fn arrows_between(sources: &Sources) -> Arrows {
    let mut arrows = Arrows::new();
    for (module, source) in sources {
        let taken = arrows.entry(module.clone()).or_default();
        for Name { path, is_public } in &source.names {
            let Some(name) = path.last() else { continue };
            // A file that only hands a name on does not take it.
            let is_taken = !is_public || source.words.contains(name);
            let home = home_of(path, module, sources).filter(|home| is_taken && home != module);
            if let Some(home) = home {
                taken.entry(home).or_default().insert(name);
            }
        }
    }
    arrows
}

/// The file that a path in `module` leads to, through those that hand its name on; none outside of the crate.
fn home_of(path: &[&'static str], module: &Module, sources: &Sources) -> Option<Module> {
    let mut whole = module.clone();
    for (depth, part) in path.iter().enumerate() {
        match *part {
            "crate" => whole.clear(),
            "self" => {}
            "super" => drop(whole.pop()?),
            part => whole.push(part),
        }
        if depth == 0 && !whole.is_empty() && !sources.contains_key(&whole) {
            // A folder's name may have been taken by a line of its own: `use crate::panels::commando;`.
            let taken = |name: &&Name| name.path.len() > 1 && name.path.last() == Some(part);
            let by = sources[module]
                .names
                .iter()
                .find(|name| path.len() > 1 && taken(name))?;
            let path = [&by.path[..], &path[1..]].concat();
            return (by.path[0] != *part).then(|| home_of(&path, module, sources))?;
        }
    }
    let mut home = whole.clone();
    while !sources.contains_key(&home) {
        home.pop()?;
    }
    let inside = whole.get(home.len()).filter(|_| home != *module);
    let handed_on = |name: &&Name| name.is_public && name.path.last() == inside;
    let further = inside.and_then(|_| sources[&home].names.iter().find(handed_on));
    let further = further.and_then(|name| home_of(&name.path, &home, sources));
    Some(further.unwrap_or(home))
}

/// The files that arrows lead to from one.
fn reached_from<'a>(start: &'a Module, arrows: &'a Arrows) -> BTreeSet<&'a Module> {
    let (mut seen, mut left) = (BTreeSet::new(), vec![start]);
    while let Some(file) = left.pop() {
        left.extend(arrows[file].keys().filter(|next| seen.insert(*next)));
    }
    seen
}
