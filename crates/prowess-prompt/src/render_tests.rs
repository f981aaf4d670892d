//! What a model is told, whole.

use std::collections::BTreeMap;

use proptest::prelude::*;
use prowess_catalog::{
    Budget, Entry, EntryId, Profile, PromptStyle, Reason, Snapshot, Trail, Trust, Verdict,
};

use crate::testing::{rank, skill, snapshot, with_header};
use crate::{
    BudgetBound, Omission, PartKind, RenderOptions, Rendered, Resident, Unavailable, Visibility,
    codes, render,
};

fn budget(skills: Option<u32>, characters: Option<u32>, description: Option<u32>) -> Budget {
    let mut budget = Profile::own().budget;
    budget.skills = skills;
    budget.characters = characters;
    budget.description = description;
    budget
}

fn with_budget(characters: u32) -> RenderOptions<'static> {
    RenderOptions {
        budget: Some(budget(Some(150), Some(characters), None)),
        ..RenderOptions::default()
    }
}

fn of_style(style: PromptStyle) -> Profile {
    let mut profile = match style {
        PromptStyle::OpenClaw => Profile::openclaw(),
        PromptStyle::OpenClawWhole => Profile::openclaw_2026_03(),
        PromptStyle::SourcedXml => Profile::jianmu(),
        PromptStyle::AgentSkills => Profile::agentskills(),
        PromptStyle::Nanobot | PromptStyle::NanobotXml => Profile::nanobot(),
        _ => Profile::own(),
    };
    profile.style = style;
    profile
}

const STYLES: [PromptStyle; 8] = [
    PromptStyle::Own,
    PromptStyle::OpenClaw,
    PromptStyle::OpenClawWhole,
    PromptStyle::AgentSkills,
    PromptStyle::Nanobot,
    PromptStyle::NanobotXml,
    PromptStyle::SourcedXml,
    PromptStyle::IndentedXml,
];

fn omitted(reason: Omission) -> Visibility {
    Visibility::Omitted { reason }
}

fn visibilities(rendered: &Rendered) -> Vec<Visibility> {
    rendered
        .skills
        .iter()
        .map(|shown| shown.visibility)
        .collect()
}

/// The own style shows source, trust and what an untrusted skill replaces; the path has its home
/// shortened; text is escaped and on one line.
#[test]
fn own_catalogue() {
    let mut pdf = skill("pdf", 0, "Reads\nPDF <files>.");
    pdf.trust = Trust::Untrusted;
    pdf.replaces = Some(EntryId(2));
    let mut shadowed = skill("pdf", 2, "The real one.");
    shadowed.verdict = Verdict::Shadowed { by: EntryId(0) };
    let entries = vec![pdf, skill("tide", 1, "Tide tables."), shadowed];
    let snapshot = snapshot(Profile::own(), entries);
    let options = RenderOptions {
        homes: crate::Homes::new(["/user"]),
        ..RenderOptions::default()
    };
    let rendered = render(&snapshot, &options);
    assert_eq!(
        rendered.catalogue(),
        "<available_skills>\n\
         <skill source=\"workspace\" trust=\"untrusted\" replaces=\"builtin\">\n\
         <name>pdf</name>\n\
         <description>Reads PDF &lt;files&gt;.</description>\n\
         <location>/workspace/pdf/SKILL.md</location>\n\
         </skill>\n\
         <skill source=\"user\">\n\
         <name>tide</name>\n\
         <description>Tide tables.</description>\n\
         <location>~/tide/SKILL.md</location>\n\
         </skill>\n\
         </available_skills>"
    );
    assert_eq!(
        rendered
            .lines(EntryId(1))
            .map(|lines| lines.lines().count()),
        Some(5)
    );
    assert_eq!(visibilities(&rendered), [Visibility::Full; 2]);
    assert!(rendered.diagnostics.is_empty());
    let kinds: Vec<_> = rendered.parts.iter().map(|part| part.kind).collect();
    assert_eq!(kinds, [PartKind::Introduction, PartKind::Catalogue]);
}

