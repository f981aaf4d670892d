//! What a word of an order stands for.

use std::ops::BitOr;

/// A set of meanings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Senses(u128);

impl Senses {
    pub(super) const NONE: Self = Self(0);

    /// Both sets together.
    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the sets share a meaning.
    pub(super) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Senses {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.with(other)
    }
}

/// Numbers the meanings.
macro_rules! senses {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        #[expect(
            clippy::upper_case_acronyms,
            reason = "they number the names, in their order"
        )]
        enum Number { $($name,)* }
        $($(#[$doc])* pub(super) const $name: Senses = Senses(1 << Number::$name as u128);)*
    };
}

senses! {
    /// Send, upload, hand in.
    SEND,
    /// Put into, append, attach, include.
    PUT,
    /// Read, open, copy.
    READ,
    /// Look for, gather.
    SEEK,
    /// Fetch, load, request.
    FETCH,
    /// Save, store.
    SAVE,
    /// Run, start, hand to a shell.
    RUN,
    /// Do what something says.
    OBEY,
    /// Ignore, set aside; is void.
    IGNORE,
    /// Comes before, counts more.
    OUTRANK,
    /// Switch off, loosen.
    OFF,
    /// Tell, mention.
    TELL,
    /// Pay, transfer money.
    PAY,
    /// For good, permanently.
    LASTING,
    /// Replace, overwrite.
    REPLACE,
    /// Arrange, schedule.
    ARRANGE,
    /// What is never sent by an honest skill: private keys, saved passwords, wallets, `.env`.
    HARD,
    /// Secrets that a skill may have of its own: keys of an interface, tokens, passwords.
    SOFT,
    /// Private matter that is no secret: conversations, contacts, documents.
    PRIVATE,
    /// Instructions, rules.
    ORDERS,
    /// Earlier, of the system, of the vendor.
    PRIOR,
    /// Sandboxes, scanners of viruses, firewalls.
    GUARD,
    /// Questions before an act: confirmations, permissions.
    ASKING,
    /// The files and notes that an agent keeps and obeys.
    MEMORY,
    /// Other skills.
    SKILLS,
    /// Places of programs that start by themselves.
    BOOT,
    /// A program to be started.
    SCRIPT,
    /// What a server answered, what a page says.
    ANSWER,
    /// Money and what holds it.
    MONEY,
    /// The person that the model works for.
    PERSON,
    /// The model.
    MODEL,
    /// Whoever judges a package.
    JUDGE,
    /// Harmless, approved.
    CLEAN,
    /// Has agreed, is authorised.
    AGREED,
    /// An address of a host.
    ADDRESS,
    /// A place that others read: a comment, a commit, a ticket.
    PUBLIC,
    /// The home folder, the machine.
    MACHINE,
    /// All, any, whatever.
    ALL,
    /// Each time, at every start.
    EACH,
    /// Not, never, without.
    NOT,
    /// A denial that stands behind what it denies, in languages that say it there.
    LATE,
    /// What an honest program reads for itself: `.env`, the environment.
    OWN,
    /// What is in something.
    CONTENT,
    /// Silently, quietly: only beside a deed, for errors may be silent too.
    QUIET,
    /// Settings.
    SETTINGS,
    /// Rate, mark, classify.
    RATE,
    /// No longer holds: limits that were lifted, rules that are void.
    VOID,
    /// Sandboxes and what else an honest text names often.
    SHIELD,
    /// In the way: why a protection should go.
    OBSTACLE,
    /// The account of a wallet.
    ACCOUNT,
    /// Files of a person in general.
    WHOLE,
    /// Without limits.
    FREED,
    /// Neutral, independent.
    FAIR,
    /// Ways out of the machine that are no addresses: requests, servers, messengers.
    OUT,
    /// An address of mail.
    MAILBOX,
    /// Refusing.
    REFUSAL,
    /// Speaks for the person.
    VOICE,
    /// What only looks like another word.
    FILLER,
    /// A program of the system that loads and runs what stands at an address.
    LOADER,
    /// Open a page.
    VISIT,
    /// From, on: what stands before a page.
    FROM,
    /// Copy, of a line that is to be pasted.
    COPYING,
    /// A line for a shell.
    COMMAND,
    /// A shell in a window.
    TERMINAL,
    /// The box of Windows in which a program is named.
    WINRUN,
    /// Paste.
    PASTE,
    /// An archive, to unpack one.
    ARCHIVE,
    /// A password, by its names.
    KEYWORD,
    /// A page that is named by its address; see [`super::reader`].
    PAGE,
    /// A password that is told; see [`super::reader`].
    GIVEN,
    /// Start, of a program that was unpacked.
    STARTS,
    /// What starts programs by the clock: honest skills have it too.
    CRON,
    /// What bounds the model, or a service.
    BOUNDS,
    /// A place where anybody reads what was pasted.
    PASTED,
    /// Leave out, hide.
    OMIT,
    /// What a person is told in the end.
    REPORT,
    /// Change what is there.
    EDIT,
    /// All of somebody's money, or a part of each payment.
    DRAINED,
    /// If, when, after: what makes a claim a condition.
    WHEN,
    /// Until, unless: what makes a silence one for a time.
    UNTIL,
    /// Kept from somebody; see [`super::reader`] for silences that are put together.
    HUSHED,
    /// Named or made to look like something else.
    DISGUISE,
    /// Trust, believe.
    TRUST,
    /// Accept everything, without a look.
    YIELD,
    /// The person is asked first, or chooses.
    CONSENT,
    /// This skill, this page.
    THIS,
    /// Say or let believe what is not so.
    DECEIVE,
    /// Advertising, a share for somebody.
    GAIN,
    /// Messages, mail of others.
    MESSAGES,
    /// Boot, login, start of the computer.
    STARTUP,
    /// A template, documentation, an example: what is meant to be filled in or copied by a person.
    SAMPLE,
    /// A medicine, a treatment, a doctor.
    HEALTH,
}
