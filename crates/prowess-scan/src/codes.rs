//! The codes of the scan, `PW400` to `PW499`, one a rule. Their pages are the files of `codes/`.

prowess_base::codes! {
    /// A program is fetched from the network and run.
    FETCH_AND_RUN = 440 "a program that is fetched and run";
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