/// The introduction names the tool at hand; the one that takes a name goes before one that takes a
/// path.
#[test]
fn the_tool_is_named() {
    let snapshot = snapshot(Profile::own(), vec![skill("a", 0, "d")]);
    let introduction = |tools: &[&str]| {
        let tools: Vec<String> = tools.iter().map(|tool| (*tool).to_owned()).collect();
        let options = RenderOptions {
            tools: Some(&tools),
            ..RenderOptions::default()
        };
        render(&snapshot, &options)
            .part(PartKind::Introduction)
            .to_owned()
    };
    assert!(introduction(&["read"]).contains("with `read`"));
    assert!(introduction(&["read", "load_skill"]).contains("call `load_skill`"));
}

/// In every profile: tools that are known and cannot read a skill leave nothing to tell, and it is
/// said.
#[test]
fn read_tool_guard() {
    for style in STYLES {
        let snapshot = snapshot(of_style(style), vec![skill("a", 0, "d")]);
        let tools = ["exec".to_owned()];
        let options = RenderOptions {
            tools: Some(&tools),
            ..RenderOptions::default()
        };
        let rendered = render(&snapshot, &options);
        assert_eq!(rendered.text, "", "{style:?}");
        assert_eq!(visibilities(&rendered), [omitted(Omission::NoReadTool)]);
        let found: Vec<_> = rendered
            .diagnostics
            .iter()
            .map(|found| found.code)
            .collect();
        assert_eq!(found, [codes::NO_READ_TOOL]);
    }
}

/// PR-17: with nothing to list there is nothing at all, in every style.
#[test]
fn pr_17_nothing_to_list() {
    for style in STYLES {
        let hidden = with_header(skill("a", 0, "d"), |header| header.invocation.model = false);
        let snapshot = snapshot(of_style(style), vec![hidden]);
        let rendered = render(&snapshot, &RenderOptions::default());
        assert_eq!(rendered.text, "", "{style:?}");
        assert_eq!(visibilities(&rendered), [omitted(Omission::NotForModel)]);
    }
}

/// A resident's body is in a part of its own and its skill is not listed again; an untrusted one is
/// listed and its body is not put in, which is said.
#[test]
fn residents() {
    let resident = |name: &str| {
        with_header(skill(name, 1, "Remembers."), |header| {
            header.resident = true
        })
    };
    let mut stranger = resident("stranger");
    stranger.trust = Trust::Untrusted;
    let snapshot = snapshot(Profile::own(), vec![resident("memory"), stranger]);
    let residents = [0, 1].map(|entry| Resident {
        entry: EntryId(entry),
        body: "Write it down.",
    });
    let options = RenderOptions {
        residents: &residents,
        ..RenderOptions::default()
    };
    let rendered = render(&snapshot, &options);
    assert_eq!(
        rendered.lines(EntryId(0)),
        Some(
            "<skill_content name=\"memory\">\nWrite it down.\n\n\
             Skill directory: /user/memory\nRelative paths in this skill start there.\n\
             </skill_content>"
        )
    );
    assert!(!rendered.catalogue().contains("memory"));
    assert!(rendered.catalogue().contains("stranger"));
    let found: Vec<_> = rendered
        .diagnostics
        .iter()
        .map(|found| found.code)
        .collect();
    assert_eq!(found, [codes::NOT_RESIDENT]);
}

/// Skills that wait for something are named with the reason on request; one that was turned off is
/// not.
#[test]
fn unavailable() {
    let waiting = |name: &str, reason: Reason| {
        let mut entry = skill(name, 1, "d");
        entry.verdict = Verdict::Ineligible {
            reasons: [reason].into(),
        };
        entry
    };
    let environment = Reason::Environment {
        name: "KEY".to_owned(),
    };
    let disabled = Reason::Disabled {
        origin: "a setting".to_owned(),
    };
    let entries = vec![
        skill("a", 0, "d"),
        waiting("off", disabled),
        waiting("tide", environment),
    ];
    let snapshot = snapshot(Profile::own(), entries);
    let options = RenderOptions {
        unavailable: Unavailable::Named,
        ..RenderOptions::default()
    };
    let rendered = render(&snapshot, &options);
    assert!(rendered.part(PartKind::Unavailable).ends_with(
        "<unavailable_skills>\n<skill>\n<name>tide</name>\n\
         <reason>environment variable `KEY` is not set</reason>\n</skill>\n\
         </unavailable_skills>"
    ));
    assert_eq!(
        render(&snapshot, &RenderOptions::default()).part(PartKind::Unavailable),
        ""
    );
}

