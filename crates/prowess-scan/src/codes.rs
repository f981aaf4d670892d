//! The codes of the scan, `PW400` to `PW499`, one a rule. Their pages are the files of `codes/`.

prowess_base::codes! {
    /// A program is fetched from the network and run.
    FETCH_AND_RUN = 440 "a program that is fetched and run";
}
