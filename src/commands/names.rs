//! `names`: recovers the names of a disc's files.

use std::path::PathBuf;

use indicatif::ProgressBar;
use sha1_smol::Sha1;

use crate::{
    cli::DataOptions,
    data::{self, Origin},
    extract::folder::write_whole,
    failure::{Code, Failure},
    progress,
    recovery::{Recovered, Words, recover},
    report::line,
};

/// Where names are looked for, and where they go.
#[derive(clap::Args, Clone, Debug)]
pub struct NamesOptions {
    /// The disc image, or the folder with WARRIORS.DIR and WARRIORS.WAD
    pub disc: PathBuf,
    /// The file to write, for --names of other commands; without it the names are printed
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Do not say on stderr how many were found
    #[arg(short, long)]
    pub quiet: bool,
}

/// Recovers names and writes or prints them.
pub fn names(options: &NamesOptions, data: &DataOptions) -> Result<Code, Failure> {
    let disc = &options.disc;
    let opened = data::open_any(disc, Origin::CommandLine, data)?;
    let Some(archive) = &opened.archive else {
        let words = "loose files have their names already; name a disc image or the folder with WARRIORS.DIR";
        let message = format!("{}: {words}", disc.display());
        return Err(Failure::new(Code::Unsupported, message));
    };
    if !options.quiet {
        data::say_unusual(disc, &opened.identity);
    }
    let bar = match options.quiet {
        true => ProgressBar::hidden(),
        false => progress::bytes(Words::bytes(archive)),
    };
    let recovered = recover(archive, &|bytes| bar.inc(bytes));
    bar.finish_and_clear();
    let head = format!(
        "# Names of {} files and {} resources, for --names; index {}\n",
        recovered.book.files().count(),
        recovered.resources,
        Sha1::from(archive.index().write()).hexdigest()
    );
    let text = head + &recovered.book.to_text();
    match &options.out {
        None => line(text.trim_end()),
        Some(out) => {
            let (folder, name) = (out.parent(), out.file_name().and_then(|name| name.to_str()));
            let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(std::path::Path::new("."));
            let written = match name {
                Some(name) => write_whole(folder, name, text.as_bytes()),
                None => std::fs::write(out, text),
            };
            written.map_err(|error| Failure::io(out, &error))?;
        }
    }
    if !options.quiet {
        lines(&recovered)
            .into_iter()
            .for_each(|line| eprintln!("{line}"));
    }
    Ok(Code::Done)
}

fn lines(recovered: &Recovered) -> Vec<String> {
    let mut lines: Vec<String> = recovered
        .files
        .iter()
        .map(|(source, count)| format!("{count:>8} files named: {}", source.words()))
        .collect();
    lines.push(format!("{:>8} resources named", recovered.resources));
    let nameless = recovered.nameless.iter();
    let nameless: Vec<_> = nameless
        .map(|(kind, count)| format!("{count} {kind}"))
        .collect();
    let count: usize = recovered.nameless.values().sum();
    if count > 0 {
        let kinds = nameless.join(", ");
        lines.push(match count {
            1 => format!("{count:>8} file stays without a name: {kinds}"),
            _ => format!("{count:>8} files stay without a name: {kinds}"),
        });
    }
    if recovered.disbelieved > 0 {
        let why = match recovered.is_ordered {
            true => "kind or place",
            false => "kind",
        };
        lines.push(format!(
            "{:>8} names had the right hash and were not believed: the file's {why} spoke against them",
            recovered.disbelieved
        ));
    }
    if !recovered.is_ordered {
        lines.push("the files do not lie in the order of their names, so that only their kinds speak for a name".into());
    }
    lines
}