/// PR-05: a full budget is kept, everything that was cut is told to the user by name, and the model
/// is told how many are missing and how to reach them.
#[test]
fn pr_05_a_full_budget_is_told() {
    let entries: Vec<Entry> = (0..60)
        .map(|index| skill(&format!("skill-{index:02}"), 1, &"word ".repeat(100)))
        .collect();
    let snapshot = snapshot(Profile::own(), entries);
    let rendered = render(&snapshot, &with_budget(10_000));
    assert!(rendered.text.chars().count() <= 10_000);
    assert_eq!(rendered.budget.binding, [BudgetBound::Characters]);
    let found: BTreeMap<_, _> = rendered
        .diagnostics
        .iter()
        .map(|found| (found.code, found.message.as_str()))
        .collect();
    assert!(found.values().any(|message| message.contains("`skill-59`")));

    let rendered = render(&snapshot, &with_budget(4_000));
    let left = visibilities(&rendered)
        .iter()
        .filter(|&&visibility| visibility == omitted(Omission::CharacterBudget))
        .count();
    assert!(left > 0);
    let note = rendered.part(PartKind::LimitNote);
    assert!(
        note.starts_with(&format!("{left} more skills are ready")),
        "{note}"
    );
    assert!(note.contains("`prowess list`"), "{note}");
}

/// PR-06: escapes, markup and paths count.
#[test]
fn pr_06_measured_as_rendered() {
    let entries: Vec<Entry> = (0..30)
        .map(|index| skill(&format!("s{index:02}"), 1, &"&&&&&&&&&& ".repeat(20)))
        .collect();
    let snapshot = snapshot(Profile::own(), entries);
    let rendered = render(&snapshot, &with_budget(5_000));
    assert!(rendered.text.chars().count() <= 5_000);
    assert_eq!(
        rendered.budget.characters as usize,
        rendered.text.chars().count()
    );
}

/// PR-08: a joined emoji at the cut is kept or dropped whole, at every limit around it.
#[test]
fn pr_08_joined_emoji() {
    let text = format!("{}🐢👨‍👩‍👧 end of text here", "a".repeat(98));
    let snapshot = snapshot(Profile::own(), vec![skill("e", 1, &text)]);
    for limit in 97..=108 {
        let options = RenderOptions {
            budget: Some(budget(None, None, Some(limit))),
            ..RenderOptions::default()
        };
        let shown = description(&render(&snapshot, &options));
        assert!(shown.chars().count() <= limit as usize);
        let rest = shown.trim_end_matches('…').trim_start_matches('a');
        assert!(
            ["", "🐢", "🐢👨‍👩‍👧"].contains(&rest.trim_end()),
            "{limit}: {shown}"
        );
    }
}

/// PR-09: Japanese text is cut by characters.
#[test]
fn pr_09_japanese() {
    let snapshot = snapshot(Profile::own(), vec![skill("j", 1, &"日本語".repeat(60))]);
    let options = RenderOptions {
        budget: Some(budget(None, None, Some(100))),
        ..RenderOptions::default()
    };
    let rendered = render(&snapshot, &options);
    assert_eq!(description(&rendered).chars().count(), 100);
    assert_eq!(
        visibilities(&rendered),
        [Visibility::Shortened {
            limit: 100,
            of: 180
        }]
    );
    assert_eq!(rendered.budget.binding, [BudgetBound::Description]);
}

/// PR-10: what says when to use the skill stays.
#[test]
fn pr_10_when_to_use_stays() {
    let entry = with_header(skill("w", 1, "filler ".repeat(200).trim()), |header| {
        header.when_to_use = Some("Only for tide tables, not for weather.".into());
    });
    let snapshot = snapshot(Profile::own(), vec![entry]);
    let options = RenderOptions {
        budget: Some(budget(None, None, Some(300))),
        ..RenderOptions::default()
    };
    let shown = description(&render(&snapshot, &options));
    assert!(
        shown.ends_with("… Only for tide tables, not for weather."),
        "{shown}"
    );
    assert!(shown.chars().count() <= 300);
}

