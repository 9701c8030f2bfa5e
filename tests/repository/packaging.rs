//! What installs the program, and the step of a workflow that compares lists: scripts that are run
//! here, on archives and a repository that a test makes.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::needs::available;
use crate::program::{argument, kept, outcome};

const VERSION: &str = env!("CARGO_PKG_VERSION");
const TARGETS: [&str; 5] = [
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-gnu",
];

/// Runs a command to its end: exit status, standard output and standard error.
fn ran(command: &mut Command) -> (Option<i32>, String, String) {
    outcome(
        &command
            .output()
            .unwrap_or_else(|error| panic!("{command:?}: {error}")),
    )
}

/// Writes what package managers take of a release, with the key that signs it.
fn write(directory: &Path, key: &Path) -> (Option<i32>, String) {
    let (status, _, said) = ran(Command::new(".ci/packaging/write").arg(directory).arg(key));
    (status, said)
}

/// No key: the release is not signed.
fn unsigned() -> &'static Path {
    Path::new("no key")
}

fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::new(), |mut digits, byte| {
            let _ = write!(digits, "{byte:02x}");
            digits
        })
}

/// Makes the archives of a release, all with one program, and their checksums.
fn release(directory: &Path, program: &Path) {
    let mut sums = String::new();
    for target in TARGETS {
        let name = format!("urlsift-{VERSION}-{target}");
        let file = format!(
            "{name}.{}",
            if target.contains("windows") {
                "zip"
            } else {
                "tar.gz"
            }
        );
        if target.contains("linux") {
            let folder = directory.join(&name);
            fs::create_dir_all(folder.join("docs")).expect("a directory");
            fs::copy(program, folder.join("urlsift")).expect("a copy");
            fs::copy("docs/urlsift.1", folder.join("docs/urlsift.1")).expect("a copy");
            fs::copy("LICENSE-MIT", folder.join("LICENSE-MIT")).expect("a copy");
            fs::write(folder.join("LICENSES-THIRD-PARTY.txt"), "theirs\n").expect("a file");
            let (status, _, said) =
                ran(Command::new("cp").args(["-r", "completions"]).arg(&folder));
            assert_eq!(status, Some(0), "{said}");
            let mut tar = Command::new("tar");
            tar.args(["-cf", "-", "-C", argument(directory), &name]);
            // What stands in it matters, not how well it is packed.
            let tar = tar.output().expect("tar runs").stdout;
            let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            std::io::Write::write_all(&mut packed, &tar).expect("memory takes it");
            fs::write(
                directory.join(&file),
                packed.finish().expect("memory takes it"),
            )
            .expect("a file");
        } else {
            fs::write(directory.join(&file), target).expect("a file");
        }
        let bytes = fs::read(directory.join(&file)).expect("the file is there");
        let _ = writeln!(sums, "{}  ./{file}", checksum(&bytes));
    }
    fs::write(directory.join("SHA256SUMS"), sums).expect("a file");
    assert_eq!(write(directory, unsigned()), (Some(0), String::new()));
}

/// Installs the archives of a directory, with the programs that a path names.
#[cfg(target_os = "linux")]
fn install(from: &Path, into: &Path, path: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new("/bin/sh");
    command
        .arg(from.join("install.sh"))
        .arg(into)
        .env("PATH", path);
    ran(command.env("URLSIFT_FROM", format!("file://{}", from.display())))
}

