//! JavaScript that reads, writes and names files.

use super::{Call, or_unknown};
use crate::code::evaluate::joined_path;
use crate::code::machine::Machine;
use crate::code::value::{Kind, Value};

impl Machine<'_> {
    /// A call that reads, writes or names files.
    pub(super) fn javascript_files(&mut self, call: &Call<'_>) -> Option<Value> {
        let Call {
            name,
            receiver,
            arguments,
            span,
            ..
        } = *call;
        let first = call.arguments.first().cloned();
        Some(match name {
            "fs.readFileSync"
            | "fs.readFile"
            | "fs.createReadStream"
            | "Deno.readTextFile"
            | "Deno.readTextFileSync"
            | "Deno.readFile"
            | "Bun.file"
            | "fs.readdirSync"
            | "fs.readdir"
            | "fs.readJson"
            | "fs.readJsonSync"
            | "fs.openAsBlob" => {
                let path = Value {
                    items: Vec::new(),
                    kind: Kind::Plain,
                    ..or_unknown(first)
                };
                if path.text == "/dev/stdin" || path.text == "0" {
                    return Some(self.input.clone());
                }
                if name.starts_with("fs.readdir") {
                    return Some(path);
                }
                self.read_file(&path, span)
            }
            "fs.writeFileSync"
            | "fs.writeFile"
            | "fs.appendFileSync"
            | "fs.appendFile"
            | "Deno.writeTextFile"
            | "Deno.writeTextFileSync"
            | "Bun.write"
            | "fs.outputFile"
            | "fs.outputFileSync"
            | "fs.writeJson"
            | "fs.writeJsonSync" => {
                let content = or_unknown(arguments.get(1).cloned());
                self.write_file(
                    &or_unknown(first),
                    Value {
                        kind: Kind::Plain,
                        items: Vec::new(),
                        ..content
                    },
                    span,
                );
                Value::unknown()
            }
            "stream/promises.pipeline" | "stream.pipeline" | "stream.promises.pipeline" => {
                let target = arguments
                    .iter()
                    .rev()
                    .find(|value| value.name() == Some("file()"));
                if let (Some(target), Some(content)) = (target.cloned(), first) {
                    let content = Value {
                        kind: Kind::Plain,
                        ..Value::unknown().tainted_by(&content)
                    };
                    self.write_file(&target, content, span);
                }
                Value::unknown()
            }
            "fs.createWriteStream" => {
                let path = or_unknown(first);
                self.write_file(&path, Value::empty(), span);
                Value {
                    kind: Kind::Named("file()".to_owned()),
                    ..path
                }
            }
            "file().write" | "file().end" => {
                if let Some(content) = first {
                    self.write_file(receiver, content, span);
                }
                Value::unknown()
            }
            "fs.copyFileSync" | "fs.copyFile" | "fs.renameSync" | "fs.rename" | "fs.cpSync"
            | "fs.cp" | "fs.copy" => {
                let content = self.read_file(&or_unknown(first), span);
                self.write_file(&or_unknown(arguments.get(1).cloned()), content, span);
                Value::unknown()
            }
            "fs.unlinkSync" | "fs.unlink" | "fs.rmSync" | "fs.rm" | "fs.rmdirSync"
            | "fs.remove" | "rimraf" | "fs.removeSync" | "Deno.remove" => {
                self.delete_file(&or_unknown(first), span);
                Value::unknown()
            }
            "path.join" | "path.resolve" | "path.posix.join" | "path.win32.join" => {
                let mut path = or_unknown(first);
                for part in arguments.iter().skip(1) {
                    path.text = joined_path(&path.text, &part.text);
                    path.add_taints(&part.taints);
                }
                path
            }
            _ => return None,
        })
    }
}
