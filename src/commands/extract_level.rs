//! `extract LEVEL<n>.WAD OUT`: a level of the second guest as loose files.

use serde_json::json;
use sha1_smol::Sha1;
use wonderwheel_game_files::{GameFiles, Opened, guest_levels};
use wonderwheel_warriors::classify::FileKind;

use crate::{
    catalogue::Choice,
    commands::extract::{ExtractOptions, FULL, is_full, megabytes, prepare, refuse_repository},
    extract::{
        folder,
        index::{SOURCE, Source},
    },
    failure::{Code, Failure},
    guest::{
        members::{self, Written},
        pieces::{Piece, Pieces},
    },
    inspect::kind::Kind,
    interrupt::WorkRuns,
    report::{counted, line},
};

/// Takes a level apart, writes its members, and prints what was done. What cannot be read of it is told; the rest is written.
pub fn extract_level(
    options: &ExtractOptions,
    opened: &Opened,
    choice: &Choice,
) -> Result<Code, Failure> {
    let shown = options.disc.display();
    let Some(level) = guest_levels(&*opened.files).into_iter().next() else {
        let words = "this is no level of Going Commando";
        return Err(Failure::new(Code::Malformed, format!("{shown}: {words}")));
    };
    refuse_repository(&options.out)?;
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
    prepare(&options.out, &source)?;
    folder::write_whole(&options.out, SOURCE, source.text().as_bytes())
        .map_err(|error| Failure::io(&options.out.join(SOURCE), &error))?;
    let is_wanted = |piece: &&Piece| {
        let kind = piece
            .kind
            .map_or(Kind::Game(FileKind::Unknown), Kind::Guest);
        let name = members::file_name(&level.name, &piece.path);
        choice.takes(kind, &piece.path, true, None) || choice.takes(kind, &name, true, None)
    };
    let wanted: Vec<_> = pieces.pieces.iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        let count = pieces.pieces.len();
        let words = format!("none of its {count} members is asked for by --only and --kind");
        return Err(Failure::new(Code::Usage, format!("{shown}: {words}")));
    }
    let names = wanted
        .iter()
        .map(|piece| members::file_name(&level.name, &piece.path));
    let names: Vec<String> = names.collect();
    let bytes = wanted.iter().map(|piece| pieces.bytes(piece));
    let files = names.iter().map(String::as_str).zip(bytes);
    let runs = WorkRuns::begin();
    let done = members::write(&options.out, files, &WorkRuns::is_stopped);
    drop(runs);
    tell(options, &pieces, done)
}

fn tell(options: &ExtractOptions, pieces: &Pieces<'_>, done: Written) -> Result<Code, Failure> {
    let (shown, out) = (options.disc.display(), options.out.display());
    for error in &pieces.errors {
        eprintln!("{shown}: {error}");
    }
    for (path, words) in &done.broken {
        eprintln!("{path}: {words}");
    }
    if let Some((path, error)) = &done.refused {
        let path = path.display();
        let words = match is_full(error) {
            true => FULL.to_owned(),
            false => format!("{error}; check the folder, then run the same command again"),
        };
        return Err(Failure::new(Code::Io, format!("{path}: {words}")));
    }
    let whole = counted(done.written.0 + done.kept.0, "file");
    if done.is_stopped {
        let words = format!("{whole} written or there; run the same command again to go on");
        return Err(WorkRuns::stopped(&words));
    }
    if options.json {
        let value = json!({
            "out": out.to_string(),
            "written": { "files": done.written.0, "bytes": done.written.1 },
            "kept": { "files": done.kept.0, "bytes": done.kept.1 },
            "failures": done.broken.iter().map(|(path, words)| json!({
                "path": path,
                "error": words,
            })).collect::<Vec<_>>(),
            "unreadable": pieces.errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
        });
        line(format_args!("{value:#}"));
    } else if !options.quiet {
        let (files, bytes) = done.written;
        line(match files {
            0 => format!("no file had to be written to {out}"),
            _ => format!(
                "{}, {:.1} MB written to {out}",
                counted(files, "file"),
                megabytes(bytes)
            ),
        });
        if done.kept.0 > 0 {
            let kept = counted(done.kept.0, "file");
            line(format!("{kept} were there already, as in the level"));
        }
    }
    Ok(match done.broken.is_empty() && pieces.errors.is_empty() {
        true => Code::Done,
        false => Code::Findings,
    })
}
