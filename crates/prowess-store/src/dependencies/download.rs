//! Fetching what a skill needs into the tools' folder (specs/openclaw.md 8.2).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use prowess_base::{Digest, Platform};
use prowess_format::{InstallSpec, Unpacking};
use prowess_fs::{Access, Folder, LinkKind};
use prowess_net::Request;
use url::Url;

use super::install::{Installer, Outcome, Wanting};
use super::process::Run;
use crate::ask::Question;
use crate::fetch::{Entry, Limits, archive};
use crate::progress::At;
use crate::{Error, TreeFile};

/// Most bytes of a download.
const BYTES: u64 = 256 << 20;

/// Most bytes that are unpacked.
const UNPACKED: u64 = 512 << 20;

/// How many links may lead to each other.
const LINKS: usize = 8;

/// The archive forms that are unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    TarGz,
    TarBz2,
    Zip,
}

impl Form {
    fn of_word(word: &str) -> Option<Self> {
        match word.trim().to_ascii_lowercase().as_str() {
            "tar.gz" | "tgz" => Some(Self::TarGz),
            "tar.bz2" | "tbz2" => Some(Self::TarBz2),
            "zip" => Some(Self::Zip),
            _ => None,
        }
    }

    fn of_name(name: &str) -> Option<Self> {
        let lower = name.to_ascii_lowercase();
        let endings = [
            (".tar.gz", Self::TarGz),
            (".tgz", Self::TarGz),
            (".tar.bz2", Self::TarBz2),
            (".tbz2", Self::TarBz2),
            (".zip", Self::Zip),
        ];
        endings
            .into_iter()
            .find(|(ending, _)| lower.ends_with(ending))
            .map(|(_, form)| form)
    }
}

/// What is to be done with a download, looked at before anything is fetched.
struct Plan {
    url: Url,
    /// The name of the file.
    name: String,
    /// The form that it is unpacked by; nothing where it is kept as it is.
    form: Option<Form>,
    strip: usize,
    digest: Option<Digest>,
    /// The folder beneath the tools' one.
    folder: PathBuf,
}

