//! The codes of the store, `PW500` to `PW599`. Their pages are the files of `codes/`.
