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