/// PR-16: a Windows path has forward slashes.
#[test]
fn pr_16_forward_slashes() {
    let mut entry = skill("pdf", 1, "d");
    entry.file = std::path::Path::new(r"C:\Users\Ann Lee\skills\pdf\SKILL.md").into();
    let snapshot = snapshot(Profile::own(), vec![entry]);
    let rendered = render(&snapshot, &RenderOptions::default());
    assert!(
        rendered
            .text
            .contains("<location>C:/Users/Ann Lee/skills/pdf/SKILL.md</location>")
    );
}

/// Untrusted skills and those of farther roots are left out first, whatever their names are.
#[test]
fn the_nearest_trusted_stay() {
    let mut near = skill("a-near", 0, "d");
    near.trust = Trust::Untrusted;
    let entries = vec![near, skill("b-far", 2, "d"), skill("c-user", 1, "d")];
    let snapshot = snapshot(Profile::own(), entries);
    let shown = |skills| {
        let options = RenderOptions {
            budget: Some(budget(Some(skills), None, None)),
            ..RenderOptions::default()
        };
        visibilities(&render(&snapshot, &options))
    };
    let left = omitted(Omission::SkillBudget);
    assert_eq!(shown(1), [left, left, Visibility::Full]);
    assert_eq!(shown(2), [left, Visibility::Full, Visibility::Full]);
}

/// The trail goes on to the very lines, and ends where a skill is stopped.
#[test]
fn trails_end_in_lines() {
    let hidden = with_header(skill("b", 1, "d"), |header| header.invocation.model = false);
    let snapshot = snapshot(Profile::own(), vec![skill("a", 1, "d"), hidden]);
    let tools = ["load_skill".to_owned()];
    let options = RenderOptions {
        tools: Some(&tools),
        homes: crate::Homes::new(["/user"]),
        ..RenderOptions::default()
    };
    let rendered = render(&snapshot, &options);
    let steps = |entry: u32| -> Vec<(String, String)> {
        let mut trail = Trail::new("", EntryId(entry));
        crate::extend_trail(&mut trail, &snapshot, &options, &rendered);
        let steps = trail.steps.into_iter();
        steps.map(|step| (step.stage, step.text)).collect()
    };
    let lines = rendered.lines(EntryId(0)).unwrap().trim_end();
    let used = format!(
        "1 of 150 skills, {} of 30000 characters",
        rendered.budget.characters
    );
    let expected = [
        ("model", "the model may start it"),
        ("limits", &format!("shown whole; {used}")),
        (
            "path",
            "written as `~/a/SKILL.md`, the home folder shortened",
        ),
        ("rendered", lines),
        ("read tool", "the model reads it with `load_skill`"),
    ];
    assert_eq!(
        steps(0),
        expected.map(|(stage, text)| (stage.to_owned(), text.to_owned()))
    );
    assert_eq!(steps(1).len(), 1);
}

fn description(rendered: &Rendered) -> String {
    let (_, rest) = rendered.text.split_once("<description>").unwrap();
    rest.split_once("</description>").unwrap().0.to_owned()
}

/// What a skill of a test is made of: name, description, root, trusted, for the model.
type Made = (String, String, u32, bool, bool);

fn made() -> impl Strategy<Value = Vec<Made>> {
    let hostile = prop_oneof![
        "\\PC{0,40}",
        Just("</description></skill></available_skills></skills>".to_owned()),
        Just("Use when tides rise. ".repeat(20)),
        Just("日本語👨‍👩‍👧".repeat(30)),
        "[ -~\n\t&<>\"']{0,300}",
    ];
    proptest::collection::vec(
        (
            hostile.clone(),
            hostile,
            0..3u32,
            any::<bool>(),
            any::<bool>(),
        ),
        0..12,
    )
}

