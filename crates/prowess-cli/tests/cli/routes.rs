//! `prowess routes`

use crate::stage::Stage;

/// One line a skill with what goes in and out; a role takes its own.
#[test]
fn lines() {
    let stage = Stage::new();
    stage.file(
        "work/skills/tide/SKILL.md",
        "---\nname: tide\ndescription: Tells tides.\nexecution: bt\ninputs: [port]\noutputs: {height: {type: number}}\nrole: sailor\n---\nB.\n",
    );
    stage.file(
        "work/skills/ebb/SKILL.md",
        "---\nname: ebb\ndescription: d\nrole: sailor\nrequires: {env: [EBB]}\n---\nB.\n",
    );
    insta::assert_snapshot!(stage.run("routes --role sailor"), @r#"
    exit: 0
    --- stdout
    - tide | execution=bt | description=Tells tides. | inputs=port | outputs=height
    "#);
    insta::assert_snapshot!(stage.run("routes --role sailor --unavailable"), @r#"
    exit: 0
    --- stdout
    - ebb | execution=prompt | description=d | inputs=(none) | outputs=(none) | missing=ENV: EBB
    - tide | execution=bt | description=Tells tides. | inputs=port | outputs=height
    "#);
    insta::assert_snapshot!(stage.run("routes --role cook"), @r#"
    exit: 0
    --- stderr
    note: no skill is for the role `cook`
    "#);
}