#[test]
fn manifests_have_the_checksums_of_a_release() {
    if !available("python3") {
        return;
    }
    let scratch = tempfile::tempdir().expect("a directory");
    // Nobody starts the program of these archives.
    release(scratch.path(), Path::new("docs/urlsift.1"));
    let text = |name: &str| fs::read_to_string(scratch.path().join(name)).expect("it is written");
    let sums = text("SHA256SUMS");
    let sums: BTreeMap<&str, &str> = sums
        .lines()
        .filter_map(|line| line.split_once("  ./urlsift-"))
        .map(|(sum, name)| (name, sum))
        .collect();
    let sum = |target: &str| {
        *sums
            .iter()
            .find(|(name, _)| name.contains(target))
            .expect("it is there")
            .1
    };

    let scoop: Value = serde_json::from_str(&text("urlsift.json")).expect("it is JSON");
    assert_eq!(scoop["architecture"]["64bit"]["hash"], sum("windows"));
    for (name, targets) in [
        ("urlsift.rb", &TARGETS[..4]),
        ("PKGBUILD", &TARGETS[..2]),
        ("install.sh", &TARGETS[..4]),
    ] {
        let text = text(name);
        assert!(
            targets.iter().all(|target| text.contains(sum(target))),
            "{name}: {text}"
        );
        assert!(
            !text.contains('@') || name == "install.sh",
            "{name}: {text}"
        );
    }
    if available("ruby") {
        let formula = scratch.path().join("urlsift.rb");
        let (status, said, _) = ran(Command::new("ruby").arg("-c").arg(formula));
        assert_eq!((status, said.as_str()), (Some(0), "Syntax OK\n"));
    }
    // Debian's makepkg comes without the pacman that it calls.
    if available("makepkg") && available("pacman") {
        // makepkg does not run as root.
        let (_, user, _) = ran(Command::new("id").arg("-u"));
        let mut command = Command::new(if user.trim() == "0" {
            "setpriv"
        } else {
            "makepkg"
        });
        if user.trim() == "0" {
            fs::set_permissions(scratch.path(), fs::Permissions::from_mode(0o777))
                .expect("it is ours");
            command.args([
                "--reuid=65534",
                "--regid=65534",
                "--clear-groups",
                "makepkg",
            ]);
        }
        let (status, said, error) = ran(command.arg("--printsrcinfo").current_dir(scratch.path()));
        assert_eq!(status, Some(0), "{error}");
        for line in [
            format!("pkgver = {VERSION}"),
            format!("sha256sums_x86_64 = {}", sum("x86_64-unknown-linux")),
            format!("sha256sums_aarch64 = {}", sum("aarch64-unknown-linux")),
        ] {
            assert!(said.contains(&line), "{said}");
        }
    }
    // A release without Windows is no release of Scoop's.
    let sums = text("SHA256SUMS");
    let few: Vec<&str> = sums
        .split_inclusive('\n')
        .filter(|line| !line.contains("windows"))
        .collect();
    fs::write(scratch.path().join("SHA256SUMS"), few.concat()).expect("a file");
    let expected = "urlsift.json is not written: SHA256SUMS has no SHA256 x86_64-pc-windows-gnu\n";
    assert_eq!(
        write(scratch.path(), unsigned()),
        (Some(1), expected.to_owned())
    );
}

#[test]
#[cfg(target_os = "linux")]
fn the_installer_takes_only_what_was_released() {
    if !available("python3") || !available("curl") {
        return;
    }
    let scratch = tempfile::tempdir().expect("a directory");
    let [from, into, other] = ["from", "into", "other"].map(|name| scratch.path().join(name));
    fs::create_dir(&from).expect("a directory");
    release(&from, Path::new(env!("CARGO_BIN_EXE_urlsift")));
    let path = std::env::var("PATH").expect("there is a path");
    let install = |into: &Path, path: &str| install(&from, into, path);

    let (status, said, error) = install(&into, &path);
    let expected = "install.sh: this release is not signed; its checksum is right\n";
    assert_eq!((status, error.as_str()), (Some(0), expected));
    assert!(
        said.starts_with(&format!("installed urlsift {VERSION} as ")) && said.contains("to PATH"),
        "{said}"
    );
    let installed = ran(Command::new(into.join("bin/urlsift")).args(["-q", "testdata/first.txt"]));
    assert_eq!(
        installed.1.as_bytes(),
        kept(&["-q", "testdata/first.txt"], b"")
    );
    for file in [
        "share/man/man1/urlsift.1",
        "share/fish/vendor_completions.d/urlsift.fish",
    ] {
        assert!(into.join(file).is_file(), "{file}");
    }

    // A machine that no program is made for.
    let machines = scratch.path().join("machines");
    fs::create_dir(&machines).expect("a directory");
    fs::write(
        machines.join("uname"),
        "#!/bin/sh\n[ \"$1\" = -m ] && echo s390x || echo Linux\n",
    )
    .expect("a file");
    fs::set_permissions(machines.join("uname"), fs::Permissions::from_mode(0o755))
        .expect("it is ours");
    let (status, _, said) = install(&other, &format!("{}:{path}", machines.display()));
    assert!(
        status == Some(1) && said.contains("no program is made for Linux on s390x"),
        "{said}"
    );

    // An archive that somebody changed, and one that is not there.
    for target in &TARGETS[..2] {
        let archive = from.join(format!("urlsift-{VERSION}-{target}.tar.gz"));
        let mut bytes = fs::read(&archive).expect("the archive is there");
        bytes.push(0);
        fs::write(&archive, bytes).expect("a file");
    }
    let (status, _, said) = install(&other, &path);
    assert!(
        status == Some(1) && said.contains("is not what was released"),
        "{said}"
    );
    for target in &TARGETS[..2] {
        fs::remove_file(from.join(format!("urlsift-{VERSION}-{target}.tar.gz")))
            .expect("it was there");
    }
    let (status, _, said) = install(&other, &path);
    assert!(
        status == Some(1) && said.contains("cannot fetch file://"),
        "{said}"
    );
    assert!(!other.exists());
}