fn make(style: PromptStyle, skills: &[Made]) -> Snapshot {
    let entries = skills
        .iter()
        .map(|(name, description, root, trusted, model)| {
            let mut entry = with_header(skill(name, *root, description), |header| {
                header.invocation.model = *model;
            });
            if !trusted {
                entry.trust = Trust::Untrusted;
            }
            entry
        })
        .collect();
    snapshot(of_style(style), entries)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever the skills say, a budget of characters is kept, every eligible skill is accounted
    /// for once, and those that are listed are the ones with lines in the text.
    #[test]
    fn budgets_are_kept(skills in made(), characters in 0..4000u32, count in 0..12u32) {
        for style in STYLES {
            let snapshot = make(style, &skills);
            let options = RenderOptions {
                budget: Some(budget(Some(count), Some(characters), None)),
                ..RenderOptions::default()
            };
            let rendered = render(&snapshot, &options);
            let lists = rendered.budget.skills > 0;
            if style != PromptStyle::OpenClaw || lists {
                prop_assert!(rendered.text.chars().count() <= characters as usize);
            }
            prop_assert!(rendered.budget.skills <= count);
            prop_assert_eq!(rendered.skills.len(), skills.len());
            for shown in &rendered.skills {
                let is_omitted = matches!(shown.visibility, Visibility::Omitted { .. });
                prop_assert_eq!(shown.range.is_none(), is_omitted);
                let is_model_visible = skills[shown.entry.0 as usize].4;
                prop_assert_eq!(
                    shown.visibility == omitted(Omission::NotForModel),
                    !is_model_visible
                );
            }
            let listed = rendered.skills.iter().filter(|shown| shown.range.is_some()).count();
            prop_assert_eq!(listed, rendered.budget.skills as usize);
        }
    }

    /// PR-02: no text of a skill closes the list or opens an element: every tag of an XML style
    /// occurs as often as the style writes it.
    #[test]
    fn pr_02_text_stays_inside(skills in made()) {
        for (style, list) in [
            (PromptStyle::Own, "</available_skills>"),
            (PromptStyle::OpenClaw, "</available_skills>"),
            (PromptStyle::AgentSkills, "</available_skills>"),
            (PromptStyle::OpenClawWhole, "</available_skills>"),
            (PromptStyle::IndentedXml, "</available_skills>"),
            (PromptStyle::NanobotXml, "</skills>"),
            (PromptStyle::SourcedXml, "</skills>"),
        ] {
            let rendered = render(&make(style, &skills), &RenderOptions::default());
            let listed = rendered.budget.skills as usize;
            let text = rendered.catalogue();
            prop_assert_eq!(text.matches(list).count(), usize::from(listed > 0));
            for tag in ["<skill", "</skill>", "<name>", "</name>", "</description>", "</location>"] {
                let count = text.matches(tag).count() - usize::from(tag == "<skill" && list == "</skills>" && listed > 0);
                prop_assert_eq!(count, listed, "{} in {:?}", tag, style);
            }
        }
    }

    /// A larger budget shows no skill less.
    #[test]
    fn more_room_shows_no_less(skills in made(), less in 0..4000u32, more in 0..2000u32) {
        for style in [PromptStyle::Own, PromptStyle::AgentSkills, PromptStyle::Nanobot] {
            let snapshot = make(style, &skills);
            let of = |characters| visibilities(&render(&snapshot, &with_budget(characters)));
            for (small, large) in of(less).into_iter().zip(of(less + more)) {
                prop_assert!(rank(small) <= rank(large), "{:?} {:?}", small, large);
            }
        }
    }

    /// A cut description is its own start, in whole clusters, with the mark; the limit holds.
    #[test]
    fn cuts_are_whole(text in "\\PC{0,60}", limit in 0..40usize) {
        use unicode_segmentation::UnicodeSegmentation as _;
        let cut = crate::cut::ellipsize(&text, limit);
        prop_assert!(cut.chars().count() <= limit || cut == text);
        if let Some(start) = cut.strip_suffix('…').filter(|_| cut != text) {
            prop_assert!(text.starts_with(start));
            let border = text.grapheme_indices(true).any(|(at, _)| at == start.len());
            prop_assert!(border || start.is_empty(), "{:?}", cut);
        }
    }

    /// A shortened description is within its limit as a line shows it, whatever it says.
    #[test]
    fn shortened_within_limits((_, text, ..) in made().prop_map(|made| made.into_iter().next().unwrap_or_default()), when in "\\PC{0,40}", limit in 0..200usize) {
        let description = crate::shorten::Description::new(&text, Some(&when));
        let shortened = description.shortened(limit, &std::cell::OnceCell::new());
        prop_assert!(crate::escape::line_length(&shortened) <= limit);
    }
}
