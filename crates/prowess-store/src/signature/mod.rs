//! Signatures of skills in minisign's format.
//!
//! A signed skill brings its signature with it, in the file [`FILE`] at its top, by whatever way it comes. What is signed is the
//! digest of the tree without that file: its text form (`sha256:…`) and a line feed, so that minisign itself can check it. A
//! signature says who made a skill and that it is whole; it does not say that the skill is good.

use std::fmt;
use std::str::FromStr;

use prowess_base::Digest;

use crate::{Tree, TreeFile, TreeLimits};

/// The file of a skill that holds its signature.
pub const FILE: &str = "skill.minisig";

/// Most bytes of a signature or of a key as it is written in a file.
const BYTES: usize = 8 << 10;

/// How the trusted comment of our signatures begins; the name of the skill and the digest follow.
const COMMENT: &str = "prowess skill";

/// What is wrong with a signature or a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// There is no signature.
    #[error("it is not signed: it holds no `{FILE}`")]
    Unsigned,
    /// The signature is none.
    #[error("`{FILE}` is no signature of minisign's: {reason}")]
    Signature {
        /// What is wrong.
        reason: String,
    },
    /// It was made with another key.
    #[error("it is signed with another key than `{key}`")]
    OtherKey {
        /// The key that it was to be signed with.
        key: String,
    },
    /// It was made for other files.
    #[error("its signature is not for these files")]
    Changed,
    /// The key is none.
    #[error("it is no key of minisign's: {reason}")]
    Key {
        /// What is wrong.
        reason: String,
    },
}

/// A public key, written as minisign does in one line.
#[derive(Clone)]
pub struct PublicKey {
    key: minisign_verify::PublicKey,
    text: String,
}

impl FromStr for PublicKey {
    type Err = Fault;

    /// Reads the one line, or a file of minisign's with a comment above it.
    fn from_str(text: &str) -> Result<Self, Fault> {
        let fault = |reason: &str| Fault::Key {
            reason: reason.to_owned(),
        };
        if text.len() > BYTES {
            return Err(fault("it is too long"));
        }
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let line = match lines.next() {
            Some(first) if first.starts_with("untrusted comment:") => lines.next(),
            first => first,
        };
        let line = line.ok_or_else(|| fault("it is empty"))?;
        let key = minisign_verify::PublicKey::from_base64(line)
            .map_err(|error| fault(&error.to_string()))?;
        Ok(Self {
            key,
            text: line.to_owned(),
        })
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PublicKey {
    /// Checks that a skill is signed with this key, and gives what the signer said beside it.
    ///
    /// # Errors
    ///
    /// [`Fault`].
    pub fn verify(&self, tree: &Tree) -> Result<String, Fault> {
        let file = tree.get(FILE).ok_or(Fault::Unsigned)?;
        let signature = read(file)?;
        let message = message(&signed_digest(tree));
        match self.key.verify(message.as_bytes(), &signature, false) {
            Ok(()) => Ok(signature.trusted_comment().to_owned()),
            Err(minisign_verify::Error::UnexpectedKeyId) => Err(Fault::OtherKey {
                key: self.to_string(),
            }),
            Err(minisign_verify::Error::InvalidSignature) => Err(Fault::Changed),
            Err(error) => Err(Fault::Signature {
                reason: error.to_string(),
            }),
        }
    }
}

/// A secret key that was unlocked. It is shown nowhere.
pub struct Signer(minisign::SecretKey);

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Signer")
    }
}

impl Signer {
    /// Reads a secret key as minisign writes it in a file, and unlocks it where a password is given. Unlocking takes as much
    /// time and memory as the key says, with minisign's own about a second and 1 GiB.
    ///
    /// # Errors
    ///
    /// [`Fault::Key`].
    pub fn read(text: &str, password: Option<&str>) -> Result<Self, Fault> {
        let fault = |error: &dyn fmt::Display| Fault::Key {
            reason: error.to_string(),
        };
        if text.len() > BYTES {
            return Err(fault(&"it is too long"));
        }
        let locked = minisign::SecretKeyBox::from_string(text).map_err(|error| fault(&error))?;
        let key = match password {
            Some(password) => locked.into_secret_key(Some(password.to_owned())),
            None => locked.into_unencrypted_secret_key(),
        };
        key.map(Self).map_err(|error| fault(&error))
    }

    /// The tree with its signature, instead of one that it may have.
    ///
    /// # Errors
    ///
    /// [`Fault::Key`].
    pub fn sign(&self, name: &str, tree: &Tree) -> Result<Tree, Fault> {
        let digest = signed_digest(tree);
        let comment = format!("{COMMENT} {} {digest}", one_line(name));
        let signed = minisign::sign(
            None,
            &self.0,
            message(&digest).as_bytes(),
            Some(&comment),
            Some("signature of a skill"),
        );
        let signed = signed.map_err(|error| Fault::Key {
            reason: error.to_string(),
        })?;
        let file = TreeFile {
            bytes: signed.into_string().into_bytes(),
            executable: false,
        };
        let mut tree = unsigned(tree);
        tree.add(FILE, file, &TreeLimits::default())
            .map_err(|error| Fault::Key {
                reason: error.to_string(),
            })?;
        Ok(tree)
    }
}

/// Whether a signature that a skill brings says itself that it is for other files. That of another program says nothing.
#[must_use]
pub fn is_stale(tree: &Tree) -> bool {
    let Some(Ok(signature)) = tree.get(FILE).map(read) else {
        return tree.get(FILE).is_some();
    };
    let comment = signature.trusted_comment();
    comment.starts_with(COMMENT) && !comment.ends_with(&signed_digest(tree).to_string())
}

/// The digest that is signed: that of the tree without its signature.
#[must_use]
pub fn signed_digest(tree: &Tree) -> Digest {
    match tree.get(FILE) {
        Some(_) => unsigned(tree).digest(),
        None => tree.digest(),
    }
}

fn unsigned(tree: &Tree) -> Tree {
    tree.filtered(|path| path.as_str() != FILE)
}

fn read(file: &TreeFile) -> Result<minisign_verify::Signature, Fault> {
    let fault = |reason: &str| Fault::Signature {
        reason: reason.to_owned(),
    };
    if file.bytes.len() > BYTES {
        return Err(fault("it is too long"));
    }
    let text = std::str::from_utf8(&file.bytes).map_err(|_| fault("it is no text"))?;
    minisign_verify::Signature::decode(text).map_err(|error| fault(&error.to_string()))
}

fn message(digest: &Digest) -> String {
    format!("{digest}\n")
}

fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}
