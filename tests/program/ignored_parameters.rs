//! Parameters that change nothing: those that are known everywhere, and those of one host.

use crate::program::{argument, kept, outcome, run};

fn text(arguments: &[&str], list: &str) -> String {
    String::from_utf8(kept(&[&["-q"], arguments].concat(), list.as_bytes()))
        .expect("the output is text")
}

/// One name of each product that adds such names to links.
#[test]
fn what_products_add_to_links_is_not_compared() {
    let names = [
        "_pos",
        "_ss",
        "_sid",
        "_fid",
        "_psq",
        "pr_prod_strat",
        "pr_rec_id",
        "pr_rec_pid",
        "pr_ref_pid",
        "pr_seq",
        "trk_re",
        "trk_o",
        "tblci",
        "ICID",
        "erid",
        "snrai_campaign",
        "snrai_id",
        "intcmp",
        "_sgm_source",
        "nosto",
        "nosto_source",
        "yottly_online",
        "cjdata",
        "obOrigUrl",
        "dicbo",
        "enter_method",
        "mindbox-click-id",
        "roistat",
        "etext",
        "WT.mc_id",
        "cm_mmc",
        "imm_mid",
        "pd_rd_w",
        "_sm_au_",
    ];
    for name in names {
        let list =
            format!("https://shop.example/tea/kettle\nhttps://shop.example/tea/kettle?{name}=7\n");
        assert_eq!(text(&[], &list).lines().count(), 1, "{name}");
        assert_eq!(
            text(&["--no-default-ignores"], &list).lines().count(),
            2,
            "{name}"
        );
    }
}

/// Sites use these to choose what they show, though some sites are known where they change nothing.
#[test]
fn names_that_choose_a_page_somewhere_are_compared() {
    for name in [
        "page", "q", "list", "index", "category", "from", "source", "ref", "pid", "linkId", "sort",
        "ceid",
    ] {
        let list = format!("https://shop.example/tea\nhttps://shop.example/tea?{name}=7\n");
        assert_eq!(text(&[], &list).lines().count(), 2, "{name}");
    }
}

/// A file of rules, and the option that reads it.
struct Rules(tempfile::TempDir);

impl Rules {
    fn of(text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a directory can be made");
        std::fs::write(folder.path().join("rules"), text).expect("a file can be written");
        Self(folder)
    }

    fn path(&self) -> String {
        self.0
            .path()
            .join("rules")
            .to_str()
            .expect("it is text")
            .to_owned()
    }

    /// What is left of a list.
    fn kept(&self, list: &str) -> String {
        text(&["--params-from", &self.path()], list)
    }

    /// What the program says of them, and how it ends.
    fn said(&self, before: &str) -> (Option<i32>, String) {
        let file = format!("{before}{}", self.path());
        let (status, _, message) =
            outcome(&run(&["--params-from", &file], b"https://a.example/\n"));
        (status, message)
    }
}

/// Each line repeats the page before it where the rules say that `ref` and `sort` change nothing.
const PAGES: &str = "https://a.example/tea\nhttps://a.example/tea?ref=1&sort=up\nhttps://b.example/tea\n\
                     https://b.example/tea?ref=1&sort=up\nhttps://www.a.example/tea/7\n\
                     https://www.a.example/tea/8?sort=up\n";

#[test]
fn rules_by_host_are_read_in_three_formats() {
    assert_eq!(text(&[], PAGES), PAGES, "these names are compared");
    let ours = Rules::of("# made up\na.example: ref sort*  # both\n");
    let left = PAGES.replace("https://a.example/tea?ref=1&sort=up\n", "");
    assert_eq!(ours.kept(PAGES), left);
    let robots = "User-agent: *\nDisallow: /cart\nClean-param: ref&sort /te*\n";
    let (named, bare) = (
        Rules::of(&format!("Host: a.example\n{robots}")),
        Rules::of(robots),
    );
    assert_eq!(named.kept(PAGES), left);
    assert_eq!(
        text(
            &["--params-from", &format!("a.example={}", bare.path())],
            PAGES
        ),
        left
    );
    assert_eq!(
        text(&["--params-from", &format!("*={}", bare.path())], PAGES)
            .lines()
            .count(),
        3
    );
    let zyte = Rules::of(
        r#"[{"args": ["ref", "", "sort"], "order": 0, "processor": "queryRemoval", "urlPattern": {"include": ["a.example"]}},
            {"args": ["ref"], "order": 1, "processor": "queryRemovalExcept", "urlPattern": {"include": ["b.example/coffee"]}}]"#,
    );
    assert_eq!(
        zyte.kept(PAGES),
        left.replace("https://www.a.example/tea/8?sort=up\n", "")
    );
    // Several files add up.
    let more = Rules::of("b.example: *\n");
    let both = text(
        &["--params-from", &ours.path(), "--params-from", &more.path()],
        PAGES,
    );
    assert_eq!(
        both,
        left.replace("https://b.example/tea?ref=1&sort=up\n", "")
    );
}

