//! `completions`: what a shell needs to complete command lines.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::{
    cli::Cli,
    failure::{Code, Failure},
    report,
};

/// Prints the script.
pub fn completions(shell: Shell) -> Result<Code, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "wonderwheel", &mut script);
    report::line(String::from_utf8_lossy(&script).trim_end());
    Ok(Code::Done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn every_shell_gets_a_script_that_knows_the_commands() {
        for shell in Shell::value_variants() {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "wonderwheel", &mut script);
            let script = String::from_utf8(script).unwrap();
            assert!(script.contains("extract"), "{shell}");
        }
    }
}