impl Installer<'_> {
    /// Fetches a download after a person has allowed it.
    pub(super) async fn download(
        &self,
        wanting: &Wanting<'_>,
        spec: &InstallSpec,
    ) -> Result<Outcome, Error> {
        let plan = match self.plan(wanting, spec) {
            Ok(plan) => plan,
            Err(reason) => return Ok(Outcome::new(reason)),
        };
        let folder = self.tools.root().join(&plan.folder);
        Question::Fetch {
            name: wanting.name,
            url: plan.url.as_str(),
            folder: &folder,
        }
        .put(self.ask)?;
        let bytes = match self.fetch(&plan).await {
            Ok(bytes) => bytes,
            Err(error) => return Ok(Outcome::new(error.to_string())),
        };
        match self.put(&plan, spec, bytes).await {
            Ok(outcome) => Ok(outcome),
            // What the archive is to blame for is an outcome, what the disk is, an error.
            Err(error @ (Error::Archive { .. } | Error::Digest { .. })) => {
                Ok(Outcome::new(error.to_string()))
            }
            Err(error) => Err(error),
        }
    }

    fn plan(&self, wanting: &Wanting<'_>, spec: &InstallSpec) -> Result<Plan, String> {
        let none = Unpacking::default();
        let unpacking = spec.unpacking.as_deref().unwrap_or(&none);
        let url = spec.url.as_deref().unwrap_or_default();
        let url = Url::parse(url).map_err(|_| format!("`{url}` is no address"))?;
        let segment = url.path().rsplit('/').find(|part| !part.is_empty());
        let name = segment
            .and_then(|segment| plain_name(segment).then(|| segment.to_owned()))
            .unwrap_or_else(|| "download".to_owned());
        let word = unpacking.archive.as_deref();
        let form = match word {
            Some(word) => Some(
                Form::of_word(word).ok_or_else(|| format!("`{word}` is no form of an archive"))?,
            ),
            None => Form::of_name(&name),
        };
        let unpacks = unpacking.extract.unwrap_or(form.is_some());
        if unpacks && form.is_none() {
            return Err(format!("`{name}` is in no form that can be unpacked"));
        }
        let strip = match &unpacking.strip_components {
            None => 0,
            Some(number) => number
                .as_u64()
                .and_then(|number| usize::try_from(number).ok())
                .ok_or_else(|| format!("`stripComponents` cannot be {number}"))?,
        };
        let digest = match unpacking.sha256.as_deref() {
            None => None,
            Some(text) => Some(
                format!("sha256:{}", text.trim().to_ascii_lowercase())
                    .parse()
                    .map_err(|_| format!("`{text}` is no SHA-256 digest"))?,
            ),
        };
        let downloads = self.tools.downloads(wanting.key);
        let folder = match unpacking.target_dir.as_deref().map(str::trim) {
            None | Some("") => downloads,
            Some(inner) => downloads.join(beneath(inner).ok_or_else(|| {
                format!("the folder `{inner}` is not beneath that of the skill's downloads")
            })?),
        };
        let folder = folder.strip_prefix(self.tools.root());
        Ok(Plan {
            folder: folder.unwrap_or(Path::new("")).to_path_buf(),
            form: form.filter(|_| unpacks),
            url,
            name,
            strip,
            digest,
        })
    }

    async fn fetch(&self, plan: &Plan) -> Result<Vec<u8>, Error> {
        let request = Request::get(plan.url.clone()).at_most(BYTES);
        let source = plan.url.as_str();
        let response = self
            .client
            .fetch_telling(&request, &mut |bytes, of| {
                self.progress.tell(At::Fetching { source, bytes, of });
            })
            .await?;
        let found = Digest::of(&response.bytes);
        match plan.digest {
            Some(expected) if expected != found => Err(Error::Digest {
                source_name: source.to_owned(),
                expected: expected.to_string(),
                found: found.to_string(),
            }),
            _ => Ok(response.bytes),
        }
    }

    /// Puts what was fetched in its place, and links to the programs in it.
    async fn put(&self, plan: &Plan, spec: &InstallSpec, bytes: Vec<u8>) -> Result<Outcome, Error> {
        let root = self.root()?;
        let target = root.create_folders(&plan.folder, Access::Private)?;
        let mut warnings = Vec::new();
        let size = bytes.len();
        let (files, mut outcome) = match plan.form {
            None => {
                let path = target.path().join(&plan.name);
                let file = TreeFile {
                    bytes,
                    // What is brought as a program is meant to be run.
                    executable: !spec.bins.is_empty(),
                };
                let files = BTreeMap::from([(plan.name.clone(), file)]);
                let outcome = Outcome::done(format!("Downloaded to {}", path.display()));
                (files, outcome)
            }
            Some(form) => {
                let bytes = match form {
                    Form::TarBz2 => self.expanded(plan, &target, bytes).await?,
                    Form::TarGz | Form::Zip => bytes,
                };
                let files = unpacked(plan, &bytes, &mut warnings)?;
                let shown = target.path().display();
                let message = format!("Downloaded and extracted to {shown}");
                (files, Outcome::done(message))
            }
        };
        for (path, file) in &files {
            self.progress.tell(At::Writing { name: path });
            write(&target, path, file)?;
        }
        for bin in &spec.bins {
            match self.link(&root, plan, &files, bin) {
                Ok(None) => {}
                Ok(Some(warning)) => warnings.push(warning),
                Err(error) => warnings.push(format!("`{bin}` is not on the PATH: {error}")),
            }
        }
        outcome.stdout = format!("downloaded={size}");
        outcome.code = Some(0);
        outcome.warnings = warnings;
        Ok(outcome)
    }

    /// The tar archive in a bzip2 file, by the `bzip2` program: what comes out is looked at as any other archive is.
    async fn expanded(
        &self,
        plan: &Plan,
        target: &Folder,
        bytes: Vec<u8>,
    ) -> Result<Vec<u8>, Error> {
        let refused = |reason: String| Error::Archive {
            source_name: plan.url.to_string(),
            reason,
        };
        let Some(program) = self.find("bzip2") else {
            return Err(refused(
                "it needs the program `bzip2`, which is not there".to_owned(),
            ));
        };
        let staged = PathBuf::from(format!(
            "{}{}.bz2",
            prowess_fs::TEMPORARY,
            Digest::of(&bytes).short_hex(16)
        ));
        target.write(&staged, &bytes, Access::Private)?;
        let arguments = [
            "-dc".to_owned(),
            "--".to_owned(),
            staged.display().to_string(),
        ];
        let variables = self.base_variables();
        let bound = usize::try_from(UNPACKED).unwrap_or(usize::MAX);
        let run = Run {
            program: &program,
            arguments: &arguments,
            variables: &variables,
            folder: target.path(),
            time: Installer::TIME,
            bytes: bound,
        };
        let ended = run.to_end().await;
        target.remove_file(&staged)?;
        let ended = ended.map_err(|error| refused(error.to_string()))?;
        if ended.stdout.dropped > 0 {
            return Err(refused(format!("it unpacks to more than {UNPACKED} bytes")));
        }
        match ended.code {
            Some(0) => Ok(ended.stdout.bytes),
            _ => Err(refused(format!("bzip2: {}", ended.stderr.text().trim()))),
        }
    }

    /// Makes a program that was downloaded one of those that the next look at `PATH` finds. Gives what there is to say
    /// where it cannot.
    fn link(
        &self,
        root: &Folder,
        plan: &Plan,
        files: &BTreeMap<String, TreeFile>,
        bin: &str,
    ) -> Result<Option<String>, prowess_fs::Error> {
        if !plain_name(bin) {
            return Ok(Some(format!("`{bin}` is no name of a program")));
        }
        let is_it = |path: &&String| {
            let name = path.rsplit('/').next().unwrap_or(path);
            name == bin || name.strip_suffix(".exe") == Some(bin)
        };
        // The one that lies least deep.
        let depth = |path: &&String| (path.split('/').count(), path.len());
        let found = files.keys().filter(is_it).min_by_key(depth);
        let single = || files.keys().next().filter(|_| files.len() == 1);
        let Some(path) = found.or_else(single) else {
            return Ok(Some(format!("`{bin}` is not in what was downloaded")));
        };
        let links = root.create_folders(Path::new("bin"), Access::Private)?;
        let place = plan.folder.join(path);
        if let Some(file) = files.get(path).filter(|file| !file.executable) {
            root.write(&place, &file.bytes, Access::Executable)?;
        }
        if self.surroundings.platform == Platform::Windows {
            let name = format!("{bin}.exe");
            let bytes = files.get(path).map(|file| file.bytes.as_slice());
            links.write(
                Path::new(&name),
                bytes.unwrap_or_default(),
                Access::Executable,
            )?;
            return Ok(None);
        }
        match links.remove_file(Path::new(bin)) {
            Ok(()) | Err(prowess_fs::Error::NotFound { .. }) => {}
            Err(error) => return Err(error),
        }
        let target = Path::new("..").join(&place);
        links.make_link(Path::new(bin), &target, LinkKind::Symbolic)?;
        Ok(None)
    }
}

