//! The program: command line, plugins, commands.

mod adapter;
mod bounded_read;
mod cli;
mod commands;
mod data;
mod data_options;
mod display;
mod failure;
mod forged;
mod game;
mod interrupt;
mod level_name;
mod level_source;
mod names_file;
mod old_words;
mod picker;
mod progress;
mod report;
mod run_options;
mod settings_file;
mod source;
mod title;
mod window_files;

use std::process::ExitCode;

use clap::Parser;

use crate::{
    cli::{Cli, Command},
    commands::{doctor, export, forge, inspect, list, menu, run},
    failure::{Code, Failure},
    run_options::RunOptions,
};

fn main() -> ExitCode {
    let (args, hint) = old_words::in_new_words(std::env::args_os().collect());
    let cli = Cli::parse_from(args);
    if let Some(hint) = hint {
        report::complain(format!(
            "wonderwheel: the command commando goes away: {hint}"
        ));
    }
    interrupt::listen();
    match dispatch(&cli) {
        Ok(code) => code.into(),
        Err(failure) => {
            report::complain(format!("wonderwheel: {failure}"));
            failure.code.into()
        }
    }
}

fn dispatch(cli: &Cli) -> Result<Code, Failure> {
    match &cli.command {
        None => menu::menu(&RunOptions::default_run(), &cli.data, cli.verbose),
        Some(Command::Play { level: None, run }) if !run.is_lockstep() => {
            menu::menu(run, &cli.data, cli.verbose)
        }
        Some(Command::Play { level, run }) => {
            let demo = level_name::LevelName::demo();
            run::run(level.as_ref().unwrap_or(&demo), run, &cli.data, cli.verbose)
        }
        Some(Command::View { level, run }) => run::run(level, run, &cli.data, cli.verbose),
        Some(Command::Forge { no_data, .. })
            if no_data.are_given() || cli.data.data.is_some() || cli.data.force =>
        {
            Err(Failure::new(
                Code::Usage,
                "forge writes files and reads none: leave --data and --force out",
            ))
        }
        Some(Command::Forge {
            out,
            recipe,
            seed,
            overwrite,
            ..
        }) => forge::forge(out, recipe, *seed, *overwrite),
        Some(Command::Inspect(options)) => inspect::inspect(options, &cli.data),
        Some(Command::List(options)) => list::list(options, &cli.data),
        Some(Command::Info(options)) => commands::info::info(options, &cli.data),
        Some(Command::Extract(options)) => commands::extract::extract(options, &cli.data),
        Some(Command::Names(options)) => commands::names::names(options, &cli.data),
        Some(Command::Pack(options)) => commands::pack::pack(options),
        Some(Command::Completions { shell }) => commands::completions::completions(*shell),
        Some(Command::Check { path, options }) => {
            commands::check::check(path.as_deref(), options, &cli.data)
        }
        Some(Command::Export(options)) => export::export(options, &cli.data),
        Some(Command::Doctor { no_self_test }) => doctor::doctor(&cli.data, !no_self_test),
    }
}