#[test]
#[cfg(target_os = "linux")]
fn the_installer_verifies_the_signature_of_a_release() {
    if !available("python3") || !available("curl") || !available("ssh-keygen") {
        return;
    }
    let scratch = tempfile::tempdir().expect("a directory");
    let [from, into, other] = ["from", "into", "other"].map(|name| scratch.path().join(name));
    fs::create_dir(&from).expect("a directory");
    // Archives are checked before anything in them runs.
    release(&from, Path::new("/bin/true"));
    let [key, strange] = ["key", "strange"].map(|name| {
        let key = scratch.path().join(name);
        let mut make = Command::new("ssh-keygen");
        let (status, _, said) = ran(make.args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(&key));
        assert_eq!(status, Some(0), "{said}");
        key
    });
    assert_eq!(
        write(&from, &key.with_extension("pub")),
        (Some(0), String::new())
    );
    let sums = from.join("SHA256SUMS");
    let sign = |key: &Path| {
        let _ = fs::remove_file(from.join("SHA256SUMS.sig"));
        let mut sign = Command::new("ssh-keygen");
        let (status, _, said) = ran(sign
            .args(["-Y", "sign", "-q", "-n", "urlsift", "-f"])
            .arg(key)
            .arg(&sums));
        assert_eq!(status, Some(0), "{said}");
    };
    let path = std::env::var("PATH").expect("there is a path");
    let install = |into: &Path, path: &str| install(&from, into, path);
    let refused = |why: &str| {
        let (status, _, said) = install(&other, &path);
        assert!(
            status == Some(1) && said.contains(why) && !other.exists(),
            "{said}"
        );
    };

    refused("SHA256SUMS.sig");
    sign(&strange);
    refused("SHA256SUMS is not signed by the owner");
    sign(&key);
    let (status, _, said) = install(&into, &path);
    assert_eq!((status, said.as_str()), (Some(0), ""));

    // Where OpenSSH is missing, the checksum decides, and the user is told.
    let few = scratch.path().join("few");
    fs::create_dir(&few).expect("a directory");
    for tool in [
        "sh",
        "uname",
        "mktemp",
        "rm",
        "mkdir",
        "curl",
        "sha256sum",
        "cut",
        "tar",
        "gzip",
        "cp",
        "dirname",
    ] {
        let (_, found, _) = ran(Command::new("sh").args(["-c", &format!("command -v {tool}")]));
        std::os::unix::fs::symlink(found.trim(), few.join(tool)).expect("a link");
    }
    let (status, _, said) = install(&into, few.to_str().expect("it is Unicode"));
    assert!(
        status == Some(0) && said.contains("the signature was not verified"),
        "{said}"
    );

    // Checksums that somebody changed after they were signed, and a signed list of other archives.
    let signed = fs::read_to_string(&sums).expect("it is there");
    fs::write(&sums, format!("{signed}\n")).expect("a file");
    refused("SHA256SUMS is not signed by the owner");
    fs::write(&sums, signed.replace("linux", "other")).expect("a file");
    sign(&key);
    refused("does not name this urlsift-");
}

#[test]
fn the_image_is_a_layout_of_its_digests() {
    if !available("python3") {
        return;
    }
    let scratch = tempfile::tempdir().expect("a directory");
    // Nobody starts the program of these archives.
    release(scratch.path(), Path::new("docs/urlsift.1"));
    let archive = scratch.path().join(format!("urlsift-{VERSION}-oci.tar"));
    let make = || {
        let (status, _, said) = ran(Command::new(".ci/packaging/image").arg(scratch.path()));
        assert_eq!((status, said.as_str()), (Some(0), ""));
        fs::read(&archive).expect("it is written")
    };
    assert_eq!(
        checksum(&make()),
        checksum(&make()),
        "the same programs make the same bytes"
    );
    let layout = scratch.path().join("layout");
    fs::create_dir(&layout).expect("a directory");
    let (status, _, said) = ran(Command::new("tar")
        .arg("-xf")
        .arg(&archive)
        .arg("-C")
        .arg(&layout));
    assert_eq!(status, Some(0), "{said}");
    let blob = |entry: &Value| -> Vec<u8> {
        let digest = entry["digest"]
            .as_str()
            .expect("a digest")
            .strip_prefix("sha256:")
            .expect("of SHA-256");
        let bytes = fs::read(layout.join("blobs/sha256").join(digest)).expect("the blob is there");
        assert_eq!(checksum(&bytes), digest);
        assert_eq!(entry["size"], bytes.len());
        bytes
    };
    let object = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).expect("it is JSON");
    let front = object(&fs::read(layout.join("index.json")).expect("there is an index"));
    let index = object(&blob(&front["manifests"][0]));
    let images = index["manifests"].as_array().expect("a list");
    let architectures: Vec<&Value> = images
        .iter()
        .map(|image| &image["platform"]["architecture"])
        .collect();
    assert_eq!(architectures, ["amd64", "arm64"]);
    for image in images {
        let manifest = object(&blob(image));
        let config = object(&blob(&manifest["config"]));
        assert_eq!(config["config"]["Entrypoint"][0], "/urlsift");
        assert_eq!(config["config"]["Volumes"]["/state"], serde_json::json!({}));
        assert!(blob(&manifest["layers"][0]).len() > 1000);
    }
}

