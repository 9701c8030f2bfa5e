//! Names that tools and registries give: builds, packages, projects, apps, documents and editions.
//! Each list has the paths of one piece of software, and similar ones that must be kept.

use urlsift::Sift;

/// Lines with a host before them, and whether each is printed.
fn kept(lines: &[&str]) -> Vec<String> {
    let mut sift = Sift::builder().build().expect("the settings are valid");
    let lines = lines.iter().map(|line| format!("https://a.test/{line}"));
    lines
        .filter(|line| sift.admit(line.as_bytes()).is_printed())
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
fn an_address_in_the_path_is_compared_like_any_other() {
    assert_kept(&[
        "+ web/20210101000000/https://b.test/admin/delete",
        "web/20220101000000/http://b.test/admin/delete",
        "web/2021010100id_/https://b.test/admin/delete",
        "+ web/20210101000000/https://b.test/admin/edit",
        "+ web/20210101000000/https://b.test/users/17",
        "web/20220101000000/https://b.test/users/18",
        "+ web/20210101000000/https://c.test/admin/delete",
        "+ fetch/https:/b.test/admin/delete",
        "fetch/https%3A%2F%2Fb.test%2Fadmin%2Fdelete",
        "fetch/http%253A%252F%252Fb.test%252Fadmin%252Fdelete%253Fx",
        "+ https://b.test/cart",
        "http:/b.test/cart",
        "+ https://b.test/login",
        "+ translate/en/https://b.test/login?id=7",
        "translate/en/https://b.test/login?id=8",
        // A page that shows others may show itself without end.
        "+ proxy/https://b.test/proxy/https://c.test/x",
        "proxy/https://b.test/proxy/https://c.test/y/z",
        "proxy/https://b.test/proxy/https://b.test/proxy/https://c.test/x",
        "+ login?url=https://b.test/x",
        "login?url=https://b.test/y/z",
    ]);
}

#[test]
fn the_tree_of_a_repository_is_one_path() {
    let sha = "0123456789abcdef0123456789abcdef01234567";
    for tree in [
        "ann/tea/src/commit/SHA",
        "ann/tea/src/branch/main",
        "ann/tea/rss/commit/SHA",
        "ann/tea/src/SHA",
        "ann/tea/src/master",
        "ann/tea/annotate/4af0bdc4d2e1",
        "ann/tea/raw/v1.2.0",
        "projects/TEA/repos/pot/browse",
        "kettle/+/SHA",
        "kettle/+/refs/heads/main",
        "cgit/tea/tree",
        "tea.git/plain",
        "tea/file/tip",
        "tea/raw-file/4af0bdc4d2e1",
        "viewvc/tea/trunk",
        "cgi-bin/viewvc.cgi/tea",
        "projects/tea/repository/revisions/417/entry",
        "xref/tea",
        "diffusion/TEA/browse/master",
        "tea/blob/main/f",
        "~ann/tea/tree/master/item",
        "tea/doc/trunk",
        "tea/files/SHA",
        "tea/~files/main",
        "~ann/tea/files/head:",
        "en/latest/_modules",
    ] {
        let tree = tree.replace("SHA", sha);
        let files = [
            "a.rs",
            "docs/guide.md",
            "b/c/d.py",
            "Kettle.toml",
            "e/quil.h",
        ];
        let lines: Vec<String> = files.iter().map(|file| format!("{tree}/{file}")).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        assert_eq!(kept(&lines).len(), 1, "{tree}");
    }
}

#[test]
fn a_path_that_ends_with_a_number_leads_to_no_file() {
    assert_kept(&[
        "+ browser/zork/nodes/3/11/1535",
        "browser/zork/nodes/4/12/1536",
        "+ browser/zork/nodes/3/11",
        "+ browser/kettle/nodes/3/11/1535",
        "+ browser/kettle/sql/3/11/1535/",
        "+ browser/kettle/stats/3/11/1535?full=1",
        "+ browser/tree/open/4",
        "+ browser/tree/close/4",
        "browser/tree/close/5",
        "+ log/zork/lines/17/4",
        "+ log/kettle/lines/17/4",
        "+ browser/zork/lib/a.c",
        "browser/zork/lib/tools/b.c",
        "browser/kettle/docs/v2",
    ]);
}

#[test]
fn folders_of_other_sites_are_no_trees() {
    for folder in [
        "static/src/main",
        "app/src/components",
        "docs/master",
        "docs/latest",
        "files/4af0bdc4",
        "file/0123456789abcdef0123456789abcdef01234567",
        "media/photos",
        "help/view",
        "rss/tag",
        "store/browse",
        "api/v1/repository/browse/master",
    ] {
        let pages = ["delete", "edit", "export"];
        let lines = pages.map(|page| format!("{folder}/{page}"));
        assert_eq!(
            kept(&lines.each_ref().map(String::as_str)).len(),
            3,
            "{folder}"
        );
    }
}

#[test]
fn names_of_parameters_keep_three_of_each_form() {
    let mut lines = vec!["+ a?nid_0b629=1", "+ a?nid_1c730=1", "+ a?nid_9a8b7=1"];
    lines.extend([
        "a?nid_44efc=1",
        "a?nid_5d1e2=2",
        "a?nid_0b629=3",
        "+ a?nid=1",
    ]);
    lines.extend([
        "+ a?user:ann",
        "+ a?user:bob",
        "+ a?user:eve",
        "a?user:zoe",
        "a?user:mia",
    ]);
    lines.extend([
        "+ b?12+zork+pdf",
        "+ b?13+quil+pdf",
        "+ b?14+nim+pdf",
        "b?15+wib+pdf",
    ]);
    lines.extend([
        "+ c?OpenDocument",
        "+ c?EditDocument",
        "+ c?address1=x",
        "+ c?address2=x",
    ]);
    assert_kept(&lines);
}

#[test]
fn damaged_names_are_one_more_name_at_most() {
    assert_kept(&[
        "+ s?a=1&b=2",
        "+ s?a=1&amp;b=2",
        "s?a=1&amp;amp;b=2",
        "s?a=1&amp%253Bb=2",
        "s?a=1&amp%25253Bb=2",
        "s?a=1&%26b=2",
        "s?a=1&u0026b=2",
        "s?a=1&%2338%3Bb=2",
        "s?a=1&+b=2",
        "s?a=1&?b=2",
        "s?a=1&b%20=2",
        "s?a=2&b=3",
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