#[test]
fn rules_say_where_they_hold_and_what_counts_all_the_same() {
    let rules = Rules::of(".a.example/tea !a.example/tea/9: * !id\n");
    let list = "https://www.a.example/tea?id=1\nhttps://www.a.example/tea?id=2&x=1&1706832000\n\
                https://a.example/coffee?id=1\nhttps://a.example/coffee?id=1&x=1\n\
                https://a.example/tea/9/b\nhttps://a.example/tea/9/b?x=1\n";
    assert_eq!(
        rules.kept(list),
        list.replace("https://www.a.example/tea?id=2&x=1&1706832000\n", "")
    );
    let chosen = text(
        &["--params-from", &rules.path(), "--select-param", "x"],
        list,
    );
    assert_eq!(
        chosen.lines().count(),
        6,
        "a name that was chosen counts: {chosen}"
    );
}

#[test]
fn templates_and_explanations_agree_with_rules() {
    let rules = Rules::of("a.example: ref\n");
    let list = "https://a.example/tea?ref=1&id=2\nhttps://a.example/tea?id=3\nhttps://b.example/tea?ref=1\n";
    let shapes = text(&["--params-from", &rules.path(), "--print", "shape"], list);
    assert_eq!(
        shapes,
        "https://a.example/tea?id\nhttps://b.example/tea?ref\n"
    );
    let explained = text(&["--params-from", &rules.path(), "--explain"], list);
    assert!(
        explained.contains("shape: https://a.example/tea?id\n"),
        "{explained}"
    );
    for more in [
        &["--two-pass"][..],
        &["--new-params"],
        &["-j", "3"],
        &["--merge-hosts"],
        &["-t", "80"],
    ] {
        let kept = text(&[&["--params-from", &rules.path()], more].concat(), list);
        assert_eq!(kept.lines().next(), list.lines().next(), "{more:?}");
        assert!(!kept.contains("id=3"), "{more:?}: {kept}");
    }
}

#[test]
fn a_line_that_is_no_rule_is_an_error_that_says_what_to_do() {
    for (rules, before, said) in [
        (
            "a.example: x\nb.example x\n",
            "",
            "rules: line 2: \"b.example x\" is not a rule: write PLACE same",
        ),
        (
            "User-agent: *\nClean-param: x\n",
            "",
            "name the host, as in example.com=robots.txt",
        ),
        (
            "Host: a.example\nClean-param: & /\n",
            "",
            "rules: line 2: it names no parameter: write Clean-param: ",
        ),
        (
            "[{\"processor\": \"queryRemoval\", \"args\": [1]}]",
            "",
            "rules: rule 1: \"args\" is not a list of texts",
        ),
        ("[{\"args\": []}]", "", "rule 1 has no processor: write "),
        (
            "[{\"processor\": \"queryRemoval\", \"args\": [\"x\"], \"urlPattern\": {\"include\": [\"a.example/b|\"]}}]",
            "",
            "rule 1: \"a.example/b|\" has a |, which is not supported",
        ),
        (
            "[]",
            "a.example=",
            "name their own hosts: leave a.example= out",
        ),
        ("Clean-param: x\n", "a:b=", "\"a:b\" is not a host"),
    ] {
        let (status, message) = Rules::of(rules).said(before);
        assert!(
            status == Some(2) && message.contains(said),
            "{rules}: {status:?} {message}"
        );
    }
    let (status, _, message) = outcome(&run(&["--params-from", "no-such-file"], b""));
    assert!(
        status == Some(2)
            && message.contains("cannot read the rules for parameters from no-such-file"),
        "{message}"
    );
}

#[test]
fn processors_that_change_paths_are_named() {
    let rules = Rules::of(
        r#"[{"args": [0], "order": 1, "processor": "subpathRemoval", "urlPattern": {"include": ["a.example/*/dp"]}},
            {"args": [], "order": 0, "processor": "normalizer", "urlPattern": {"include": [""]}},
            {"args": ["x"], "order": 0, "processor": "queryRemoval", "urlPattern": {"include": [""]}}]"#,
    );
    let (status, message) = rules.said("");
    assert!(
        status == Some(0) && message.contains("are skipped: 1 of subpathRemoval\n"),
        "{message}"
    );
    let (status, message) = Rules::of("# nothing\n").said("");
    assert!(
        status == Some(0) && message.contains("has no rule for parameters"),
        "{message}"
    );
}

#[test]
fn a_state_knows_its_rules() {
    let (one, same, other) = (
        Rules::of("a.example: ref\n"),
        Rules::of("# again\na.example:  ref\n"),
        Rules::of("a.example: tab\n"),
    );
    let state = one.0.path().join("state");
    let with = |rules: &Rules, list: &str| {
        let arguments = [
            "-q",
            "--state",
            argument(&state),
            "--params-from",
            &rules.path(),
        ];
        outcome(&run(&arguments, list.as_bytes()))
    };
    assert_eq!(
        with(&one, "https://a.example/tea?ref=1\n")
            .1
            .lines()
            .count(),
        1
    );
    assert_eq!(
        with(&same, "https://a.example/tea\n"),
        (Some(0), String::new(), String::new())
    );
    let (status, _, message) = with(&other, "https://a.example/tea\n");
    assert!(
        status == Some(2) && message.contains("params-from is 1 rule ("),
        "{message}"
    );
}
