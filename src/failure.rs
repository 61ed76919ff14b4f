//! How the program ends: exit codes, and errors of one line.

use std::process::ExitCode;

use wonderwheel_disc::catalogue::PatternError;
use wonderwheel_disc::extract::folder::FolderError;
use wonderwheel_disc::output::{OutputError, WriteRefusal};
use wonderwheel_disc::pack::PackError;
use wonderwheel_export::ExportError;
use wonderwheel_forge::ForgeError;
use wonderwheel_game_files::GameFileError;
use wonderwheel_inspect::source::SourceError;
use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::fault::{Fault, FaultKind};
use wonderwheel_ps2::system::system_words;

/// What a run came to, as the shell sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Code {
    /// Everything was done.
    Done = 0,
    /// It ran, and something was found wrong: failed parts, a level that does not start.
    Findings = 1,
    /// The command line is wrong.
    Usage = 2,
    /// A file or folder could not be read or written.
    Io = 3,
    /// A file is not what it should be.
    Malformed = 4,
    /// The thing is known, but this program cannot open it.
    Unsupported = 5,
    /// Something is larger than this program takes.
    Limit = 6,
    /// The data belong to another game.
    WrongDisc = 7,
    /// There is nothing to draw with.
    NoAdapter = 8,
    /// Ctrl-C.
    Interrupted = 130,
}

impl Code {
    /// Of a run after which everything is well, or something was found wrong.
    pub fn of(is_well: bool) -> Self {
        if is_well { Self::Done } else { Self::Findings }
    }
}

impl From<Code> for ExitCode {
    fn from(code: Code) -> Self {
        Self::from(code as u8)
    }
}

/// Why a command was not done: one line for a person (two where the second is what to do), and the exit code.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// The exit code.
    pub code: Code,
    /// What is wrong and what to do.
    pub message: String,
}

impl Failure {
    /// A failure of this kind.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }

    /// An export to a place that was not made.
    pub fn export(out: &std::path::Path, error: &ExportError) -> Self {
        let code = match error {
            ExportError::Io(_) => Code::Io,
            ExportError::Malformed { .. } => Code::Malformed,
            ExportError::NoSuchLevel { .. } | ExportError::NoSuchClass { .. } => Code::Usage,
            ExportError::Format(error) => error.into(),
            ExportError::Limit { .. } => Code::Limit,
        };
        Self::new(code, format!("{}: {error}", out.display()))
    }

    /// A file or folder of the system refused.
    pub fn io(path: &std::path::Path, error: &std::io::Error) -> Self {
        Self::new(
            Code::Io,
            format!("{}: {}", path.display(), system_words(error)),
        )
    }
}

impl From<GameFileError> for Failure {
    fn from(error: GameFileError) -> Self {
        Self::new(error.kind().into(), error.to_string())
    }
}

impl From<&FormatError> for Code {
    fn from(error: &FormatError) -> Self {
        FaultKind::from(error).into()
    }
}

impl From<FaultKind> for Code {
    fn from(kind: FaultKind) -> Self {
        match kind {
            FaultKind::Io => Self::Io,
            FaultKind::Malformed => Self::Malformed,
            FaultKind::Unsupported => Self::Unsupported,
            FaultKind::Limit => Self::Limit,
            FaultKind::WrongDisc => Self::WrongDisc,
        }
    }
}

impl From<&Fault> for Failure {
    fn from(fault: &Fault) -> Self {
        Self::new(fault.kind.into(), fault.to_string())
    }
}

impl From<ForgeError> for Failure {
    fn from(error: ForgeError) -> Self {
        let code = match error {
            ForgeError::UnknownLevel(_) => Code::Usage,
            _ => Code::Malformed,
        };
        Self::new(code, error.to_string())
    }
}

impl From<PackError> for Failure {
    fn from(error: PackError) -> Self {
        let code = match error {
            PackError::Folder(error) => return error.into(),
            PackError::Io { .. } | PackError::Missing { .. } | PackError::Empty { .. } => Code::Io,
            PackError::Index { .. } | PackError::SameHash { .. } => Code::Malformed,
            PackError::TooLarge { .. } => Code::Limit,
        };
        Self::new(code, error.to_string())
    }
}

impl From<SourceError> for Failure {
    fn from(error: SourceError) -> Self {
        let code = match error {
            SourceError::Data(error) => return error.into(),
            SourceError::Io { .. } | SourceError::NotThere(_) => Code::Io,
            SourceError::WrongName(_) => Code::Usage,
            SourceError::TooLong { .. } => Code::Limit,
        };
        Self::new(code, error.to_string())
    }
}

impl From<FolderError> for Failure {
    fn from(error: FolderError) -> Self {
        let code = match error {
            FolderError::VersionControlled { .. } | FolderError::Taken { .. } => Code::Usage,
            FolderError::Output(error) => return error.into(),
        };
        Self::new(code, error.to_string())
    }
}

impl From<WriteRefusal> for Failure {
    fn from(refused: WriteRefusal) -> Self {
        Self::new(Code::Io, refused.to_string())
    }
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Self {
        let code = match error {
            OutputError::NoFolder { .. } | OutputError::Refused(_) => Code::Io,
            _ => Code::Usage,
        };
        Self::new(code, error.to_string())
    }
}

impl From<PatternError> for Failure {
    fn from(error: PatternError) -> Self {
        Self::new(Code::Usage, format!("--only {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_file_error_has_its_exit_code() {
        let limit = GameFileError::Limit {
            path: "a".into(),
            max: 1,
            found: 2,
            advice: "b".into(),
        };
        assert_eq!(Failure::from(limit).code as u8, 6);
        let malformed = Fault::of_file("a_sec.wld", FaultKind::Malformed, "bad");
        let failure = Failure::from(&malformed);
        assert_eq!(
            (failure.code as u8, failure.message.as_str()),
            (4, "a_sec.wld: bad")
        );
        for (kind, code) in [
            (FaultKind::Io, 3),
            (FaultKind::Unsupported, 5),
            (FaultKind::Limit, 6),
            (FaultKind::WrongDisc, 7),
        ] {
            assert_eq!(Code::from(kind) as u8, code);
        }
        let missing = GameFileError::not_found("/data", "demo.lev");
        assert_eq!(Failure::from(missing).code as u8, 3);
    }
}
