//! Python that reads, writes and packs files.

use prowess_base::Span;

use super::{Call, or_unknown};
use crate::code::evaluate::joined_path;
use crate::code::machine::Machine;
use crate::code::value::{Kind, Value};
impl Machine<'_> {
    /// A call that reads, writes, packs or names files.
    pub(super) fn python_files(&mut self, call: &Call<'_>) -> Option<Value> {
        let Call {
            name,
            method,
            receiver,
            arguments,
            span,
            ..
        } = *call;
        let given = |key: &str| call.given(key);
        let first = call.arguments.first().cloned();
        Some(match name {
            "open" | "io.open" | "codecs.open" | "aiofiles.open" | "gzip.open" | "lzma.open"
            | "bz2.open" | "os.fdopen" | "builtins.open" | "os.open" => {
                let mode = arguments.get(1).cloned().or_else(|| given("mode"));
                self.python_open(&or_unknown(first.or_else(|| given("file"))), mode, span)
            }
            "pathlib.Path().open" => {
                self.python_open(receiver, first.or_else(|| given("mode")), span)
            }
            "pathlib.Path().read_text" | "pathlib.Path().read_bytes" => {
                let path = Value {
                    kind: Kind::Plain,
                    ..receiver.clone()
                };
                self.read_file(&path, span)
            }
            "pathlib.Path().write_text" | "pathlib.Path().write_bytes" => {
                self.write_file(receiver, or_unknown(first), span);
                Value::unknown()
            }
            "pathlib.Path().unlink" => {
                self.delete_file(receiver, span);
                Value::unknown()
            }
            "pathlib.Path().joinpath" => {
                let mut path = receiver.clone();
                for part in arguments {
                    path.text = joined_path(&path.text, &part.text);
                }
                path_of(path)
            }
            "pathlib.Path().glob" | "pathlib.Path().rglob" => {
                let mut path = receiver.clone();
                path.text = joined_path(&path.text, &or_unknown(first).text);
                path_of(path)
            }
            "pathlib.Path().expanduser"
            | "pathlib.Path().resolve"
            | "pathlib.Path().iterdir"
            | "pathlib.Path().absolute" => path_of(receiver.clone()),
            "pathlib.Path.home" | "Path.home" => path_of(Value::known("~")),
            "pathlib.Path.cwd" | "os.getcwd" => path_of(Value::known(".")),
            "pathlib.Path" | "pathlib.PurePath" | "pathlib.PosixPath" | "os.path.join"
            | "posixpath.join" | "ntpath.join" => {
                let mut path = first.unwrap_or_else(|| Value::known("."));
                for part in arguments.iter().skip(1) {
                    path.text = joined_path(&path.text, &part.text);
                    path.add_taints(&part.taints);
                }
                path.items = Vec::new();
                if name.ends_with("join") {
                    path
                } else {
                    path_of(path)
                }
            }
            "json.dump" | "pickle.dump" | "yaml.safe_dump" | "csv.writer"
            | "shutil.copyfileobj" => {
                let target = arguments.get(1).cloned().unwrap_or_else(Value::unknown);
                let content = or_unknown(first);
                self.write_file(
                    &target,
                    Value {
                        kind: Kind::Plain,
                        items: Vec::new(),
                        ..content
                    },
                    span,
                );
                Value::unknown()
            }
            "file().write" | "file().writelines" => {
                self.write_file(receiver, or_unknown(first), span);
                Value::unknown()
            }
            "archive().write" | "archive().add" | "archive().writestr" => {
                let content = if method == "writestr" {
                    or_unknown(arguments.get(1).cloned())
                } else {
                    self.read_file(&or_unknown(first), span)
                };
                self.write_file(receiver, Value::unknown().tainted_by(&content), span);
                Value::unknown()
            }
            "archive().extractall" | "archive().extract" | "shutil.unpack_archive" => {
                let archive = if name.starts_with("shutil") {
                    self.read_file(&or_unknown(first.clone()), span)
                } else {
                    receiver.clone()
                };
                let to = if name.starts_with("shutil") {
                    arguments.get(1).cloned()
                } else {
                    first
                };
                self.unpack(&archive, to.as_ref(), span);
                Value::unknown()
            }
            "zipfile.ZipFile" | "tarfile.open" | "tarfile.TarFile" => {
                let path = or_unknown(first.or_else(|| given("fileobj")));
                let mut archive = self
                    .file(&path.text)
                    .cloned()
                    .unwrap_or_else(Value::unknown);
                archive.add_taints(&path.taints);
                Value {
                    kind: Kind::Named("archive()".to_owned()),
                    text: path.text,
                    ..archive
                }
            }
            "shutil.make_archive" => {
                let root = or_unknown(arguments.get(2).cloned().or_else(|| given("root_dir")));
                let content = self.read_file(&root, span);
                let mut path = or_unknown(first);
                path.text.push('.');
                path.text.push_str(
                    &arguments
                        .get(1)
                        .map_or("zip".to_owned(), |format| format.text.clone()),
                );
                self.write_file(&path, Value::unknown().tainted_by(&content), span);
                path
            }
            "shutil.copy" | "shutil.copy2" | "shutil.copyfile" | "shutil.move"
            | "shutil.copytree" | "os.rename" | "os.replace" => {
                let content = self.read_file(&or_unknown(first), span);
                let to = arguments.get(1).cloned().unwrap_or_else(Value::unknown);
                self.write_file(&to, content, span);
                to
            }
            "os.remove" | "os.unlink" | "shutil.rmtree" | "os.rmdir" => {
                self.delete_file(&or_unknown(first), span);
                Value::unknown()
            }
            "os.chmod" | "os.makedirs" | "os.mkdir" => Value::unknown(),
            "sqlite3.connect" => {
                let path = or_unknown(first);
                let content = self.read_file(&path, span);
                Value::unknown().tainted_by(&content)
            }
            _ => return None,
        })
    }

    /// What `open` gives: a file that is written, or the content of one that is read.
    fn python_open(&mut self, path: &Value, mode: Option<Value>, span: Span) -> Value {
        let mode = mode.map(|mode| mode.text).unwrap_or_default();
        let path = Value {
            kind: Kind::Plain,
            items: Vec::new(),
            text: home(&path.text),
            taints: path.taints.clone(),
        };
        let mut handle = Value::known(path.text.as_str());
        if mode.contains(['w', 'a', 'x', '+']) {
            self.write_file(&path, Value::empty(), span);
        } else {
            handle = self.read_file(&path, span);
            // What is read is the content, known or not; the path is kept for what is written.
        }
        if mode.contains(['w', 'a', 'x', '+']) {
            handle.kind = Kind::Named("file()".to_owned());
        }
        handle
    }
}

/// A path as an object of the library.
fn path_of(path: Value) -> Value {
    Value {
        kind: Kind::Named("pathlib.Path()".to_owned()),
        text: home(&path.text),
        items: Vec::new(),
        taints: path.taints,
    }
}

/// A path with the variables of the home folder put in.
pub(super) fn home(text: &str) -> String {
    text.replace("${HOME}", "~").replace("$HOME", "~")
}