/// A repository whose list was changed on a branch.
#[test]
fn the_action_says_what_a_branch_changes() {
    if !available("git") {
        return;
    }
    let scratch = tempfile::tempdir().expect("a directory");
    let repository = scratch.path().join("site");
    fs::create_dir(&repository).expect("a directory");
    let git = |arguments: &[&str]| {
        let who = [
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@a.test",
            "-c",
            "init.defaultBranch=main",
        ];
        let (status, _, said) = ran(Command::new("git")
            .args(who)
            .args(arguments)
            .current_dir(&repository));
        assert_eq!(status, Some(0), "{said}");
    };
    let list = repository.join("urls.txt");
    git(&["init", "-q"]);
    fs::write(
        &list,
        "https://shop.test/product/17\nhttps://shop.test/cart\nhttps://shop.test/old/1\n",
    )
    .expect("a file");
    git(&["add", "."]);
    git(&["commit", "-qm", "before"]);
    fs::write(
        &list,
        "https://shop.test/cart?coupon=A\nhttps://shop.test/product/99\nhttps://shop.test/api/v2/orders\n",
    )
    .expect("a file");
    fs::write(repository.join("more.txt"), "https://shop.test/\n").expect("a file");
    let words = [
        "zork", "quokka", "wombat", "numbat", "bilby", "tapir", "dingo", "okapi", "potto", "saiga",
    ];
    let name = |at: usize| {
        [at / 1000, at / 100 % 10, at / 10 % 10, at % 10]
            .map(|at| words[at])
            .concat()
    };
    let many: Vec<String> = (0..3000)
        .map(|at| format!("https://shop.test/api/{}.php", name(at)))
        .collect();
    fs::write(repository.join("many.txt"), many.join("\n")).expect("a file");
    std::os::unix::fs::symlink(".git/config", repository.join("link.txt")).expect("a link");
    git(&["add", "."]);
    git(&["commit", "-qm", "after"]);

    let program = Path::new(env!("CARGO_BIN_EXE_urlsift"))
        .parent()
        .expect("it is somewhere");
    let script = fs::canonicalize(".ci/packaging/action").expect("it is there");
    let [temporary, outputs, summary] =
        ["temporary", "outputs", "summary"].map(|name| scratch.path().join(name));
    // The command of the host, and one that says what this program is given.
    let bin = scratch.path().join("bin");
    fs::create_dir(&bin).expect("a directory");
    let real = program.join("urlsift");
    for (name, does) in [
        ("gh", "cp \"$5\" \"$RUNNER_TEMP/commented\"".to_owned()),
        (
            "urlsift",
            format!(
                "env >>\"$RUNNER_TEMP/given\"; exec {} \"$@\"",
                real.display()
            ),
        ),
    ] {
        let script = bin.join(name);
        fs::write(&script, format!("#!/bin/sh\n{does}\n")).expect("a file");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("it is ours");
    }
    let act = |settings: &[(&str, &str)]| {
        for file in [&outputs, &summary] {
            fs::write(file, "").expect("a file");
        }
        let path = std::env::var("PATH").expect("there is a path");
        let path = format!("{}:{}:{path}", bin.display(), program.display());
        let mut command = Command::new(&script);
        command
            .current_dir(&repository)
            .env("PATH", path)
            .env("RUNNER_TEMP", &temporary);
        command
            .env("GITHUB_OUTPUT", &outputs)
            .env("GITHUB_STEP_SUMMARY", &summary);
        let (status, _, said) = ran(command.envs(settings.iter().copied()));
        let text = |file: &Path| fs::read_to_string(file).expect("it is there");
        (status, said, text(&outputs), text(&summary))
    };

    let (status, said, written, page) = act(&[("LIST", "urls.txt")]);
    assert_eq!(status, Some(0), "{said}");
    assert!(
        written.contains("\nnew=1\ngone=1\nchanged=1\n"),
        "{written}"
    );
    assert!(
        page.starts_with("**1 new, 1 gone, 1 changed**") && page.contains("/api/v2/orders"),
        "{page}"
    );
    assert_eq!(
        act(&[("LIST", "urls.txt"), ("FAIL_ON", "new,gone")]).0,
        Some(1)
    );
    let (status, _, written, _) = act(&[
        ("LIST", "urls.txt"),
        ("FAIL_ON", "new"),
        ("OPTIONS", "--only changed"),
    ]);
    assert_eq!(
        (status, written.contains("\nnew=0\ngone=0\nchanged=1\n")),
        (Some(0), true),
        "{written}"
    );
    // The list of the base is the list: nothing differs.
    assert!(
        act(&[
            ("LIST", "urls.txt"),
            ("BASE", "HEAD"),
            ("FAIL_ON", "new,gone,changed")
        ])
        .0 == Some(0)
    );
    // A list that is new.
    let (status, _, written, _) = act(&[("LIST", "more.txt")]);
    assert_eq!(
        (status, written.contains("\nnew=1\ngone=0\n")),
        (Some(0), true),
        "{written}"
    );
    // A comment is cut to what the host takes, and the token is for the comment alone.
    let comments = [
        ("LIST", "many.txt"),
        ("COMMENT", "yes"),
        ("PULL_REQUEST", "7"),
        ("GH_TOKEN", "zork"),
    ];
    let (status, said, _, page) = act(&comments);
    let written = |name: &str| fs::read_to_string(temporary.join(name)).expect("it is there");
    let comment = written("commented");
    assert_eq!(status, Some(0), "{said}");
    assert!(
        page.len() > 180_000 && (50_000..65_536).contains(&comment.len()),
        "{}",
        comment.len()
    );
    assert!(comment.ends_with("|\n\nThe rest is in the summary of the job.\n"));
    assert!(written("given").contains("RUNNER_TEMP") && !written("given").contains("GH_TOKEN"));
    for (settings, message) in [
        (
            &[("LIST", "link.txt")][..],
            "link.txt is a link or a directory of HEAD, and no file",
        ),
        (
            &[("LIST", "none.txt")],
            "there is no list none.txt on this branch",
        ),
        (
            &[("LIST", "urls.txt"), ("BASE", "elsewhere")],
            "elsewhere is not in this checkout",
        ),
        (
            &[("LIST", "urls.txt"), ("FAIL_ON", "newer")],
            "fail-on has 'newer'",
        ),
        (
            &[("LIST", "urls.txt"), ("OPTIONS", "--nonsense")],
            "the lists cannot be compared",
        ),
    ] {
        let (status, said, ..) = act(settings);
        assert!(
            status == Some(2) && said.contains(message),
            "{status:?}: {said}"
        );
    }
}

