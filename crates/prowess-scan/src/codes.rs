//! The codes of the scan, `PW400` to `PW499`, one a rule. Their pages are the files of `codes/`.

prowess_base::codes! {
    /// A program is fetched from the network and run.
    FETCH_AND_RUN = 440 "a program that is fetched and run";
    /// Path that leads out of its folder.
    PATH_ESCAPE = 480 "path that leads out of its folder";
    /// Link that leads out of the package.
    LINK_OUTSIDE = 481 "link that leads out of the package";
    /// File name that some systems read differently.
    PATH_NAME = 482 "file name that some systems read differently";
    /// Files whose names collide.
    NAME_COLLISION = 483 "files whose names collide";
    /// Archive made to exhaust who opens it.
    ARCHIVE_BOMB = 484 "archive made to exhaust who opens it";
    /// Archive that two readers unpack differently.
    ARCHIVE_DIFFERS = 485 "archive that two readers unpack differently";
    /// Encrypted archive.
    ENCRYPTED_ARCHIVE = 486 "encrypted archive";
    /// Program that cannot be read.
    NATIVE_PROGRAM = 487 "program that cannot be read";
    /// Python bytecode.
    BYTECODE = 488 "Python bytecode";
    /// File that is not what its ending says.
    DISGUISED_FILE = 489 "file that is not what its ending says";
    /// File that is two things at once.
    POLYGLOT = 490 "file that is two things at once";
    /// Document that holds programs.
    ACTIVE_CONTENT = 491 "document that holds programs";
    /// Office document with macros.
    MACRO_DOCUMENT = 492 "office document with macros";
    /// Header made to exhaust its reader.
    HEADER_BOMB = 493 "header made to exhaust its reader";
    /// Header that clients read differently.
    PARSER_DIFFERENCE = 494 "header that clients read differently";
    /// A rule failed on the package.
    SCAN_INCOMPLETE = 495 "a scan that is incomplete";
    /// A finding of OpenClaw's scanner.
    OPENCLAW = 499 "a finding by a rule of OpenClaw";
}

/// Every code of this crate with its page, in ascending order.
pub fn pages() -> impl Iterator<Item = &'static prowess_base::CodePage> {
    PAGES.iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages stand in ascending order and each begins with its code and title.
    #[test]
    fn ordered() {
        let codes: Vec<_> = pages().map(|page| page.code).collect();
        assert!(codes.is_sorted());
        for page in pages() {
            let head = format!("# {}: {}\n", page.code, page.title);
            assert!(page.text.starts_with(&head), "{}", page.code);
        }
    }
}
