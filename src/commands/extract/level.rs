//! `extract LEVEL<n>.WAD OUT`: a level of Going Commando as loose files.

use sha1_smol::Sha1;
use wonderwheel_commando::pieces::Pieces;
use wonderwheel_disc::catalogue::Choice;
use wonderwheel_disc::extract::{
    folder,
    index::{SOURCE, Source},
};
use wonderwheel_disc::{members, output::replace};
use wonderwheel_game_files::{GameFiles, OpenedFiles, commando_levels};

use super::options::ExtractOptions;
use crate::{
    failure::{Code, Failure},
    interrupt::{self, Running},
    report::{complain, line},
};

/// Takes a level apart, writes its members, and prints what was done. What cannot be read of it is reported; the rest is written.
pub fn extract(
    options: &ExtractOptions,
    opened: &OpenedFiles,
    choice: &Choice,
) -> Result<Code, Failure> {
    let (shown, out) = (options.disc.display(), &options.out);
    let Some(level) = commando_levels(&*opened.files).into_iter().next() else {
        let words = "this is no level of Going Commando";
        return Err(Failure::new(Code::Malformed, format!("{shown}: {words}")));
    };
    folder::refuse_repository(out)?;
    let bytes = opened.files.read(&level.file)?;
    let pieces = Pieces::of(&bytes);
    if pieces.pieces.is_empty() {
        let error = pieces.errors.first();
        let code = error.map_or(Code::Malformed, Code::from);
        let words = error.map_or("nothing is in it".into(), ToString::to_string);
        return Err(Failure::new(code, format!("{shown}: {words}")));
    }
    let source = Source {
        executable: None,
        index_sha1: Sha1::from(&bytes).hexdigest(),
        entries: pieces.pieces.len(),
    };
    folder::prepare(out, &source)?;
    replace(&out.join(SOURCE), source.text().as_bytes())?;
    let wanted = members::chosen(&pieces, &level.name, choice);
    if wanted.is_empty() {
        let count = pieces.pieces.len();
        let words = format!("none of its {count} members is asked for by --only and --kind");
        return Err(Failure::new(Code::Usage, format!("{shown}: {words}")));
    }
    let files = wanted.iter();
    let files = files.map(|(name, piece)| (name.as_str(), pieces.bytes(piece)));
    let runs = Running::work();
    let done = members::write(out, files, options.overwrite, &interrupt::is_stopped);
    drop(runs);
    for error in &pieces.errors {
        complain(format_args!("{shown}: {error}"));
    }
    for (path, words) in done.different.iter().chain(&done.broken) {
        complain(format_args!("{path}: {words}"));
    }
    if let Some(words) = done.refusal() {
        return Err(Failure::new(Code::Io, words));
    }
    if done.is_stopped {
        let words = "written or there; run the same command again to go on";
        return Err(interrupt::stopped(&format!("{} {words}", done.whole())));
    }
    if options.json {
        line(format_args!("{:#}", done.value(out, &pieces)));
    } else if !options.quiet {
        done.lines(out).into_iter().for_each(line);
    }
    Ok(Code::of(done.broken.is_empty() && pieces.errors.is_empty()))
}
