//! `prowess explain`, `completions`, `man` and what is no command.

use crate::stage::Stage;

/// A page is printed as it is, in any form of the code.
#[test]
fn a_page() {
    let stage = Stage::new();
    let page = stage.run("explain PW102");
    assert_eq!((page.exit, page.stderr.as_str()), (0, ""));
    assert!(page.stdout.contains("PW102"), "{}", page.stdout);
    assert_eq!(stage.run("explain pw102").stdout, page.stdout);
}

/// What is no code is a fault of usage, a code that does not exist is not found.
#[test]
fn no_page() {
    let stage = Stage::new();
    insta::assert_snapshot!(stage.run("explain nothing"), @r#"
    exit: 2
    --- stderr
    error: `nothing` is no diagnostic code: expected `PW` and three digits, as in `PW102`
    "#);
    insta::assert_snapshot!(stage.run("explain PW099"), @r#"
    exit: 4
    --- stderr
    error: there is no code `PW099`
      help: `prowess explain` lists all codes
    "#);
}

/// A word that is no command ends with the exit code of usage and names a near one.
#[test]
fn no_command() {
    insta::assert_snapshot!(Stage::new().run("lst"), @r#"
    exit: 2
    --- stderr
    error: unrecognized subcommand 'lst'

      tip: a similar subcommand exists: 'list'

    Usage: prowess [OPTIONS] [COMMAND]

    For more information, try '--help'.
    "#);
}

/// Completions and manual pages go to stdout, with nothing said beside.
#[test]
fn for_the_shell() {
    let stage = Stage::new();
    for arguments in [
        "completions bash",
        "completions zsh",
        "completions fish",
        "man",
        "man list",
    ] {
        let ran = stage.run(arguments);
        assert_eq!((ran.exit, ran.stderr.as_str()), (0, ""), "{arguments}");
        assert!(ran.stdout.contains("prowess"), "{arguments}");
    }
    insta::assert_snapshot!(stage.run("man nothing"), @r#"
    exit: 4
    --- stderr
    error: there is no command `nothing`
      help: `prowess --help` lists them
    "#);
}
