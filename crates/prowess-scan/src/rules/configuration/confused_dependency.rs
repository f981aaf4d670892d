//! A package whose name is one letter from a popular one.

use std::collections::HashSet;

use prowess_base::Span;

use super::is_part_of_another;
use super::likeness::{Likeness, likeness};
use crate::codes;
use crate::configuration::{Manager, STARTS, Walk, install_at, package_name, settings, walk};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::{Origin, Unit};

pub(crate) static RULE: Rule = Rule {
    code: codes::CONFUSED_DEPENDENCY,
    id: "confused-dependency",
    class: 18,
    phase: Phase::Supply,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "such names are published so that a slip of the keyboard installs foreign code",
    advice: "check the name against the package's own documentation",
    check: Check::Places {
        hints: STARTS,
        run: check,
    },
};

const PYTHON: &[&str] = &[
    "requests",
    "numpy",
    "pandas",
    "openai",
    "anthropic",
    "flask",
    "django",
    "scipy",
    "pillow",
    "pyyaml",
    "boto3",
    "urllib3",
    "cryptography",
    "beautifulsoup4",
    "selenium",
    "tensorflow",
    "matplotlib",
    "setuptools",
    "fastapi",
    "pydantic",
    "langchain",
    "transformers",
    "playwright",
    "colorama",
    "aiohttp",
    "pytest",
    "jinja2",
    "sqlalchemy",
    "python-dotenv",
    "scikit-learn",
    "websockets",
    "paramiko",
    "pycryptodome",
    "opencv-python",
    "streamlit",
    "uvicorn",
    "huggingface-hub",
    "solana",
    "web3",
    "ccxt",
    "python-telegram-bot",
    "discord-py",
    "google-generativeai",
    "tiktoken",
];
const NODE: &[&str] = &[
    "react",
    "express",
    "lodash",
    "axios",
    "chalk",
    "commander",
    "typescript",
    "webpack",
    "eslint",
    "prettier",
    "playwright",
    "puppeteer",
    "cross-env",
    "openai",
    "dotenv",
    "mongoose",
    "discord.js",
    "@anthropic-ai/sdk",
    "@anthropic-ai/claude-code",
    "openclaw",
    "clawhub",
    "clawdhub",
    "electron",
    "node-fetch",
    "nodemailer",
    "socket.io",
    "ethers",
    "web3",
    "@solana/web3.js",
    "solana-web3.js",
    "@modelcontextprotocol/sdk",
    "create-react-app",
    "tailwindcss",
    "esbuild",
    "cheerio",
    "mcporter",
];

/// Packages that are what they are: known neighbours of popular names.
const THEMSELVES: &[&str] = &[
    "request",
    "preact",
    "reactor",
    "openapi",
    "expresso",
    "axis",
    "chalks",
    "websocket",
    "pytests",
    "numpy2",
    "web3js",
    "jinja",
    "boto",
    "pillows",
    "scipy2",
    "lodash4",
    "ether",
    "ethers6",
    "ccxtpro",
    "eslint9",
    "eslint8",
    "react2",
    "flask2",
    "tiktok",
    "selenium4",
    "prettierd",
    "eslint_d",
    "reacts",
    "react-",
    "clawhub-",
    "colorama2",
    "urllib",
    "urllib2",
    "django2",
    "aiohttp3",
    "openais",
];

fn check(scene: &Scene<'_>, places: &[Vec<u32>], signals: &mut Signals) {
    for (unit, places) in scene.units.iter().zip(places) {
        in_commands(unit, places, signals);
        if memchr::memmem::find(unit.text.as_bytes(), b"ependencies").is_some() {
            in_manifests(unit, signals);
        }
        if unit.origin == Origin::File {
            let path = scene.package.file(unit.file).map_or("", |file| &*file.path);
            let name = path.rsplit('/').next().unwrap_or(path);
            if name.starts_with("requirements") && name.ends_with(".txt") {
                in_requirements(unit, signals);
            }
        }
    }
}

fn in_commands(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    if is_part_of_another(unit) {
        return;
    }
    // Commands may stand in each other: each word is looked at once.
    let mut seen: HashSet<(Manager, &str, u32)> = HashSet::new();
    for place in places {
        let Some(install) = install_at(&unit.text, *place as usize) else {
            continue;
        };
        for (written, span) in &install.packages {
            let (name, _) = package_name(install.manager, written);
            if !seen.insert((install.manager, name, span.start)) {
                continue;
            }
            tell(unit, install.manager, name, *span, signals);
        }
    }
}

fn in_manifests(unit: &Unit<'_>, signals: &mut Signals) {
    let Some(root) = settings(unit) else { return };
    walk(&root, &mut |keys, node| {
        if keys.last().is_some_and(|key| key.ends_with("ependencies")) {
            for entry in node.as_mapping().unwrap_or(&[]) {
                tell(unit, Manager::Node, &entry.key, entry.key_span, signals);
            }
            for element in node.as_sequence().unwrap_or(&[]) {
                if let Some(written) = crate::configuration::text(element) {
                    let (name, _) = package_name(Manager::Python, written);
                    tell(unit, Manager::Python, name, element.span, signals);
                }
            }
        }
        Walk::Into
    });
}

fn in_requirements(unit: &Unit<'_>, signals: &mut Signals) {
    let mut start = 0;
    for line in unit.text.split_inclusive('\n') {
        let (name, _) = package_name(Manager::Python, line.trim());
        if !name.is_empty() && !name.starts_with(['#', '-']) {
            tell(
                unit,
                Manager::Python,
                name,
                Span::new(start, start + name.len()),
                signals,
            );
        }
        start += line.len();
    }
}

fn tell(unit: &Unit<'_>, manager: Manager, name: &str, span: Span, signals: &mut Signals) {
    let popular = match manager {
        Manager::Python => PYTHON,
        Manager::Node => NODE,
        _ => return,
    };
    if name.len() > 60 {
        return;
    }
    let name = name.to_lowercase();
    let is_itself = |name: &str| {
        popular.contains(&name)
            || THEMSELVES.contains(&name)
            || [PYTHON, NODE].iter().any(|table| table.contains(&name))
    };
    if is_itself(&name) || is_itself(&name.replace('_', "-")) {
        return;
    }
    let like = popular
        .iter()
        .find_map(|known| likeness(&name, known).map(|likeness| (known, likeness)));
    let Some((known, likeness)) = like else {
        return;
    };
    // A short word has honest neighbours even among packages.
    let strength = match likeness {
        Likeness::Looks => Strength::Strong,
        Likeness::OneEdit if known.len() >= 6 => Strength::Strong,
        Likeness::OneEdit => Strength::Weak,
    };
    let message = format!("`{name}` is one slip away from `{known}`");
    signals.push(&RULE, strength, unit, span, message);
}
