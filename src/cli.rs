//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use wonderwheel_commando::kinds::CommandoKind;
use wonderwheel_warriors::classify::FileKind;

use crate::commands::{
    check::CheckOptions, export::ExportOptions, extract::ExtractOptions, info::InfoOptions,
    inspect::InspectOptions, list::ListOptions, names::NamesOptions, pack::PackOptions,
};
use crate::data_options::{DataOptions, NoDataOptions};
use crate::level_name::LevelName;
use crate::run_options::RunOptions;

/// The format of input scripts, in short, and what else the help of a lockstep run says.
macro_rules! lockstep_help {
    ($examples:literal) => {
        concat!(
            $examples,
            "\n\nInput scripts: a line is a frame number and what happens in it; # begins a comment.\n  \
             0 stick left 0 100       sticks left|right, percent right and up, held until changed\n  \
             30 tap start             or press, release: cross circle square triangle l1 l2 l3 r1 r2 r3\n  \
             \u{20}                        up down left right start select\n  \
             40 mouse press right     or release, tap: left middle right\n  \
             40 mouse move 120 -30    pixels in this frame, right and down\n  \
             60 mouse wheel 2         lines\n\n\
             A changed file shows at once in a window; runs in lockstep do not look for changes."
        )
    };
}

/// Help with the kinds that `--kind` takes behind it, and what else there is to say.
fn with_kinds(examples: &str, more: &str) -> String {
    let kinds: Vec<&str> = FileKind::all().map(FileKind::name).collect();
    let commando: Vec<&str> = CommandoKind::all().map(CommandoKind::name).collect();
    let (kinds, commando) = (kinds.join(", "), commando.join(", "));
    format!("{examples}\n\nKinds: {kinds}.\n\nKinds of Going Commando: {commando}.{more}")
}

/// Opens the level data of two PlayStation 2 games, streams them as the originals did and draws them as the PS2 did.
#[derive(Parser, Clone, Debug)]
#[command(name = "wonderwheel", version, about, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    /// What to do; without a command the menu opens
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Where the game's files lie
    #[command(flatten)]
    pub data: DataOptions,
    /// Says more on stderr; twice says everything
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

const EXAMPLES: &str = "\
Examples:
  wonderwheel                                  the menu; the demo city when no data is known
  wonderwheel view demo                        fly through the demo city
  wonderwheel --data ~/warriors play level99   a level of the disc that you own
  wonderwheel view demo --headless --frames 300 --screenshot out.png

Exit codes: 0 done, 1 findings or failed parts, 2 usage, 3 I/O, 4 malformed, 5 unsupported, 6 limit,
7 wrong disc, 8 no display or adapter, 130 interrupted.";

/// The commands.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// A level start as the game does it, then play
    #[command(after_help = lockstep_help!("Example:\n  wonderwheel play level99 --data ~/warriors"))]
    Play {
        /// A level's name, `demo`, or `forge:RECIPE`; without one the menu opens, or the demo in lockstep
        level: Option<LevelName>,
        /// How to run
        #[command(flatten)]
        run: RunOptions,
    },
    /// A free camera in a level or a single world
    #[command(after_help = lockstep_help!(
        "Examples:\n  wonderwheel view demo\n  wonderwheel view forge:retail_shape:level70\n  \
         wonderwheel view level2s --data ~/warriors --headless --frames 300 --screenshot out.png\n  \
         wonderwheel view forge:commando_demo --show lod-tint\n  \
         wonderwheel view LEVEL0.WAD --at 160,95,-60,180,-30"
    ))]
    View {
        /// A level's or a world's name, `demo`, `forge:RECIPE`, or a `LEVEL<n>.WAD` of Going Commando
        level: LevelName,
        /// How to run
        #[command(flatten)]
        run: RunOptions,
    },
    /// Writes a synthetic level as loose files
    #[command(after_help = "Examples:\n  wonderwheel forge demo-files\n  \
                      wonderwheel forge game --recipe game\n  \
                      wonderwheel forge big --recipe retail_shape:level70\n  \
                      wonderwheel forge island --recipe commando_demo\n  \
                      wonderwheel forge island.iso --recipe commando_demo")]
    Forge {
        /// The folder to write. Of a level of Going Commando also an image, OUT.iso
        #[arg(value_name = "OUT")]
        out: PathBuf,
        /// A built-in recipe (`demo`, `game`, `retail_shape:LEVEL`, `retail_shape:all`, `commando_demo`) or a recipe file that ends in .ron
        #[arg(long, default_value = "demo", value_name = "RECIPE")]
        recipe: String,
        /// Another seed than the recipe's
        #[arg(long, allow_negative_numbers = true)]
        seed: Option<u64>,
        /// Replace files that are there
        #[arg(long)]
        overwrite: bool,
        /// It reads no data
        #[command(flatten)]
        no_data: NoDataOptions,
    },
    /// The tree of a file: offsets, sizes, decoded fields, faults, broken rules
    #[command(after_help = "\
