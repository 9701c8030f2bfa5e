//! Names outside ASCII are taken and shown as people write them.

use std::fs;

use crate::program::{argument, kept};

const LIST: &str = "https://a.example/вход?вид=a\nhttps://a.example/%D0%B2%D1%85%D0%BE%D0%B4\n\
                    https://a.example/заказы/17\nhttps://a.example/%D0%B7%D0%B0%D0%BA%D0%B0%D0%B7%D1%8B/18\n";

fn text(arguments: &[&str]) -> String {
    String::from_utf8(kept(arguments, LIST.as_bytes())).expect("it is text")
}

/// Returns the numbers of the kept lines.
fn lines(arguments: &[&str]) -> Vec<usize> {
    let kept = text(&[&["-q"], arguments].concat());
    let number = |line: &str| {
        LIST.lines()
            .position(|it| it == line)
            .expect("it is a line")
            + 1
    };
    kept.lines().map(number).collect()
}

#[test]
fn options_take_names_as_people_write_them() {
    let folder = tempfile::tempdir().expect("a directory can be made");
    let [rules, params] = ["rules", "params"].map(|name| folder.path().join(name));
    fs::write(
        &rules,
        "a.example /вход?вид same\na.example /вход|выход different\n",
    )
    .expect("it can be written");
    fs::write(&params, "a.example: вид\n").expect("it can be written");
    for (arguments, wanted) in [
        (&[][..], &[1, 2, 3][..]),
        (&["--ignore-param", "ВИД"], &[1, 3]),
        (&["--ignore-param", "%D0%B2*"], &[1, 3]),
        (&["--param", "вид"], &[1]),
        (&["--match", "(?i)ЗАКАЗ"], &[3]),
        (&["--not-match", "заказы|вид"], &[2]),
        (&["--params-from", argument(&params)], &[1, 3]),
        (&["--rules", argument(&rules)], &[1, 3]),
    ] {
        assert_eq!(lines(arguments), wanted, "{arguments:?}");
    }
}

/// Spellings of one name, of which all but the first can stand in a URL.
const SPELLINGS: [&str; 11] = [
    "my name",
    "my+name",
    "my%20name",
    "my%2520name",
    "my%252520name",
    "My+Name",
    "MY%20NAME",
    "m%79%20name",
    "%6Dy+n%61me",
    "%6dy%2520n%2561me",
    "%256Dy+name",
];

#[test]
fn a_parameter_is_one_in_every_option_however_it_is_written() {
    let folder = tempfile::tempdir().expect("a directory can be made");
    let [rules, others, params, removals] =
        ["rules", "others", "params", "removals.json"].map(|name| folder.path().join(name));
    let mut list = String::new();
    let mut hosts = Vec::new();
    for (number, name) in SPELLINGS[1..].iter().enumerate() {
        let page = format!("https://h{number}.example/tea");
        hosts.push(format!("\"h{number}.example\""));
        list.push_str(
            &[
                &page, "\n", &page, "?", name, "=red\n", &page, "?", name, "=blue\n",
            ]
            .concat(),
        );
    }
    let count = |arguments: &[&str]| {
        let kept = kept(&[&["-q"], arguments].concat(), list.as_bytes());
        kept.split(|byte| *byte == b'\n').count() - 1
    };
    assert_eq!(count(&[]), 20);
    let globs = ["my*", "*+NAME", "*%20n*", "m*y%2520*"];
    for name in SPELLINGS.iter().chain(&globs) {
        // A blank ends a name in a line.
        let in_line = name.replace(' ', "+");
        let write = |path, text: String| fs::write(path, text).expect("it can be written");
        write(&params, format!("*: {in_line}\n"));
        write(&rules, format!("* /tea?{in_line} same\n"));
        write(&others, format!("* /tea?{in_line} different\n"));
        let removal = r#"[{"processor": "queryRemoval", "args": ["NAME"], "urlPattern": {"include": [HOSTS]}}]"#;
        let removal = removal.replace("HOSTS", &hosts.join(", "));
        write(&removals, removal.replace("NAME", name));
        for (arguments, wanted) in [
            (["--param", name], 10),
            (["--ignore-param", name], 10),
            (["--select-param", name], 30),
            (["--params-from", argument(&params)], 10),
        ] {
            assert_eq!(count(&arguments), wanted, "{arguments:?}: {name}");
        }
        // Rules take no globs.
        if !name.contains('*') {
            assert_eq!(count(&["--params-from", argument(&removals)]), 10, "{name}");
            assert_eq!(count(&["--rules", argument(&rules)]), 10, "{name}");
            assert_eq!(count(&["--rules", argument(&others)]), 30, "{name}");
        }
    }
    for other in [
        "myname",
        "my_name",
        "my%2Bname",
        "my%252520nam",
        "my%25name",
    ] {
        assert_eq!(count(&["--ignore-param", other]), 20, "{other}");
    }
}

