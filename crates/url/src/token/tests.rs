//! Names that tools and registries give: builds, packages, projects, apps, documents and editions.
//! Each list has the paths of one piece of software, and similar ones that must be kept.

use urlsift::{Sift, Verdict};

/// Lines with a host before them, and whether each is printed.
fn kept(lines: &[&str]) -> Vec<String> {
    let mut sift = Sift::builder().build().expect("the settings are valid");
    let lines = lines.iter().map(|line| format!("https://a.test/{line}"));
    lines
        .filter(|line| sift.admit(line.as_bytes()) == Verdict::Kept)
        .collect()
}

/// Asserts that exactly the lines with a `+` before them are printed.
#[track_caller]
fn assert_kept(lines: &[&str]) {
    let all: Vec<&str> = lines
        .iter()
        .map(|line| line.trim_start_matches("+ "))
        .collect();
    let wanted: Vec<String> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("+ "))
        .map(|line| format!("https://a.test/{line}"))
        .collect();
    assert_eq!(kept(&all), wanted);
}

#[test]
fn files_of_builds_differ_by_their_names_alone() {
    assert_kept(&[
        "+ assets/index-BEX5bVOE.js",
        "assets/index-DID_kOSa.js",
        "assets/index-CfYp9-Xa.js",
        "+ assets/index-BEX5bVOE.css",
        "+ assets/login-BEX5bVOE.js",
        "+ assets/index-Version2.js",
        "+ assets/index-i18nMenu.js",
        "+ assets/index-UserList.js",
        "+ chunk-2DKH5KCN.js",
        "chunk-SCHOHYNV.js",
        "+ static/js/vendors~main.3f2a.js",
        "static/js/vendors~main.d823.js",
        "+ _app/immutable/chunks/D9Y7wq3f.js",
        "_app/immutable/chunks/b0XkR4Tz.js",
    ]);
}

#[test]
fn names_of_builds_of_next_are_values_and_their_data_has_the_names_of_pages() {
    assert_kept(&[
        "+ _next/data/u3rrboBWdbl7fAjPR7-Aa/about.json",
        "_next/data/summer-quokka/about.json",
        "+ _next/data/zork/product/red-shoes-summer-sale.json",
        "_next/data/zork/product/blue-hat-winter-sale.json",
        "+ _next/static/u3rrboBWdbl7fAjPR7-Aa/_buildManifest.js",
        "_next/static/summer-quokka/_buildManifest.js",
        "+ _next/static/chunks/main-4af0bdc4.js",
        "+ _next/static/css/4af0bdc4.css",
        // Elsewhere programmers named such files.
        "+ data/red-shoes-summer-sale.json",
        "+ data/blue-hat-winter-sale.json",
    ]);
}

#[test]
fn packages_are_values_with_their_files() {
    assert_kept(&[
        "+ rxjs/-/rxjs-6.6.7.tgz",
        "debug/-/debug-4.3.4.tgz",
        "kettle/-/kettle-1.0.0-beta.1.tgz",
        "+ @zork/kettle/-/kettle-1.0.0.tgz",
        "@quil/lantern/-/lantern-2.0.0.tgz",
        "+ files/kettle-1.0.jar",
        "files/lantern-31.1-jre.jar",
        "+ files/app.jar",
        "+ files/kettle-1.0.jar.sha1",
        "files/lantern-3.12.0.jar.sha1",
    ]);
}

#[test]
fn projects_of_forges_are_values_before_their_routes() {
    assert_kept(&[
        "+ ann/kettle/-/issues/7",
        "bob/lantern/-/issues/8",
        "+ ann/kettle/-/merge_requests/7",
        "quil/zork/-/merge_requests/9",
        "+ kettle/+bug/7",
        "lantern/+bug/8",
        "+ kettle/+/4af0bdc4",
        "lantern/+/deadbee1",
        "+ users/+ann/posts",
        "+ tags/+ann/posts",
        // Health checks of services, after their names.
        "+ prometheus/-/healthy",
        "+ alertmanager/-/healthy",
        "+ cluster/prometheus/-/reload",
        "+ cluster/alertmanager/-/reload",
    ]);
}

#[test]
fn apps_and_documents_are_values() {
    assert_kept(&[
        "+ packages/com.zork.kettle",
        "packages/org.quil.lantern",
        "packages/io.zork.tea_party",
        "+ services/com.zork.KettleService",
        "+ services/com.zork.LanternService",
        "+ doi/abs/10.1145/3453483.3454084",
        "doi/abs/10.12345/kettle.tea",
        "+ article/10.1007/s11265-014-0880-5",
        "article/10.1038/nature12373",
        "+ geo/10.12345/map",
        "+ geo/10.12345/layers",
    ]);
}

#[test]
fn editions_may_name_a_script_or_a_region_of_many_countries() {
    assert_kept(&[
        "+ zh-Hans/about",
        "zh-Hant/about",
        "es-419/about",
        "sr-Latn/about",
        "en-us/about",
        "fil-PH/about",
        "yue-Hant/about",
        "+ go-home/about",
        "+ buy-tv/about",
    ]);
}

#[test]
fn chunks_that_webpack_joined_are_one_path_inside_the_path() {
    assert_kept(&[
        "+ 7.scripts/home-/cart-/print-.4af0bdc4.js",
        "12.scripts/layout-/print-.deadbee1.js",
        "12.scripts/layout-/home-.deadbee1.js",
        "+ 7.scripts/home.4af0bdc4.js",
        "+ 7.scripts/home-/cart",
        "+ scripts/main-.4af0bdc4.js",
        "+ home-/main.js",
        "+ shop-/main.js",
    ]);
}

#[test]
fn a_page_of_a_manual_is_one_in_all_of_its_editions() {
    assert_kept(&[
        "+ docs/3.6.0/setup/",
        "docs/setup",
        "docs/4.0.12/setup",
        "+ docs/3.6.0/login",
        "+ docs/4.0.12/",
        "docs/3.6.0",
        "+ docs",
        "+ kettle/3.6.0/setup",
        "+ kettle/setup",
        "+ docs/en/setup",
        "+ docs/3/setup",
    ]);
}

#[test]
fn pieces_of_pages_groups_of_resources_and_searches_are_names_of_programmers() {
    let many = |start: &str, end: &str, own: &[&str]| {
        let lines: Vec<String> = (0..60)
            .map(|n| {
                format!(
                    "{start}{}{end}",
                    ["zork", "quokka", "wombat"][n % 3].repeat(n / 3 + 1)
                )
            })
            .chain(own.iter().map(|name| format!("{start}{name}")))
            .collect();
        let kept = kept(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        own.iter()
            .filter(|name| kept.iter().any(|line| line.ends_with(*name)))
            .count()
    };
    let pieces = [
        "zork_help_overlay.html",
        "overlay-zork-help.html",
        "quokka_row_partial.html",
    ];
    assert_eq!(many("app/common/views/", ".html", &pieces), 3);
    let groups = [
        "quokka.example.com",
        "kettles.example.com",
        "wombat.example.org",
    ];
    assert_eq!(many("apis/", ".example.net", &groups), 3);
    let searches = [
        "QuokkaRecordsByOwnerID",
        "QuokkaSourcesByName",
        "WombatRanksByName",
    ];
    assert_eq!(many("rest/", "", &searches), 3);
}