Examples:
  wonderwheel inspect ee_files/level99.lev
  wonderwheel inspect level99.lev --data warriors.iso      a file of a disc, without extraction
  wonderwheel inspect level0.wad --data commando.iso
  wonderwheel inspect 2241419303 --depth 2
  wonderwheel inspect strange.bin --kind rw-txd --bytes
  wonderwheel inspect level99.lev --json | jq '.nodes[0].fields'

With --data FILE is a name in the data; without, a file on disk, and when there is none of that name, a name in the data \
that WONDERWHEEL_DATA or the settings file names.

JSON: file, bytes, kind, recognised, nodes, rules (places by rule), findings (the first 1,000 of each rule), and where \
there is reason error, cut_at_nodes. A node has offset, size, name, and id, stamp, fields (by name: numbers, arrays, null \
for what is not set; base 16 as text), error, hex, nodes, or inside (how many nodes --depth leaves out).

Memory: 64 MiB and at most twelve times the file.

Lines are as long as COLUMNS says, else 120 letters.

Exit codes: 0 whole, 1 whole with findings, 2 a folder or a whole disc, 3 not there or not readable, 4 to 6 broken or not known.")]
    Inspect(InspectOptions),
    /// The levels and files of a disc or a folder
    #[command(after_help = with_kinds("\
Examples:
  wonderwheel list warriors.iso
  wonderwheel list ~/warriors --only 'level99*' --long
  wonderwheel list warriors.iso --kind lua --json
  wonderwheel list commando.iso --kind commando-level", ""))]
    List(ListOptions),
    /// What a disc or a level of Going Commando is, and what it holds: serial number, sizes, kinds of files, levels; classes, textures
    #[command(
        after_help = "Examples:\n  wonderwheel info warriors.iso\n  wonderwheel info commando.iso\n  \
                      wonderwheel info LEVEL0.WAD --rows 100\n  \
                      wonderwheel info level0.wad --data commando.iso\n\n\
                      Exit codes: 0 whole, 1 something of it is damaged, 3 to 7 it cannot be opened."
    )]
    Info(InfoOptions),
    /// Writes the files of a disc, or the members of a level of Going Commando, into a folder
    #[command(after_help = with_kinds("\
Examples:
  wonderwheel extract warriors.iso ~/warriors --verify
  wonderwheel extract warriors.iso level99 --only 'level99*' --only global.lua
  wonderwheel extract warriors.iso ~/warriors --names names.txt
  wonderwheel extract commando.iso ~/commando --only 'level*'
  wonderwheel extract ~/commando/ee_files/level0.wad members --only 'tie.*' --only sky.bin

OUT/ee_files holds the files whose names are known, OUT/unnamed the others under the hashes of their names, OUT/index.tsv where
each lay on the disc. A run that was stopped goes on where it was: what is there is compared with the disc, byte for byte, and
kept when it is the same. A file that differs is left as it is and reported.

The members of a level are written decompressed, under names that `inspect` and `check` know. With `view --overlay OUT` those named
.tfrag, .sky, .collision, .occlusion, .occlusion_mappings, .gameplay, .tie, .shrub and .moby take the place of the level's own. They are:
level0.tfrag.bin, .sky, .collision, .occlusion, .occlusion_mappings, .gameplay, .core_index, .core_data, .gs_ram, .overlay,
.sound_bank, .tie.CLASS, .shrub.CLASS, .moby.CLASS. Its textures are what `wonderwheel export` writes.", "

Exit codes: 0 all files are there, 1 some cannot be used, 2 this folder is not written to, 3 the disk is full or refuses."))]
    Extract(ExtractOptions),
    /// Recovers the names of a disc's files: its index has only their hashes
    #[command(
        after_help = "Examples:\n  wonderwheel names warriors.iso --out names.txt\n  \
                      wonderwheel list warriors.iso --names names.txt"
    )]
    Names(NamesOptions),
    /// Packs loose files into WARRIORS.DIR and WARRIORS.WAD, or into a disc image
    #[command(after_help = "\
Examples:
  wonderwheel pack ~/warriors packed
  wonderwheel pack demo-files demo.iso

The order is that of index.tsv where there is one, so that an unchanged extraction gives the same archive; else that of
the names. NAMES.TXT beside the archive keeps the names, which its index does not hold.")]
    Pack(PackOptions),
    /// What a shell needs to complete command lines
    #[command(
        after_help = "Example:\n  wonderwheel completions bash > ~/.local/share/bash-completion/completions/wonderwheel"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Reads and validates every file of a disc or a folder, and counts what is in them beside the retail disc's counts
    #[command(after_help = "\
