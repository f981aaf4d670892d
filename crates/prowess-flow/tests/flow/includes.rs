//! `<include>` only through the host, only beneath the folder.

use prowess_flow::{Fault, Forest, Limits, Seeds};

use crate::support::{Calls, document, registry};

fn first_fault(text: &str, mut load: impl FnMut(&str) -> Result<Vec<u8>, String>) -> Fault {
    let registry = registry(&Calls::default());
    let limits = Limits::default();
    let seeds = Seeds::new(&limits);
    let mut forest = Forest::new(&registry, limits);
    forest.read("tree.xml", text.as_bytes(), &mut load);
    let findings = forest.compile(None, seeds).unwrap_err();
    findings
        .iter()
        .find_map(prowess_flow::Finding::fault)
        .unwrap()
        .clone()
}

fn including(path: &str) -> String {
    let include = format!("<root BTCPP_format=\"4\"><include path=\"{path}\"/>");
    document("<L/>").replace("<root BTCPP_format=\"4\">", &include)
}

/// A path that leaves the folder is never asked of the host.
#[test]
fn outside() {
    for path in ["../a.xml", "/etc/passwd", "a/../../b.xml", "c:\\x.xml"] {
        let fault = first_fault(&including(path), |path| panic!("{path}"));
        assert!(matches!(fault, Fault::Include { .. }), "{path}");
    }
}

/// A file that includes itself, directly or not, is a fault and not a loop.
#[test]
fn circular() {
    let text = including("a.xml");
    let fault = first_fault(&text, |path| {
        let next = if path == "a.xml" { "b.xml" } else { "./a.xml" };
        Ok(including(next)
            .replace("Main", path.trim_end_matches(".xml"))
            .into_bytes())
    });
    let reason = "it includes itself".to_owned();
    let path = "./a.xml".into();
    assert_eq!(fault, Fault::Include { path, reason });
}

/// Files that include others without end are bounded.
#[test]
fn without_end() {
    let mut count = 0;
    let fault = first_fault(&including("f0.xml"), |_| {
        count += 1;
        let text = including(&format!("f{count}.xml"));
        Ok(text.replace("Main", &format!("T{count}")).into_bytes())
    });
    assert!(matches!(fault, Fault::Include { .. }));
    assert!(count < 64);
}
