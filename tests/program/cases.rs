//! One table of small runs: arguments and input, output and exit status.

use crate::program::{outcome, run};

struct Case {
    name: &'static str,
    arguments: &'static [&'static str],
    input: &'static [u8],
    output: &'static [u8],
    status: i32,
    /// What standard error contains; nothing at all if this is empty.
    message: &'static str,
}

/// A run that ends well and says nothing.
const QUIET: Case = Case {
    name: "",
    arguments: &[],
    input: b"",
    output: b"",
    status: 0,
    message: "",
};

const CASES: &[Case] = &[
    Case { name: "no input", ..QUIET },
    Case { name: "no input, from a file named -", arguments: &["-"], ..QUIET },
    Case {
        name: "repetitions are dropped",
        input: b"https://a.example/\nhttps://b.example/\nhttps://a.example/\n",
        output: b"https://a.example/\nhttps://b.example/\n",
        ..QUIET
    },
    Case {
        name: "the last newline is added",
        input: b"https://a.example/\nhttps://b.example/",
        output: b"https://a.example/\nhttps://b.example/\n",
        ..QUIET
    },
    Case {
        name: "one line without a newline",
        input: b"https://a.example/",
        output: b"https://a.example/\n",
        ..QUIET
    },
    Case {
        name: "empty lines",
        input: b"\n\nhttps://a.example/\n\n",
        output: b"https://a.example/\n",
        ..QUIET
    },
    Case {
        name: "a carriage return is printed as it came",
        input: b"https://a.example/\r\nhttps://b.example/\n",
        output: b"https://a.example/\r\nhttps://b.example/\n",
        ..QUIET
    },
    Case {
        name: "a user or a scheme is not a host with the host below it",
        input: b"https://c/test/tag\nhttps://c@test/tag\nftp://test/a\nhttps://ftp/test/a\n",
        output: b"https://c/test/tag\nhttps://c@test/tag\nftp://test/a\nhttps://ftp/test/a\n",
        ..QUIET
    },
    Case {
        name: "of what follows a URL, the class of the status counts",
        input: b"https://a.example/login [200]\nhttps://a.example/users [403]\nhttps://a.example/backup [200]\nhttps://a.example/login [404]\n\
            https://b.example/login\t200\thttps://b.example/in\nhttps://b.example/users\t200\nhttps://b.example/users   (Status: 200) [Size: 7]\n",
        output: b"https://a.example/login [200]\nhttps://a.example/users [403]\nhttps://a.example/backup [200]\nhttps://a.example/login [404]\n\
            https://b.example/login\t200\thttps://b.example/in\nhttps://b.example/users\t200\n",
        message: "some lines have a second URL",
        ..QUIET
    },
    Case {
        name: "of columns before a URL, method and status count",
        input: b"200      GET        9l       28w      312c https://a.example/login\n403      GET        9l       28w      277c https://a.example/users\n\
            301   178B  https://a.example/login    -> REDIRECTS TO: https://a.example/login/\n",
        output: b"200      GET        9l       28w      312c https://a.example/login\n403      GET        9l       28w      277c https://a.example/users\n\
            301   178B  https://a.example/login    -> REDIRECTS TO: https://a.example/login/\n",
        ..QUIET
    },
    Case {
        name: "what browsers read as the same URL is the same",
        input: b"https://a.example/login\nhttps:/a.example/login\nhttp:\\\\a.example\\login\nHTTP:a.example/login\nht\ttps://a.example/login\n",
        output: b"https://a.example/login\n",
        ..QUIET
    },
    Case {
        name: "a blank of a URL belongs to it",
        input: b"https://a.example/red\nhttps://a.example/red shoes.html\nhttps://a.example/red shoes/list\nhttps://a.example/red shoes.html [Home]\n",
        output: b"https://a.example/red\nhttps://a.example/red shoes.html\nhttps://a.example/red shoes/list\n",
        ..QUIET
    },
    Case {
        name: "parameters that choose a handler keep their words apart",
        input: b"https://a.example/?operationName=GetUser\nhttps://a.example/?operationName=DropUser\nhttps://a.example/?operationName=GetUser&id=1\n\
            https://a.example/?rest_route=/wp/v2/posts/7\nhttps://a.example/?rest_route=/wp/v2/users/7\nhttps://a.example/?rest_route=/wp/v2/users/8\n\
            https://a.example/x?wsdl\nhttps://a.example/x?xsd\n",
        output: b"https://a.example/?operationName=GetUser\nhttps://a.example/?operationName=DropUser\nhttps://a.example/?operationName=GetUser&id=1\n\
            https://a.example/?rest_route=/wp/v2/posts/7\nhttps://a.example/?rest_route=/wp/v2/users/7\n\
            https://a.example/x?wsdl\nhttps://a.example/x?xsd\n",
        ..QUIET
    },
    Case {
        name: "numbered pages and marked names of programs stay where names are learned",
        input: b"https://a.example/zork-quokka.html\nhttps://a.example/wombat-numbat.html\nhttps://a.example/lichen-kumquat.html\n\
            https://a.example/basalt-cobalt.html\nhttps://a.example/forum-7.html\nhttps://a.example/thread-23-1.html\n\
            https://a.example/forum-8.html\nhttps://a.example/thread-24-1.html\nhttps://a.example/tag/Special:Zork\n\
            https://a.example/tag/Special:Quokka\nhttps://a.example/tag/Zork\nhttps://a.example/tag/Quokka\n\
            https://a.example/tag/$zork\nhttps://a.example/users/@ann\nhttps://a.example/users/@bob\n\
            https://a.example/users/@original\n",
        output: b"https://a.example/zork-quokka.html\nhttps://a.example/wombat-numbat.html\nhttps://a.example/lichen-kumquat.html\n\
            https://a.example/forum-7.html\nhttps://a.example/thread-23-1.html\nhttps://a.example/tag/Special:Zork\n\
            https://a.example/tag/Special:Quokka\nhttps://a.example/tag/Zork\nhttps://a.example/tag/$zork\n\
            https://a.example/users/@ann\nhttps://a.example/users/@original\n",
        ..QUIET
    },
    Case {
        name: "an address inside a path is compared like any other, escaped or not",
        input: b"https://a.example/redirect/https%3A%2F%2Fb.example%2Fzork.php\nhttps://a.example/redirect/http:%2F%2Fb.example%2Fzork.php\n\
            https://a.example/redirect/https://b.example/zork.php\nhttps://a.example/redirect/http%253A%252F%252Fb.example%252Fzork.php\n\
            https://a.example/redirect/https://c.example/login\n\
            https://a.example/web/2024/http://b.example/users/7\nhttps://a.example/web/20240506070809if_/https://b.example/users/8\n",
        output: b"https://a.example/redirect/https%3A%2F%2Fb.example%2Fzork.php\nhttps://a.example/redirect/https://c.example/login\n\
            https://a.example/web/2024/http://b.example/users/7\n",
        ..QUIET
    },
    Case {
        name: "routes in parameters are read as paths",
        input: b"https://a.example/?q=admin/config\nhttps://a.example/?q=admin/people\nhttps://a.example/?q=node/17\nhttps://a.example/?q=node/18\n\
            https://a.example/?q=node/18/edit\nhttps://a.example/?q=red+shoes\nhttps://a.example/?q=blue+shoes\n\
            https://a.example/x?q=admin/config\nhttps://a.example/x?q=admin/people\n\
            https://a.example/index.php?/users/17/edit\nhttps://a.example/index.php?/users/18/edit\n",
        output: b"https://a.example/?q=admin/config\nhttps://a.example/?q=admin/people\nhttps://a.example/?q=node/17\n\
            https://a.example/?q=node/18/edit\nhttps://a.example/?q=red+shoes\nhttps://a.example/x?q=admin/config\n\
            https://a.example/index.php?/users/17/edit\n",
        ..QUIET
    },
    Case {
        name: "operations of GraphQL and programs of wikis are kept apart",
        input: b"https://a.example/graphql?query=query+Zork{a{b}}\nhttps://a.example/graphql?query=query+Zork{a{c}}\n\
            https://a.example/graphql?query=mutation+Zork{a{b}}\nhttps://a.example/graphql?doc_id=7\nhttps://a.example/graphql?doc_id=8\n\
            https://a.example/x?doc_id=7\nhttps://a.example/x?doc_id=8\n\
            https://a.example/w?title=Special:Export\nhttps://a.example/w?title=Special:Search\nhttps://a.example/w?title=Tea\nhttps://a.example/w?title=Milk\n",
        output: b"https://a.example/graphql?query=query+Zork{a{b}}\nhttps://a.example/graphql?query=mutation+Zork{a{b}}\n\
            https://a.example/graphql?doc_id=7\nhttps://a.example/graphql?doc_id=8\nhttps://a.example/x?doc_id=7\n\
            https://a.example/w?title=Special:Export\nhttps://a.example/w?title=Special:Search\nhttps://a.example/w?title=Tea\n",
        ..QUIET
    },
    Case {
        name: "`;` separates parameters where every piece is one",
        input: b"//a.example/?p=zork;h=7\n//a.example/?h=8&p=quil\n//a.example/?p=zork;h\n//a.example/?p=quil;h\n\
                 //a.example/?b=1&amp;c=2\n//a.example/?b=1&c=2\n",
        output: b"//a.example/?p=zork;h=7\n//a.example/?p=zork;h\n//a.example/?b=1&amp;c=2\n//a.example/?b=1&c=2\n",
        ..QUIET
    },
    Case {
        name: "views of objects at any depth are one, and tabs choose",
        input: b"//a.example/zork/@@edit\n//a.example/quil/vorp/@@edit\n//a.example/@@edit\n//a.example/zork/@@share\n\
                 //a.example/x?tab=info\n//a.example/x?tab=notes\n",
        output: b"//a.example/zork/@@edit\n//a.example/@@edit\n//a.example/zork/@@share\n\
                 //a.example/x?tab=info\n//a.example/x?tab=notes\n",
        ..QUIET
    },
    Case {
        name: "the values of chosen parameters keep lines apart",
        arguments: &["--select-param", "TAB*"],
        input: b"https://a.example/?tab=1\nhttps://a.example/?tab=2\nhttps://a.example/?id=1\nhttps://a.example/?id=2\n",
        output: b"https://a.example/?tab=1\nhttps://a.example/?tab=2\nhttps://a.example/?id=1\n",
        ..QUIET
    },
    Case {
        name: "what tracks visitors and what defeats caches is not compared",
        input: b"https://a.example/x?id=1\nhttps://a.example/x?id=1&amp;utm_source=mail\nhttps://a.example/x?sid=0123456789abcdef0123&id=2\n\
            https://a.example/x?id=3&rnd=0.123456\nhttps://a.example/app.js?v=3\nhttps://a.example/app.js?ver=4.1\nhttps://a.example/app.js?pppa5t\n\
            https://a.example/app.js\nhttps://a.example/app.js?callback=run\nhttps://a.example/x?v=3&id=1\n",
        output: b"https://a.example/x?id=1\nhttps://a.example/app.js?v=3\n\
            https://a.example/app.js?callback=run\nhttps://a.example/x?v=3&id=1\n",
        ..QUIET
    },
    Case {
        name: "a value within a name is a value",
        input: b"https://a.example/?id.236210\nhttps://a.example/?id.236211\nhttps://a.example/?user.236211\n",
        output: b"https://a.example/?id.236210\nhttps://a.example/?user.236211\n",
        ..QUIET
    },
    Case {
        name: "parameters name by name",
        arguments: &["--new-params"],
        input: b"https://a.example/x?id=1\nhttps://a.example/x?sort=up\nhttps://a.example/x?id=2&sort=down\nhttps://a.example/x\nhttps://a.example/y\n",
        output: b"https://a.example/x?id=1\nhttps://a.example/x?sort=up\nhttps://a.example/y\n",
        ..QUIET
    },
    Case {
        name: "parameters name by name, where URLs of different paths may be similar",
        arguments: &["--new-params", "-t80"],
        status: 2,
        message: "threshold above 94",
        ..QUIET
    },
    Case {
        name: "bytes that are no UTF-8 are printed as they came",
        input: b"https://a.example/\xff\xfe\n",
        output: b"https://a.example/\xff\xfe\n",
        ..QUIET
    },
    Case {
        name: "NUL ends records",
        arguments: &["-z"],
        input: b"https://a.example/\0https://b.example/\0https://a.example/\0https://c.example/",
        output: b"https://a.example/\0https://b.example/\0https://c.example/\0",
        ..QUIET
    },
    Case {
        name: "-0 is -z",
        arguments: &["-0"],
        input: b"https://a.example/",
        output: b"https://a.example/\0",
        ..QUIET
    },
    Case {
        name: "NUL in a line is a byte",
        arguments: &["-q"],
        input: b"https://a.example/x\0y\n",
        output: b"https://a.example/x\0y\n",
        ..QUIET
    },
    Case {
        name: "dropped lines instead of kept ones",
        arguments: &["-d"],
        input: b"https://a.example/\nhttps://b.example/\n\nhttps://a.example/\n",
        output: b"https://a.example/\n",
        ..QUIET
    },
    Case {
        name: "lines that are not URLs are kept once, and named",
        input: b"not a url at all\nhttps://a.example/\nnot a url at all\n",
        output: b"not a url at all\nhttps://a.example/\n",
        message: "urlsift: 2 lines are not URLs, each kept once: stdin:1\n",
        ..QUIET
    },
    Case {
        name: "quiet names none",
        arguments: &["-q"],
        input: b"not a url at all\n",
        output: b"not a url at all\n",
        ..QUIET
    },
    Case {
        name: "lines that are not URLs can be dropped",
        arguments: &["--invalid", "drop"],
        input: b"not a url at all\nhttps://a.example/\n",
        output: b"https://a.example/\n",
        message: "urlsift: 1 line is not a URL, dropped: stdin:1\n",
        ..QUIET
    },
    Case {
        name: "what is dropped includes them then",
        arguments: &["--invalid=drop", "-dq"],
        input: b"not a url at all\nhttps://a.example/\n",
        output: b"not a url at all\n",
        ..QUIET
    },
    Case {
        name: "a line that is not a URL can be an error",
        arguments: &["--invalid", "fail"],
        input: b"https://a.example/\nno \x1b[31m url\nhttps://b.example/\n",
        output: b"https://a.example/\n",
        status: 2,
        message: "urlsift: stdin:2: not a URL: \"no \\u{1b}[31m url\"\n",
    },
    Case { name: "decimals", arguments: &["-t", "97.5"], ..QUIET },
    Case { name: "some weights", arguments: &["--weights", "path=1,host=8"], ..QUIET },
    Case { name: "threshold too low", arguments: &["-t", "0"], status: 2, message: "from 1 to 100", ..QUIET },
    Case {
        name: "threshold too high",
        arguments: &["-t", "100.1"],
        status: 2,
        message: "from 1 to 100",
        ..QUIET
    },
    Case { name: "no threshold", arguments: &["-t", "NaN"], status: 2, message: "from 1 to 100", ..QUIET },
    Case {
        name: "negative weight",
        arguments: &["--weights=host=-1"],
        status: 2,
        message: "the weight of host",
        ..QUIET
    },
    Case { name: "unknown component", arguments: &["--weights=hots=1"], status: 2, message: "hots", ..QUIET },
    Case { name: "no threads", arguments: &["-j0"], status: 2, message: "from 1 to 1024", ..QUIET },
    Case {
        name: "unknown option",
        arguments: &["--no-such-option"],
        status: 2,
        message: "unexpected argument",
        ..QUIET
    },
    Case {
        name: "unknown policy",
        arguments: &["--invalid=perhaps"],
        status: 2,
        message: "keep, drop, fail",
        ..QUIET
    },
    Case {
        name: "a name keeps its first three numbers",
        input: b"//a.example/step1\n//a.example/step2\n//a.example/step1\n//a.example/step3\n//a.example/step4\n",
        output: b"//a.example/step1\n//a.example/step2\n//a.example/step3\n",
        ..QUIET
    },
    Case {
        name: "or each of them",
        arguments: &["--classes=-numbered"],
        input: b"//a.example/go1\n//a.example/go2\n//a.example/go3\n//a.example/go4\n//a.example/user/7\n//a.example/user/8\n",
        output: b"//a.example/go1\n//a.example/go2\n//a.example/go3\n//a.example/go4\n//a.example/user/7\n",
        ..QUIET
    },
    Case {
        name: "the class of a name with a number is told",
        arguments: &["classes", "step1"],
        output: b"step1\n  segment 1: step1\n    class     numbered\n    token     step{}\n    rule      none\n    learning  an ordinary word: \
                 -15 points for the position being variable; stays in a learned position; keeps its first three numbers\n",
        ..QUIET
    },
    Case {
        name: "compare wants two",
        arguments: &["compare", "a.example"],
        status: 2,
        message: "<B>",
        ..QUIET
    },
];

#[test]
fn the_program_does_what_the_table_says() {
    for case in CASES {
        let output = run(case.arguments, case.input);
        let (status, _, message) = outcome(&output);
        assert_eq!(status, Some(case.status), "{}: {message}", case.name);
        assert_eq!(output.stdout, case.output, "{}", case.name);
        if case.message.is_empty() {
            assert_eq!(message, "", "{}", case.name);
        } else {
            assert!(message.contains(case.message), "{}: {message}", case.name);
        }
    }
}
