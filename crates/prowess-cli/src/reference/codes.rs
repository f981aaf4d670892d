//! `docs/codes.md`

use crate::commands::explain;

/// Every code with its page.
pub(super) fn markdown() -> String {
    let pages = explain::all();
    let mut text = String::from(
        "# Diagnostic codes\n\n\
         Every code is stable and never gets a second meaning. `prowess explain CODE` prints its page.\n\n\
         | code | about |\n|---|---|\n",
    );
    for page in &pages {
        let code = page.code.to_string();
        let anchor = code.to_lowercase();
        text.push_str(&format!("| [{code}](#{anchor}) | {} |\n", page.title));
    }
    for page in &pages {
        text.push_str(&format!("\n## {}\n\n{}\n\n", page.code, page.title));
        text.push_str(lowered(page.text).trim());
        text.push('\n');
    }
    text
}

/// A page without its own title line, with its other headings one level down.
fn lowered(page: &str) -> String {
    let mut code_block = false;
    let mut lines = Vec::new();
    for (index, line) in page.lines().enumerate() {
        if line.starts_with("```") {
            code_block = !code_block;
        }
        match line.strip_prefix('#') {
            Some(rest) if !code_block && rest.starts_with([' ', '#']) => {
                if index > 0 {
                    lines.push(format!("##{line}"));
                }
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::lowered;

    /// The title goes, other headings sink, code stays as it is.
    #[test]
    fn headings() {
        let page = "# PW1: title\n\nText\n\n## Why\n\n```sh\n# comment\n```\n";
        assert_eq!(lowered(page), "\nText\n\n#### Why\n\n```sh\n# comment\n```");
    }
}
