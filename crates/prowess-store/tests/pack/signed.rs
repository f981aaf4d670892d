//! Signatures in minisign's format.

use prowess_store::ask::Nobody;
use prowess_store::door::{Door as _, DoorRules, Offer, UserDoor};
use prowess_store::lock::Origin;
use prowess_store::pack::{Packed, Packing, pack, pack_tree};
use prowess_store::signature::{FILE, Fault, PublicKey, Signer};
use prowess_store::trust::KeysFile;
use prowess_store::{Error, Places, Scope, Tree, TreeFile, TreeLimits};

use crate::stage::{FILES, installed, lay};

fn pair() -> (Signer, PublicKey) {
    let pair = minisign::KeyPair::generate_unencrypted_keypair().unwrap();
    let secret = pair.sk.to_box(None).unwrap().into_string();
    let public = pair.pk.to_box().unwrap().into_string();
    (
        Signer::read(&secret, None).unwrap(),
        public.parse().unwrap(),
    )
}

fn signed(signer: &Signer) -> Packed {
    let folder = tempfile::tempdir().unwrap();
    let skill = folder.path().join("tide");
    lay(&skill, &FILES);
    let mut packing = Packing::default();
    packing.signer = Some(signer);
    pack(&skill, &packing).unwrap()
}

fn with(tree: &Tree, path: &str, text: &str) -> Tree {
    let mut other = tree.filtered(|other| other.as_str() != path);
    let file = TreeFile {
        bytes: text.as_bytes().to_vec(),
        executable: false,
    };
    other.add(path, file, &TreeLimits::default()).unwrap();
    other
}

/// A packed skill brings its signature to whoever installs it; minisign's own library takes it for one of the digest.
#[test]
fn round_trip() {
    let (signer, key) = pair();
    let packed = signed(&signer);
    let tree = installed(&packed.bytes);
    assert_eq!(tree.digest(), packed.digest);
    let comment = key.verify(&tree).unwrap();
    let digest = prowess_store::signature::signed_digest(&tree);
    assert_eq!(comment, format!("prowess skill tide {digest}"));
    let text = String::from_utf8(tree.get(FILE).unwrap().bytes.clone()).unwrap();
    let theirs = minisign::SignatureBox::from_string(&text).unwrap();
    let public = minisign::PublicKey::from_base64(&key.to_string()).unwrap();
    let message = std::io::Cursor::new(format!("{digest}\n"));
    minisign::verify(&public, &theirs, message, true, false, false).unwrap();
}

/// Any other file, a further file, a file less, another key and no signature at all are told apart.
#[test]
fn faults() {
    let (signer, key) = pair();
    let tree = signed(&signer).tree;
    let verify = |tree: &Tree| key.verify(tree).unwrap_err();
    assert_eq!(
        verify(&with(&tree, "tides.txt", "Brest 04:13\n")),
        Fault::Changed
    );
    assert_eq!(verify(&with(&tree, "more.txt", "x")), Fault::Changed);
    let less = tree.filtered(|path| path.as_str() != "tides.txt");
    assert_eq!(verify(&less), Fault::Changed);
    assert_eq!(
        verify(&tree.filtered(|path| path.as_str() != FILE)),
        Fault::Unsigned
    );
    for text in [
        "",
        "x",
        "untrusted comment: x\nAAAA\ntrusted comment: x\nAAAA\n",
    ] {
        let fault = verify(&with(&tree, FILE, text));
        assert!(matches!(fault, Fault::Signature { .. }), "{text}: {fault}");
    }
    let (_, other) = pair();
    assert!(matches!(other.verify(&tree), Err(Fault::OtherKey { .. })));
    for text in ["", "x", "RWQ", "untrusted comment: x\n"] {
        assert!(
            matches!(text.parse::<PublicKey>(), Err(Fault::Key { .. })),
            "{text}"
        );
        assert!(
            matches!(Signer::read(text, None), Err(Fault::Key { .. })),
            "{text}"
        );
    }
}

/// A signature that says itself that it is for other files is not packed again.
#[test]
fn stale_signature() {
    let (signer, _) = pair();
    let tree = signed(&signer).tree;
    assert!(pack_tree("tide", &tree, &Packing::default()).is_ok());
    let other = with(&tree, "tides.txt", "Brest 04:13\n");
    let refused = pack_tree("tide", &other, &Packing::default());
    assert!(matches!(refused, Err(Error::Refused { .. })), "{refused:?}");
    let mut packing = Packing::default();
    packing.signer = Some(&signer);
    assert!(pack_tree("tide", &other, &packing).is_ok());
}

/// What comes from a source with a pinned key comes in signed with it or not at all; other sources are free.
#[test]
fn pinned_key() {
    let (signer, key) = pair();
    let data = tempfile::tempdir().unwrap();
    let places = Places {
        workspace: data.path().join("w"),
        home: None,
        data: data.path().join("data"),
    };
    let tree = signed(&signer).tree;
    let plain = tree.filtered(|path| path.as_str() != FILE);
    let admit = |tree: &Tree, source: &str, before: Option<&Tree>| {
        let origin = Origin::of(source.parse().unwrap());
        UserDoor::new(&places, DoorRules::default()).admit(
            &Offer {
                name: "tide",
                scope: Scope::User,
                origin: &origin,
                tree,
                before,
            },
            &Nobody,
        )
    };
    let source = "git+https://example.org/o/r";
    let keys = KeysFile::of(&places);
    keys.pin(&source.parse().unwrap(), &key).unwrap();
    admit(&tree, &format!("{source}#ref=v1"), None).unwrap();
    for other in [&plain, &with(&tree, "tides.txt", "Brest 04:13\n")] {
        let refused = admit(other, source, None);
        assert!(
            matches!(&refused, Err(Error::Refused { reason, .. }) if reason.contains("pinned a key")),
            "{refused:?}"
        );
    }
    admit(&plain, "git+https://example.org/o/other", None).unwrap();
    assert!(keys.unpin(&source.parse().unwrap()).unwrap());
    // Without a pinned key the loss of a signature is told.
    let warnings = admit(&plain, source, Some(&tree)).unwrap().warnings;
    assert_eq!(warnings, ["it was signed before and is not any more"]);
}
