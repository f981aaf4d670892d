//! `prowess pack FOLDER`

use std::path::{Path, PathBuf};

use prowess::BuiltIns;
use prowess::fs::{Access, Folder};
use prowess::store::pack::{Blocked, Packing, pack};
use prowess::store::signature::Signer;
use serde::Serialize;

use crate::arguments::{Global, OutputFormat, Pack};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{Output, SCHEMA};
use crate::session::{self, Forms};

/// Most bytes of a key's file.
const KEY_BYTES: u64 = 64 << 10;

/// The variable with the password of a secret key.
const PASSWORD: &str = "PROWESS_KEY_PASSWORD";

/// What was packed, as `--json` prints it.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct PackView {
    /// The version of this form.
    schema: u32,
    /// The skill.
    name: String,
    /// The archive.
    file: String,
    /// Its size.
    bytes: u64,
    /// The digest of the archive.
    archive: String,
    /// The digest that its files have where they are installed.
    digest: String,
    /// What the scan says: `block`, `review`, `incomplete` or `pass`.
    scan: String,
    /// Whether it is signed.
    signed: bool,
    /// What its author should know.
    warnings: Vec<String>,
}

/// Makes one file of a skill's folder.
pub(super) fn run(arguments: &Pack, global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let surroundings = engine.surroundings();
    let beneath = |path: &Path| -> PathBuf {
        let path = surroundings.expand_home(path);
        surroundings.current_dir.join(path).components().collect()
    };
    let signer = match &arguments.sign {
        None => None,
        Some(key) => {
            let bytes = prowess::fs::read(&beneath(key), KEY_BYTES)
                .map_err(|error| Failure::from(prowess::Error::File(error)))?;
            let text = String::from_utf8_lossy(&bytes);
            let password = surroundings.environment.get_text(PASSWORD);
            let signer = Signer::read(&text, password).map_err(|fault| {
                Failure::new(Exit::Usage, format!("{}: {fault}", key.display())).help(format!(
                    "a secret key of minisign's; its password is taken from `{PASSWORD}`"
                ))
            })?;
            Some(signer)
        }
    };
    let mut packing = Packing::default();
    packing.signer = signer.as_ref();
    packing.blocked = match arguments.accept_risk {
        true => Blocked::Packed,
        false => Blocked::Refused,
    };
    let packed = pack(&beneath(&arguments.folder), &packing)?;
    let file = match &arguments.output {
        Some(file) => beneath(file),
        None => surroundings
            .current_dir
            .join(format!("{}.skill", packed.name)),
    };
    write(&file, &packed.bytes)?;
    if output.format == OutputFormat::Json {
        output.json(&PackView {
            schema: SCHEMA,
            file: file.to_string_lossy().into_owned(),
            bytes: packed.bytes.len() as u64,
            archive: prowess::base::Digest::of(&packed.bytes).to_string(),
            digest: packed.digest.to_string(),
            scan: packed.report.verdict.to_string(),
            signed: signer.is_some(),
            name: packed.name,
            warnings: packed.warnings,
        })?;
        return Ok(Exit::Done);
    }
    output.data(&format!("{}\n", output.path(&file)))?;
    for warning in &packed.warnings {
        output.warning(warning)?;
    }
    output.note(&format!("its files have the digest {}", packed.digest))?;
    Ok(Exit::Done)
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else {
        let message = format!("{} is no file to write", file.display());
        return Err(Failure::new(Exit::Usage, message));
    };
    Folder::open(folder)
        .and_then(|folder| folder.write(Path::new(name), bytes, Access::Shared))
        .map_err(|error| Failure::from(prowess::Error::File(error)))
}
