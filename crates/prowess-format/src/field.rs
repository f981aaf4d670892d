//! What is at stake when a top-level field cannot be read.

/// What a top-level field does to the skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// `name` or `description`: without it there is no skill.
    Required,
    /// It takes rights away, or may: leaving it out would widen what the skill may do.
    Restriction,
    /// It gives rights: leaving it out is safe, guessing it is not.
    Grant,
    /// Neither.
    Other,
}

impl Role {
    /// The role of a top-level key. Spellings that some client may read are one with the usual
    /// one: letter case, `-` and `_` do not count.
    pub(crate) fn of(key: &str) -> Self {
        const RESTRICTIONS: [&str; 7] = [
            "disablemodelinvocation",
            "userinvocable",
            "requires",
            "os",
            "disallowedtools",
            "tools",
            "metadata",
        ];
        let is = |word: &str| {
            key.bytes()
                .filter(|byte| !matches!(byte, b'-' | b'_'))
                .map(|byte| byte.to_ascii_lowercase())
                .eq(word.bytes())
        };
        if is("name") || is("description") {
            Self::Required
        } else if is("allowedtools") {
            Self::Grant
        } else if RESTRICTIONS.into_iter().any(is) {
            Self::Restriction
        } else {
            Self::Other
        }
    }
}

/// Whether a key below `metadata` or `requires` holds requirements or invocation rights, so that
/// its value must be read exactly.
pub(crate) fn restricts_inside(key: &str) -> bool {
    const KEYS: [&str; 10] = [
        "bins",
        "anybins",
        "env",
        "config",
        "always",
        "skip",
        "invocation",
        "enabled",
        "model",
        "user",
    ];
    Role::of(key) != Role::Other && Role::of(key) != Role::Required
        || KEYS.into_iter().any(|word| key.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every restriction of invariant 1 is known, in the spellings that clients read.
    #[test]
    fn roles() {
        for key in [
            "disable-model-invocation",
            "disable_model_invocation",
            "user-invocable",
            "requires",
            "os",
            "disallowed-tools",
            "disallowedTools",
            "tools",
            "metadata",
        ] {
            assert_eq!(Role::of(key), Role::Restriction, "{key}");
        }
        assert_eq!(Role::of("name"), Role::Required);
        assert_eq!(Role::of("allowed-tools"), Role::Grant);
        assert_eq!(Role::of("dependencies"), Role::Other);
        assert!(restricts_inside("anyBins") && !restricts_inside("emoji"));
    }
}
