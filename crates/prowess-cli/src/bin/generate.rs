//! Writes the generated files of the repository; with `--check` it compares them and writes nothing.

#![expect(
    clippy::print_stderr,
    reason = "a tool of the repository that says what it did"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use prowess_cli::reference::{FOLDERS, files};

fn main() -> ExitCode {
    let check = std::env::args()
        .skip(1)
        .any(|argument| argument == "--check");
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let result = if check {
        differing(&repository)
    } else {
        write(&repository)
    };
    match result {
        Ok(changed) if check && !changed.is_empty() => {
            for path in changed {
                eprintln!("{}: differs from what the code says", path.display());
            }
            eprintln!("help: cargo run -p prowess-cli --features generate --bin prowess-generate");
            ExitCode::FAILURE
        }
        Ok(changed) => {
            for path in changed {
                eprintln!("{}", path.display());
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Files that differ, are missing, or are there without being generated.
fn differing(repository: &Path) -> io::Result<Vec<PathBuf>> {
    let files = files()?;
    let mut changed: Vec<PathBuf> = files
        .iter()
        .filter(|file| {
            fs::read(repository.join(&file.path)).ok().as_deref() != Some(file.text.as_bytes())
        })
        .map(|file| file.path.clone())
        .collect();
    let expected: BTreeSet<&Path> = files.iter().map(|file| file.path.as_path()).collect();
    for path in present(repository)? {
        if !expected.contains(path.as_path()) {
            changed.push(path);
        }
    }
    Ok(changed)
}

/// Makes the folders hold the generated files and nothing else.
fn write(repository: &Path) -> io::Result<Vec<PathBuf>> {
    let changed = differing(repository)?;
    for path in present(repository)? {
        if changed.contains(&path) {
            fs::remove_file(repository.join(path))?;
        }
    }
    for file in files()? {
        if changed.contains(&file.path) {
            let path = repository.join(&file.path);
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::write(path, &file.text)?;
        }
    }
    Ok(changed)
}

fn present(repository: &Path) -> io::Result<Vec<PathBuf>> {
    let mut present = Vec::new();
    for folder in FOLDERS {
        let listing = match fs::read_dir(repository.join(folder)) {
            Ok(listing) => listing,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        for entry in listing {
            present.push(Path::new(folder).join(entry?.file_name()));
        }
    }
    Ok(present)
}