Examples:
  wonderwheel check warriors.iso
  wonderwheel check ~/warriors
  wonderwheel check ~/warriors/ee_files/level99.lev
  wonderwheel check ~/warriors --json > counts.json
  wonderwheel check ~/warriors --quiet --strict && echo all is well
  wonderwheel check commando.iso
  wonderwheel check LEVEL0.WAD

Counts are held against the disc's when nine tenths of its files are here, or of Going Commando's 27 levels; with fewer they
only stand beside them.

Memory: 64 MiB and what the largest files need, whatever the number of jobs.

Exit codes: 0 every file was read; 1 a file cannot be read, nothing here is known or, with --strict, a rule is broken; \
3 the path cannot be read; 4 to 7 it cannot be opened (see wonderwheel --help).")]
    Check {
        /// A disc image, a folder with WARRIORS.DIR, a folder of loose files, or a single file, a level or a member of one too;
        /// without it the known data
        #[arg(value_name = "PATH")]
        path: Option<PathBuf>,
        /// How to check
        #[command(flatten)]
        options: CheckOptions,
    },
    /// A level as glTF for other programs, or textures as PNG
    #[command(after_help = "\
Examples:
  wonderwheel export demo demo.glb
  wonderwheel export level99 level99.glb --data warriors.iso --no-collision --no-paths
  wonderwheel export level99 my-mods                  the textures of all its files, as --overlay takes them
  wonderwheel export 'demos_ms*.sec' my-mods --only 'wall*'
  wonderwheel export LEVEL0.WAD level0.glb            a level of Going Commando
  wonderwheel export LEVEL0.WAD tie.glb --class tie/1200
  wonderwheel export LEVEL0.WAD pictures              its textures; --only 'tie/*' those of one kind, --mip 1 smaller ones

A level of Going Commando has scenes for the level, for the terrain's coarser levels of detail, for the sky and for the collision;
programs show the first.

Exit codes: 0 all is exported; 1 a part of it is not, as stderr says.")]
    Export(ExportOptions),
    /// Versions, adapters, data found: for bug reports
    #[command(after_help = "Example:\n  wonderwheel doctor > report.txt")]
    Doctor {
        /// Do not draw a frame of the demo
        #[arg(long)]
        no_self_test: bool,
    },
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_shows_an_example_in_its_help() {
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string);
            assert!(
                help.is_some_and(|help| help.contains("wonderwheel ")),
                "{}",
                command.get_name()
            );
        }
    }

    #[test]
    fn data_options_are_in_the_help_of_commands_that_read_data() {
        for (command, has_data) in [
            ("forge", false),
            ("inspect", true),
            ("check", true),
            ("view", true),
        ] {
            let mut cli = Cli::command();
            cli.build();
            let command = cli.find_subcommand_mut(command).expect("it is one");
            let help = command.render_long_help().to_string();
            assert_eq!(help.contains("--data <PATH>"), has_data, "{help}");
            assert_eq!(help.contains("--force"), has_data, "{help}");
        }
    }

    #[test]
    fn data_may_be_named_before_and_behind_the_command() {
        for args in [
            ["wonderwheel", "--data", "a", "inspect", "b"],
            ["wonderwheel", "inspect", "b", "--data", "a"],
        ] {
            let cli = Cli::try_parse_from(args).expect("the command line is right");
            assert_eq!(cli.data.data.as_deref(), Some("a".as_ref()), "{args:?}");
        }
    }

    #[test]
    fn any_test_option_makes_the_run_lockstep() {
        let run = |args: &[&str]| {
            let args = ["wonderwheel", "view", "demo"].iter().chain(args);
            match Cli::try_parse_from(args)
                .expect("the command line is right")
                .command
            {
                Some(Command::View { run, .. }) => run.is_lockstep(),
                other => panic!("{other:?}"),
            }
        };
        assert!(!run(&[]));
        assert!(!run(&["--mode", "faithful"]));
        assert!(run(&["--headless"]));
        assert!(run(&["--frames", "3"]));
        assert!(run(&["--screenshot", "a.png"]));
        assert!(run(&["--input-script", "a.txt"]));
        assert!(run(&["--no-render"]));
    }

    #[test]
    fn a_run_without_rendering_cannot_take_pictures() {
        let args = [
            "wonderwheel",
            "view",
            "demo",
            "--no-render",
            "--screenshot",
            "a.png",
        ];
        assert!(Cli::try_parse_from(args).is_err());
    }
}