/// On the first lines of a site nothing says yet that its names are not English.
#[test]
fn an_action_is_none_of_the_things_beside_it_in_any_language() {
    for (things, action) in [
        ("usuarios", "borrar"),
        ("utilisateurs", "supprimer"),
        ("pedidos", "cancelar"),
        ("commandes", "annuler"),
        ("clientes", "eliminar"),
        ("produits", "ajouter"),
        ("artigos", "apagar"),
        ("usuarios", "exportar"),
        ("contas", "transferir"),
        ("comptes", "fermer"),
        ("users", "borrar"),
        ("users", "elimina"),
    ] {
        let list =
            format!("https://a.example/{things}/quil\nhttps://a.example/{things}/{action}\n");
        let kept = kept(&["-q"], list.as_bytes());
        assert_eq!(String::from_utf8_lossy(&kept), list);
    }
}

#[test]
fn an_action_in_capitals_is_none_of_the_things_beside_it() {
    let actions = [
        "DELETE", "EXPORT", "IMPORT", "APPROVE", "REFUND", "TRANSFER", "CREATE", "EDIT", "UPLOAD",
        "RESTORE",
    ];
    for things in ["users", "orders", "product"] {
        for action in actions {
            let names = ["quokka", "wombat", "numbat", action];
            let list = names.map(|name| format!("https://a.example/{things}/{name}\n"));
            let kept = kept(&["-q"], list.concat().as_bytes());
            let kept = String::from_utf8_lossy(&kept);
            assert!(kept.ends_with(&list[3]), "{things}: {kept}");
        }
    }
}

#[test]
fn a_host_is_one_however_it_is_written() {
    let hosts = [
        "пример.рф",
        "xn--e1afmkfd.xn--p1ai",
        "%D0%BF%D1%80%D0%B8%D0%BC%D0%B5%D1%80.рф",
    ];
    let list = hosts
        .map(|host| format!("https://{host}/вход\nhttps://a.{host}/\n"))
        .concat();
    let first: Vec<&str> = list.lines().take(2).collect();
    let lines = |arguments: &[&str]| {
        let kept = kept(&[arguments, &["-q"]].concat(), list.as_bytes());
        String::from_utf8(kept)
            .expect("it is text")
            .lines()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(lines(&[]), first);
    for host in &hosts[..2] {
        assert_eq!(lines(&["--host", host]), first[..1]);
        let rules = lines(&["export", "--to", "regex", "--only-host", host]);
        assert!(
            rules[0].contains("%D0%B2%D1%85%D0%BE%D0%B4") && rules.len() == 1,
            "{rules:?}"
        );
    }
    assert_eq!(lines(&["--merge-hosts", "--max-per-host", "1"]), first[..1]);
}

#[test]
fn templates_show_names_as_people_write_them() {
    let shapes = text(&["-q", "--print", "shape"]);
    assert_eq!(
        shapes,
        "https://a.example/вход?вид=a\nhttps://a.example/вход\nhttps://a.example/заказы/{int}\n"
    );
    let said = text(&["-q", "--explain", "-d"]);
    assert!(
        said.contains("shape: https://a.example/заказы/{int}"),
        "{said}"
    );
    assert!(text(&["templates"]).contains("/заказы/{int}"));
    let classes = text(&["classes", "вход", "٢٠٢٤"]);
    assert!(
        classes.contains("dangerous to lose") && classes.contains("class     int"),
        "{classes}"
    );
}

/// Sections of a Basque site in the order of the alphabet: the first names are in no list.
#[test]
fn sections_stay_in_the_order_of_the_alphabet() {
    let names = "aditz ahizpa ahuntz aitona aizkora akelarre alaba aldizkari amama amets amona andere antzara \
                 apaiz apal arbola ardi ardo arkatz arrain arreba arropa artalde arto asto atari aterki atze auzo \
                 azal azeri azoka baratze barazki baserri baso begi belar beltz bero";
    let list = format!(
        "https://t.example/{}",
        names.replace(' ', "\nhttps://t.example/")
    );
    let kept = kept(&["-q"], list.as_bytes());
    assert!(
        kept.split(|&byte| byte == b'\n').count() > 38,
        "{}",
        String::from_utf8_lossy(&kept)
    );
}
