//! Python that asks the environment, the machine and the person.

use prowess_base::Span;

use super::{Call, or_unknown};
use crate::asset::Asset;
use crate::code::machine::{Machine, readable};
use crate::code::value::{Kind, Value};
use crate::fact::{Act, Capture, Source};
impl Machine<'_> {
    /// A call that asks who and where.
    pub(super) fn python_surroundings(&mut self, call: &Call<'_>) -> Option<Value> {
        let Call {
            name,
            arguments,
            span,
            ..
        } = *call;
        let given = |key: &str| call.given(key);
        let first = call.arguments.first().cloned();
        Some(match name {
            "os.getenv"
            | "os.environ.get"
            | "os.environ.pop"
            | "os.environ.setdefault"
            | "environ.get" => {
                let variable = readable(&or_unknown(first).text);
                self.fact(
                    span,
                    Act::ReadsVariable {
                        name: variable.clone(),
                    },
                );
                self.value_of(Source::Variable(variable), span)
            }
            "os.environ.items" | "os.environ.copy" | "os.environ.keys" | "os.environ.values"
            | "os.environb.items" => self.environment(span),
            "os.environ.update" => Value::unknown(),
            "input" | "raw_input" | "getpass.getpass" => {
                if name == "getpass.getpass" {
                    self.fact(
                        span,
                        Act::Captures {
                            what: Capture::Password,
                        },
                    );
                }
                self.value_of(Source::Person, span)
            }
            "pyperclip.paste" | "clipboard.paste" | "win32clipboard.GetClipboardData" => {
                self.captures(Capture::Clipboard, span)
            }
            "PIL.ImageGrab.grab"
            | "ImageGrab.grab"
            | "pyautogui.screenshot"
            | "mss.mss"
            | "pyscreenshot.grab" => self.captures(Capture::Screen, span),
            "pynput.keyboard.Listener"
            | "keyboard.on_press"
            | "keyboard.hook"
            | "keyboard.Listener"
            | "pynput.mouse.Listener" => self.captures(Capture::Keys, span),
            "sounddevice.rec" | "pyaudio.PyAudio" => self.captures(Capture::Microphone, span),
            "cv2.VideoCapture"
                if first
                    .as_ref()
                    .is_some_and(|value| value.text.parse::<u8>().is_ok()) =>
            {
                self.captures(Capture::Camera, span)
            }
            "platform.node" | "platform.platform" | "platform.uname" | "socket.gethostname"
            | "getpass.getuser" | "os.uname" | "uuid.getnode" | "os.getlogin"
            | "platform.system" => self.value_of(Source::Machine, span),
            "keyring.get_password" => {
                let service = readable(&or_unknown(first).text);
                self.value_of(Source::Variable(format!("keychain:{service}")), span)
            }
            "browser_cookie3.chrome"
            | "browser_cookie3.load"
            | "browser_cookie3.firefox"
            | "browser_cookie3.edge"
            | "win32crypt.CryptUnprotectData" => {
                self.fact(
                    span,
                    Act::Reads {
                        path: name.to_owned(),
                        asset: Asset::BrowserProfile,
                    },
                );
                self.value_of(Source::File(Asset::BrowserProfile), span)
            }
            "sys.stdin.read"
            | "sys.stdin.readline"
            | "sys.stdin.readlines"
            | "sys.stdin.buffer.read"
            | "fileinput.input" => self.input.clone(),
            "print" | "sys.stdout.write" | "sys.stdout.buffer.write" | "click.echo" => {
                if let Some(file) = given("file") {
                    if file.name() == Some("file()") {
                        self.write_file(&file, Value::concat(arguments), span);
                    }
                    return Some(Value::empty());
                }
                for argument in arguments {
                    let plain = Value {
                        items: Vec::new(),
                        kind: Kind::Plain,
                        ..argument.clone()
                    };
                    self.printed.push(&plain);
                }
                Value::empty()
            }
            _ => return None,
        })
    }

    /// What is taken from the person or the machine without a file.
    fn captures(&mut self, what: Capture, span: Span) -> Value {
        self.fact(span, Act::Captures { what });
        self.value_of(Source::Person, span)
    }
}
