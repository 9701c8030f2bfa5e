//! Properties of the rules of any list.

use proptest::prelude::*;
use urlsift_core::{Sift, UrlPart};
use urlsift_lists::Templates;

use super::Routes;

/// Returns the templates of lines that teach nothing.
pub(crate) fn templates(lines: &[&str]) -> Templates {
    let settings = Sift::builder().learn(false);
    Templates::of(settings, lines).expect("templates decide")
}

fn part(sift: &Sift, line: &str, part: UrlPart) -> String {
    let mut text = Vec::new();
    sift.scanner().append_part(line.as_bytes(), part, &mut text);
    String::from_utf8(text).expect("it is canonical")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// If nothing is learned and no segment occurs four times, which the filter reads as a loop,
    /// each path is found under the route of its template.
    #[test]
    fn every_path_is_found_under_its_own_route(
        lines in prop::collection::vec(
            r"https://a\.test(/(user|export|item[0-9]|[0-9]{1,2}|[0-9]{1,2}\.(png|PNG)|4af0bdc[0-9])){0,3}/?(\?q=1|#/x)?", 1..60
        ),
    ) {
        let settings = || Sift::builder().learn(false);
        let sift = settings().build().expect("the settings are valid");
        let templates = Templates::of(settings(), &lines).expect("templates decide");
        let routes = Routes::of(&templates);
        for (number, template) in templates.iter().enumerate() {
            for line in template.examples.iter().chain([&template.kept]) {
                let line = str::from_utf8(line).unwrap();
                let [host, path] = [UrlPart::Host, UrlPart::Path].map(|it| part(&sift, line, it));
                prop_assert_eq!(routes.find(&host, &path), routes.of_template(number), "{}", line);
            }
        }
        prop_assert_eq!(routes.iter().map(|route| route.lines).sum::<u64>(), templates.lines);
    }
}

#[test]
fn rules_overlap_and_the_more_specific_one_decides() {
    let words = [
        "quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian", "admin",
    ];
    let mut lines: Vec<String> = words
        .iter()
        .map(|word| format!("https://a.test/zork/{word}"))
        .collect();
    lines.extend(
        [
            "ftp://a.test/zork/quartz",
            "/zork/7",
            "https://a.test/g/p/blob/main/a/b",
            "https://a.test/",
        ]
        .map(str::to_owned),
    );
    let templates = Templates::of(Sift::builder(), &lines).expect("templates decide");
    let routes = Routes::of(&templates);
    let found = |path: &str| {
        let number = routes.find("a.test", path)?;
        routes
            .iter()
            .nth(number)
            .map(|route| (route.path_text(), route.path_regex()))
    };
    let of = |path: &str, regex: &str| Some((path.to_owned(), regex.to_owned()));
    assert_eq!(found("/zork/admin"), of("/zork/admin", "/+zork/+admin/*"));
    assert_eq!(
        found("/zork//beryl/"),
        of("/zork/{word}", "/+zork/+[^/?#]+/*")
    );
    assert_eq!(found("/"), of("/", "/*"));
    assert_eq!(
        found("/g/p/blob/x/y/z"),
        of("/g/p/blob/{path}", "/+g/+p/+blob/+[^?#]+/*")
    );
    assert_eq!(found("/other"), None);
    assert_eq!(routes.find("b.test", "/zork/beryl"), None);
    let bare = routes
        .find("", "/zork/7")
        .and_then(|number| routes.iter().nth(number))
        .expect("it has a rule");
    assert_eq!(bare.url_regex(), "^/+zork/+[0-9]+/*(?:\\?[^#]*)?(?:#.*)?$");
    let ftp = templates
        .iter()
        .position(|template| template.scheme == "ftp")
        .expect("it is there");
    assert_eq!(routes.of_template(ftp), None);
}
