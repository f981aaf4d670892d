//! Programs that run other programs, and the options by which the rest do.
//!
//! The lists are ours: they hold what the manuals of these programs say of options that take a program, a script or a configuration,
//! or that write where a person would not expect it. What is not listed is not known, which is why a pattern is never proposed for more
//! than a program and its first word.

/// Programs that are made to run others, or text as a program: a pattern that begins with one is never proposed.
const RUNNERS: &[&str] = &[
    "awk",
    "bash",
    "busybox",
    "bun",
    "bunx",
    "chroot",
    "cmd",
    "command",
    "cscript",
    "csh",
    "dash",
    "deno",
    "docker",
    "doas",
    "env",
    "eval",
    "exec",
    "expect",
    "find",
    "fish",
    "flock",
    "gawk",
    "gdb",
    "ionice",
    "ksh",
    "lua",
    "make",
    "mawk",
    "nice",
    "node",
    "nohup",
    "npx",
    "nsenter",
    "osascript",
    "parallel",
    "perl",
    "php",
    "pipx",
    "podman",
    "powershell",
    "pwsh",
    "python",
    "python3",
    "ruby",
    "runuser",
    "screen",
    "script",
    "setsid",
    "sh",
    "ssh",
    "start",
    "stdbuf",
    "strace",
    "su",
    "sudo",
    "taskset",
    "tclsh",
    "time",
    "timeout",
    "tmux",
    "tsx",
    "unshare",
    "uv",
    "uvx",
    "watch",
    "wsl",
    "xargs",
    "zsh",
];

/// Whether a program is made to run others; also with `.exe`.
pub(crate) fn runs_others(program: &str) -> bool {
    let program = program.strip_suffix(".exe").unwrap_or(program);
    RUNNERS.contains(&program)
}

/// Options by which a program that is none of those runs another, or writes where a person would not expect it.
const RUN_OPTIONS: &[(&str, &[&str])] = &[
    (
        "git",
        &[
            "-c",
            "--config-env",
            "--exec-path",
            "--upload-pack",
            "--receive-pack",
            "--exec",
            "-x",
            "--extcmd",
            "--open-files-in-pager",
            "-O",
            "--ext-diff",
            "--textconv",
            "--editor",
            "--output",
            "-u",
            "--template",
            "--git-dir",
            "--work-tree",
            "-C",
            "--namespace",
            "--super-prefix",
        ],
    ),
    (
        "find",
        &[
            "-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprint0", "-fprintf",
            "-fls",
        ],
    ),
    ("fd", &["-x", "-X", "--exec", "--exec-batch"]),
    (
        "tar",
        &[
            "--to-command",
            "--checkpoint-action",
            "-I",
            "--use-compress-program",
            "--rsh-command",
            "-F",
            "--info-script",
            "--new-volume-script",
            "--rmt-command",
        ],
    ),
    ("rsync", &["-e", "--rsh", "--rsync-path"]),
    ("scp", &["-S", "-o", "-F", "-J"]),
    ("sftp", &["-S", "-o", "-F", "-D", "-J"]),
    ("ssh", &["-o", "-F", "-J", "-S", "-E"]),
    (
        "curl",
        &[
            "-o",
            "-O",
            "--output",
            "--remote-name",
            "-K",
            "--config",
            "--engine",
            "-T",
            "--upload-file",
        ],
    ),
    (
        "wget",
        &[
            "--use-askpass",
            "-e",
            "--execute",
            "--post-file",
            "-O",
            "-o",
            "-i",
        ],
    ),
    ("sort", &["--compress-program", "-o", "--output"]),
    ("rg", &["--pre", "--hostname-bin", "--search-zip", "-z"]),
    ("grep", &["--devices"]),
    (
        "man",
        &["-P", "--pager", "-H", "--html", "-C", "--config-file"],
    ),
    ("less", &["-o", "-O", "--log-file", "--LOG-FILE"]),
    ("vim", &["-c", "-S", "--cmd", "-s", "-w", "-W", "-u"]),
    ("vi", &["-c", "-S", "--cmd"]),
    ("nvim", &["-c", "-S", "--cmd", "-l", "-u"]),
    (
        "emacs",
        &["--eval", "--load", "-l", "--execute", "-f", "--funcall"],
    ),
    ("sed", &["-i", "--in-place", "-f", "--file", "-s"]),
    ("zip", &["-T", "-TT", "--unzip-command"]),
    ("cargo", &["--config", "-Z"]),
    ("rustc", &["-C", "-Z"]),
    ("gcc", &["-B", "-wrapper", "-fplugin"]),
    ("go", &["-exec", "-toolexec"]),
    (
        "npm",
        &[
            "--script-shell",
            "--node-options",
            "--prefix",
            "-g",
            "--global",
        ],
    ),
    (
        "pip",
        &[
            "--index-url",
            "-i",
            "--extra-index-url",
            "--target",
            "--prefix",
        ],
    ),
    ("pytest", &["-p", "-c", "--rootdir"]),
    ("sqlite3", &["-cmd", "-init"]),
    ("psql", &["-f", "--file", "-o", "--output"]),
    ("mysql", &["--pager", "--tee", "-e"]),
    ("gh", &["--editor"]),
    ("kubectl", &["--kubeconfig"]),
    ("tcpdump", &["-z", "-w"]),
    ("7z", &["-so", "-si"]),
];

/// Words behind a program by which it runs others.
const RUN_WORDS: &[(&str, &[&str])] = &[
    (
        "git",
        &[
            "bisect",
            "config",
            "difftool",
            "filter-branch",
            "mergetool",
            "submodule",
            "daemon",
            "instaweb",
            "hook",
            "credential",
        ],
    ),
    ("gh", &["alias", "extension", "codespace"]),
    ("npm", &["config", "exec", "x", "explore"]),
    ("cargo", &["install"]),
    ("kubectl", &["exec", "plugin", "debug"]),
];

/// Whether a command runs nothing but its own program, as far as its options tell.
pub(crate) fn is_safe(words: &[String]) -> bool {
    let Some((program, arguments)) = words.split_first() else {
        return false;
    };
    let program = program.rsplit('/').next().unwrap_or(program);
    let of = |table: &[(&str, &'static [&'static str])]| {
        table
            .iter()
            .find(|(known, _)| *known == program)
            .map_or(&[][..], |(_, list)| list)
    };
    let options = of(RUN_OPTIONS);
    let words = of(RUN_WORDS);
    !arguments.iter().any(|argument| {
        words.contains(&argument.as_str())
            || options.iter().any(|option| is_option(argument, option))
    })
}

/// Whether a word is an option, its value in the same word, several short ones in one word, or the beginning of a long one.
fn is_option(word: &str, option: &str) -> bool {
    let name = word.split('=').next().unwrap_or(word);
    if name == option {
        return true;
    }
    match option.strip_prefix("--") {
        // Long options may be cut short: `--exe` is `--exec` for many programs.
        Some(_) => name.len() > 3 && name.starts_with("--") && option.starts_with(name),
        None => match option.strip_prefix('-') {
            Some(letter) if letter.chars().count() == 1 => {
                word.starts_with('-') && !word.starts_with("--") && word.contains(letter)
            }
            _ => false,
        },
    }
}
