//! The codes of the scan, `PW400` to `PW499`, one a rule. Their pages are the files of `codes/`.

prowess_base::codes! {
    /// A text tells the model to disregard what it was told.
    INSTRUCTION_OVERRIDE = 400 "an order to disregard instructions";
    /// A text pretends to be the system, the user or a tool.
    FAKE_FRAME = 401 "a text that plays another speaker";
    /// A text tells the model to keep something from the user.
    CONCEALMENT = 402 "something that the user is not to know";
    /// A text forbids the model to refuse.
    REFUSAL_SUPPRESSION = 403 "an order never to refuse";
    /// A step from outside is put before everything else.
    URGENT_FIRST_STEP = 404 "a first step that fetches from outside";
    /// A description gives orders, or puts the skill above others.
    DESCRIPTION_ORDERS = 405 "a description that gives orders";
    /// A description is made to be chosen, not to be read.
    DESCRIPTION_STUFFING = 406 "a description made to be chosen";
    /// Something foreign must be installed first.
    FAKE_PREREQUISITE = 407 "a made-up requirement";
    /// Orders are written into the files that an agent obeys.
    MEMORY_POISONING = 408 "orders that stay in an agent's memory";
    /// A text speaks to those who judge the skill.
    SCANNER_DIRECTED = 409 "a text for whoever judges the skill";
    /// Instructions are fetched from the network and followed.
    REMOTE_INSTRUCTIONS = 410 "instructions that are fetched later";
    /// The model is told to hand out private things.
    EXFILTRATION_BY_PROSE = 411 "an order to hand out private things";
    /// A person is asked for a key that cannot be taken back.
    CREDENTIAL_REQUEST = 412 "a request for what unlocks everything";
    /// A protection of the system or the agent is switched off.
    SAFETY_BYPASS = 413 "a protection that is switched off";
    /// The model acts on its own, or for somebody else.
    OVER_REACH = 414 "deeds that were not asked for";
    /// A text sends to a program file, to be started.
    DOWNLOAD_EXECUTABLE = 415 "a program to be downloaded and started";
    /// The model is told to mislead a person.
    DECEPTION = 416 "an order to mislead a person";
    /// Text in Unicode tag characters, which are not drawn.
    TAG_CHARACTERS = 420 "text in tag characters";
    /// Characters of no width in text of Latin script.
    ZERO_WIDTH = 421 "characters of no width";
    /// Characters that change the direction of text.
    BIDI_OVERRIDE = 422 "text in another direction";
    /// Several variation selectors in a row.
    VARIATION_SELECTORS = 423 "variation selectors in a row";
    /// Raw control sequences of terminals.
    TERMINAL_ESCAPES = 424 "control sequences of terminals";
    /// A comment that orders something.
    HIDDEN_COMMENT = 425 "a comment that orders something";
    /// Text that markup keeps from being shown.
    HIDDEN_MARKUP = 426 "text that markup hides";
    /// Text behind many blanks or empty lines.
    PADDING = 427 "text far to the right or far down";
    /// A word in which letters of another script stand for Latin ones.
    MIXED_SCRIPT = 428 "a word of two scripts";
    /// A name that looks like another name.
    CONFUSABLE_NAME = 429 "a name that looks like another";
    /// Something encoded within something encoded.
    NESTED_ENCODING = 430 "something encoded more than once";
    /// A program, or an order, in an encoded literal.
    ENCODED_PROGRAM = 431 "a program in an encoded literal";
    /// A string that is cut into pieces.
    SPLIT_LITERAL = 432 "a string in pieces";
    /// The name of a program, cut up.
    SPLICED_COMMAND = 433 "a command that is cut up";
    /// An address in an encoded literal.
    HIDDEN_ADDRESS = 434 "an address in an encoded literal";
    /// Keys, wallets, cookies or other secrets are read.
    CREDENTIAL_READ = 435 "secrets that are read";
    /// Secrets of several kinds are read.
    CREDENTIAL_SWEEP = 436 "secrets of several kinds that are read";
    /// A secret is sent to a host.
    SECRET_FLOW = 437 "a secret that is sent away";
    /// The whole environment is read.
    ENVIRONMENT_DUMP = 438 "the whole environment";
    /// A host that collects what others send.
    COLLECTOR_HOST = 439 "a host that collects";
    /// A program is fetched from the network and run.
    FETCH_AND_RUN = 440 "a program that is fetched and run";
    /// A literal is decoded and run.
    DECODE_AND_RUN = 441 "a program that is decoded and run";
    /// Files of the person are uploaded.
    FILE_UPLOAD = 442 "files of the person that are uploaded";
    /// Data is put into a name that is looked up.
    DNS_EXFILTRATION = 443 "data in a name that is looked up";
    /// A shell is handed to the other end of a connection.
    REVERSE_SHELL = 444 "a shell that is handed over";
    /// Something is made to run again.
    PERSISTENCE = 445 "something that stays";
    /// A file that agents obey is written by code.
    INSTRUCTION_FILE_WRITE = 446 "instructions of an agent that are written";
    /// Settings of an agent are written by code.
    AGENT_SETTINGS_WRITE = 447 "settings of an agent that are written";
    /// Folders of other skills are written.
    OTHER_SKILLS_WRITE = 448 "other skills that are written";
    /// More rights than the work needs.
    PRIVILEGE = 449 "more rights than the work needs";
    /// A protection is turned off by code.
    SECURITY_DISABLED = 450 "a protection that is turned off";
    /// Everything is deleted or overwritten.
    DESTRUCTIVE = 451 "everything that is deleted";
    /// A miner of currencies is run.
    CRYPTO_MINING = 452 "a miner";
    /// What a person does is recorded.
    CAPTURE = 453 "what a person does is recorded";
    /// A command runs when the skill is loaded.
    LOAD_TIME_COMMAND = 454 "a command that runs on loading";
    /// A text becomes a program.
    DYNAMIC_CODE = 455 "a text that becomes a program";
    /// Harm waits for a time, a place or a machine.
    ENVIRONMENT_TRIGGER = 456 "harm that waits for its moment";
    /// A model is to put a program together and run it.
    JOINED_PARTS = 457 "a program in parts";
    /// What a program fetches is given to the model as instructions.
    REMOTE_MODEL_INSTRUCTIONS = 458 "instructions that a program fetches";
    /// A repository is pushed to an address of its own.
    GIT_PUSH_FOREIGN = 459 "a repository that is pushed elsewhere";
    /// The header asks for tools to be approved in advance.
    TOOL_GRANT = 465 "tools that are approved in advance";
    /// A hook runs a command by itself.
    HOOK_COMMAND = 466 "a hook that runs a command";
    /// Settings take an agent's guards away.
    AGENT_SETTINGS = 467 "settings that take an agent's guards away";
    /// A plugin's manifest brings in what lies elsewhere.
    PLUGIN_MANIFEST = 468 "a plugin that brings in what lies elsewhere";
    /// A server of tools is started or spoken to.
    MCP_SERVER = 469 "a server of tools";
    /// An editor, container or code host runs a command.
    EDITOR_TASK = 470 "a command that a folder runs when it is opened, built or pushed";
    /// Code runs on installation.
    INSTALL_SCRIPT = 471 "code that runs on installation";
    /// A package is installed without a version.
    UNPINNED_DEPENDENCY = 472 "a package without a version";
    /// Packages are taken from another source.
    DEPENDENCY_SOURCE = 473 "packages from another source";
    /// A package is one slip away from a popular one.
    CONFUSED_DEPENDENCY = 474 "a package whose name is one slip away from a popular one";
    /// The skill's name is taken for another's.
    NAME_SHADOWING = 475 "a name that is taken for another's";
    /// A secret lies in the package.
    EMBEDDED_SECRET = 476 "a secret in the package";
    /// The header says where programs are got from.
    HEADER_COMMAND = 477 "a program that the header brings in";
    /// A model's traffic is sent to another host.
    MODEL_ENDPOINT = 478 "a model's traffic sent to another host";
    /// A setting of Git runs a program.
    GIT_PROGRAM = 479 "a setting of Git that runs a program";
    /// Path that leads out of its folder.
    PATH_ESCAPE = 480 "path that leads out of its folder";
    /// Link that leads out of the package.
    LINK_OUTSIDE = 481 "link that leads out of the package";
    /// File name that some systems read differently.
    PATH_NAME = 482 "file name that some systems read differently";
    /// Files whose names collide.
    NAME_COLLISION = 483 "files whose names collide";
    /// Archive made to exhaust who opens it.
    ARCHIVE_BOMB = 484 "archive made to exhaust who opens it";
    /// Archive that two readers unpack differently.
    ARCHIVE_DIFFERS = 485 "archive that two readers unpack differently";
    /// Encrypted archive.
    ENCRYPTED_ARCHIVE = 486 "encrypted archive";
    /// Program that cannot be read.
    NATIVE_PROGRAM = 487 "program that cannot be read";
    /// Python bytecode.
    BYTECODE = 488 "Python bytecode";
    /// File that is not what its ending says.
    DISGUISED_FILE = 489 "file that is not what its ending says";
    /// File that is two things at once.
    POLYGLOT = 490 "file that is two things at once";
    /// Document that holds programs.
    ACTIVE_CONTENT = 491 "document that holds programs";
    /// Office document with macros.
    MACRO_DOCUMENT = 492 "office document with macros";
    /// Header made to exhaust its reader.
    HEADER_BOMB = 493 "header made to exhaust its reader";
    /// Header that clients read differently.
    PARSER_DIFFERENCE = 494 "header that clients read differently";
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