#[test]
fn the_site_has_all_documents() {
    let summary = fs::read_to_string("docs/SUMMARY.md").expect("it is there");
    for entry in fs::read_dir("docs").expect("it is there").flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "md")
            && !path.ends_with("SUMMARY.md")
        {
            let name = entry.file_name().into_string().expect("it is a name");
            assert!(
                summary.contains(&format!("]({name})")),
                "docs/SUMMARY.md has no {name}"
            );
        }
    }
}

#[test]
fn the_answers_for_the_badge_have_reasons_and_name_files_that_exist() {
    let answers = fs::read_to_string(".bestpractices.json").expect("it is there");
    let answers: BTreeMap<String, String> = serde_json::from_str(&answers).expect("it is JSON");
    let mut count = 0;
    for (name, status) in answers.iter().filter(|(name, _)| name.ends_with("_status")) {
        count += 1;
        assert!(
            ["Met", "Unmet", "N/A", "?"].contains(&status.as_str()),
            "{name}: {status}"
        );
        let reason = &answers[&name.replace("_status", "_justification")];
        for word in reason
            .split([' ', ',', ';', ':', '(', ')'])
            .map(|word| word.trim_end_matches('.'))
        {
            let path = Path::new(word);
            let is_file = path.extension().is_some_and(|extension| extension == "md")
                || [".ci/", "LICENSE-"]
                    .iter()
                    .any(|start| word.starts_with(start));
            assert!(!is_file || path.exists(), "{name}: {word}");
        }
    }
    assert_eq!(count, 67, "the questions of the first level");
}