/// The files of an archive by the paths that they get; what cannot be kept is told.
fn unpacked(
    plan: &Plan,
    bytes: &[u8],
    warnings: &mut Vec<String>,
) -> Result<BTreeMap<String, TreeFile>, Error> {
    let mut limits = Limits {
        archive_bytes: BYTES.max(bytes.len() as u64),
        unpacked_bytes: UNPACKED,
        ..Limits::default()
    };
    limits.tree.file_bytes = BYTES;
    let found = archive::read(plan.url.as_str(), bytes, &limits)?;
    warnings.extend(found.left_out);
    let mut files = BTreeMap::new();
    for (path, entry) in &found.entries {
        let file = match entry {
            Entry::File(file) => file,
            Entry::Link(target) => match linked(&found.entries, path, target) {
                Some(file) => file,
                None => {
                    warnings.push(format!(
                        "the link `{path}` leads to no file of the archive and is left out"
                    ));
                    continue;
                }
            },
            Entry::Unread(reason) => {
                warnings.push(format!("`{path}` {reason}"));
                continue;
            }
        };
        let parts: Vec<&str> = path.split('/').filter(|part| *part != ".").collect();
        let kept = parts.get(plan.strip..).unwrap_or_default().join("/");
        if !kept.is_empty() {
            files.insert(kept, file.clone());
        }
    }
    if files.is_empty() {
        return Err(Error::Archive {
            source_name: plan.url.to_string(),
            reason: match plan.strip {
                0 => "it holds no file".to_owned(),
                strip => format!("nothing is left of it without {strip} folders"),
            },
        });
    }
    Ok(files)
}

/// The file that a link of the archive leads to, within the archive.
fn linked<'f>(
    entries: &'f BTreeMap<String, Entry>,
    path: &str,
    target: &str,
) -> Option<&'f TreeFile> {
    let (mut path, mut target) = (path.to_owned(), target.to_owned());
    for _ in 0..LINKS {
        let mut parts: Vec<&str> = path.split('/').collect();
        parts.pop();
        if target.starts_with('/') {
            return None;
        }
        for part in target.split('/') {
            match part {
                "" | "." => {}
                ".." => drop(parts.pop()?),
                part => parts.push(part),
            }
        }
        let next = parts.join("/");
        match entries.get(&next)? {
            Entry::File(file) => return Some(file),
            Entry::Link(further) => target.clone_from(further),
            Entry::Unread(_) => return None,
        }
        path = next;
    }
    None
}

fn write(target: &Folder, path: &str, file: &TreeFile) -> Result<(), Error> {
    let path = Path::new(path);
    if let Some(parent) = path.parent() {
        target.create_folders(parent, Access::Shared)?;
    }
    let access = match file.executable {
        true => Access::Executable,
        false => Access::Shared,
    };
    Ok(target.write(path, &file.bytes, access)?)
}

/// A relative path without `..` and without a word of another system.
fn beneath(text: &str) -> Option<PathBuf> {
    let text = text.strip_prefix("./").unwrap_or(text);
    let text = text.trim_end_matches('/');
    let fits = text.split('/').all(plain_name);
    fits.then(|| PathBuf::from(text))
}

/// Whether a text can be the name of one file on every system.
fn plain_name(text: &str) -> bool {
    !matches!(text, "" | "." | "..")
        && !text.contains(|letter: char| letter.is_control() || "/\\:*?\"<>|".contains(letter))
        && !text.starts_with(prowess_fs::TEMPORARY)
        && !text.ends_with(['.', ' '])
}
