//! How the sources hang together: no circles of imports, and a library that knows nothing of the
//! command line.
//!
//! Files are read as tokens, without comments, texts and unit tests. A path such as
//! `crate::token::Class` leads to the file that defines `Class`, through modules and `use` lines
//! that only pass it on. Naming a module alone (`mod x;`, `use super::x;`) is no import of its
//! file; what is taken out of it (`x::f()`) is.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

/// A source file: what it declares, and what it names.
#[derive(Debug, Default)]
struct File {
    path: PathBuf,
    tokens: Vec<String>,
    /// Modules in files of their own, by name.
    children: BTreeMap<String, usize>,
    parent: Option<usize>,
    /// What `use` lines bind: a name and the path that it stands for.
    bound: BTreeMap<String, Vec<String>>,
    /// Paths whose public names are all taken over.
    globs: Vec<Vec<String>>,
    items: BTreeSet<String>,
    /// Every path that is named, in `use` lines and elsewhere.
    paths: BTreeSet<Vec<String>>,
}

/// The files of one crate; the first one is its root.
struct Crate(Vec<File>);

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Module(usize),
    /// Something that this file defines.
    Item(usize),
}

impl Crate {
    /// Reads a root and the modules that it declares, and theirs.
    fn read(root: &Path) -> Self {
        let mut files = vec![File::read(root, None)];
        let mut next = 0;
        while next < files.len() {
            let path = files[next].path.clone();
            let is_front = next == 0 || path.ends_with("mod.rs");
            let folder = if is_front {
                path.parent().unwrap().to_owned()
            } else {
                path.with_extension("")
            };
            for name in files[next].modules() {
                let places = [
                    folder.join(format!("{name}.rs")),
                    folder.join(&name).join("mod.rs"),
                ];
                let place = places.iter().find(|place| place.exists());
                let place =
                    place.unwrap_or_else(|| panic!("{}: no file of module {name}", path.display()));
                let child = files.len();
                files[next].children.insert(name, child);
                files.push(File::read(place, Some(next)));
            }
            next += 1;
        }
        Self(files)
    }

    /// Follows a path that stands in file `from`. `None`: it leads out of the crate, or is no path
    /// of modules.
    fn resolve(&self, from: usize, path: &[String], depth: usize) -> Option<Target> {
        let file = &self.0[from];
        let (first, rest) = path.split_first()?;
        let start = match first.as_str() {
            // Circles of `use` lines that name each other end here.
            _ if depth > 20 => return None,
            "crate" => Target::Module(0),
            "self" => Target::Module(from),
            "super" => Target::Module(file.parent?),
            name => {
                if let Some(&child) = file.children.get(name) {
                    Target::Module(child)
                } else if file.items.contains(name) {
                    Target::Item(from)
                } else if let Some(bound) = file.bound.get(name).filter(|bound| *bound != path) {
                    self.resolve(from, bound, depth + 1)?
                } else {
                    // Globs of other crates lead out of this one.
                    let is_here = |first: &str| {
                        ["crate", "self", "super"].contains(&first)
                            || file.children.contains_key(first)
                            || file.bound.contains_key(first)
                    };
                    let globs = file.globs.iter().filter(|glob| is_here(&glob[0]));
                    let mut globs = globs.filter_map(|glob| self.resolve(from, glob, depth + 1));
                    globs.find_map(|glob| match glob {
                        Target::Module(module) => self.resolve(module, &path[..1], depth + 1),
                        Target::Item(_) => None,
                    })?
                }
            }
        };
        match start {
            Target::Module(module) if !rest.is_empty() => self.resolve(module, rest, depth + 1),
            // What follows an item is a part of it: a variant, a method.
            found => Some(found),
        }
    }

    /// The files from which a file takes something, and by which path.
    fn imports(&self, from: usize) -> BTreeMap<usize, String> {
        let mut imports = BTreeMap::new();
        for path in &self.0[from].paths {
            if let Some(Target::Item(file)) = self
                .resolve(from, path, 0)
                .filter(|found| *found != Target::Item(from))
            {
                imports.entry(file).or_insert_with(|| path.join("::"));
            }
        }
        imports
    }

    /// The shortest circle of imports, as text, through each file that is in one.
    fn circles(&self) -> Vec<String> {
        let imports: Vec<_> = (0..self.0.len()).map(|file| self.imports(file)).collect();
        let mut circles = BTreeMap::new();
        for start in 0..self.0.len() {
            let mut before = BTreeMap::new();
            let mut queue = VecDeque::from([start]);
            while let Some(file) = queue.pop_front().filter(|_| !before.contains_key(&start)) {
                for &next in imports[file].keys() {
                    before.entry(next).or_insert_with(|| {
                        queue.push_back(next);
                        file
                    });
                }
            }
            let mut steps = Vec::new();
            let mut at = start;
            while let Some(&file) = before.get(&at).filter(|_| before.contains_key(&start)) {
                let [one, other] = [file, at].map(|file| self.0[file].path.display());
                steps.push(format!("    {one} imports {other}: {}", imports[file][&at]));
                at = file;
                if at == start {
                    break;
                }
            }
            // The same circle begins anywhere.
            let mut key = steps.clone();
            key.sort();
            if !steps.is_empty() {
                steps.reverse();
                circles.entry(key).or_insert(steps.join("\n"));
            }
        }
        circles.into_values().collect()
    }
}

/// Which of the modules that stand beside each other imports which: a folder counts with all that
/// is in it. The text says by which file.
type Arrows = BTreeMap<(String, String), String>;

impl Crate {
    /// The modules from the root to a file.
    fn way(&self, file: usize) -> Vec<usize> {
        let mut way: Vec<_> = std::iter::successors(Some(file), |&at| self.0[at].parent).collect();
        way.reverse();
        way
    }

    /// How a module is called, as a path without the end of a file.
    fn name(&self, module: usize) -> String {
        let path = &self.0[module].path;
        let path = if path.ends_with("mod.rs") {
            path.parent().expect("it is in a folder")
        } else {
            path
        };
        path.with_extension("").display().to_string()
    }

    /// The imports between modules that have the same parent.
    fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for from in 0..self.0.len() {
            for (to, path) in self.imports(from) {
                let (one, other) = (self.way(from), self.way(to));
                let Some(at) = one.iter().zip(&other).position(|(a, b)| a != b) else {
                    continue;
                };
                let text = format!("{} imports {path}", self.0[from].path.display());
                arrows
                    .entry((self.name(one[at]), self.name(other[at])))
                    .or_insert(text);
            }
        }
        arrows
    }
}

/// The arrows that are part of a circle.
fn in_circles(arrows: &Arrows) -> Arrows {
    let reaches = |from: &str, to: &str| {
        let (mut seen, mut open) = (BTreeSet::from([from]), vec![from]);
        while let Some(at) = open.pop() {
            let next = arrows
                .keys()
                .filter(|(one, _)| one == at)
                .map(|(_, other)| other.as_str());
            open.extend(next.filter(|next| seen.insert(next)));
        }
        seen.contains(to)
    };
    let is_in_circle = |(one, other): &(String, String)| reaches(other, one);
    arrows
        .iter()
        .filter(|(arrow, _)| is_in_circle(arrow))
        .map(|(a, b)| (a.clone(), b.clone()))
        .collect()
}

impl File {
    fn read(path: &Path, parent: Option<usize>) -> Self {
        let source =
            fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut file = Self {
            path: path.to_owned(),
            tokens: without_tests(&tokens(&source)),
            parent,
            ..Self::default()
        };
        let tokens = std::mem::take(&mut file.tokens);
        let mut depth = 0_usize;
        let mut at = 0;
        while at < tokens.len() {
            let next = tokens.get(at + 1).map(String::as_str);
            match tokens[at].as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                "use" if next != Some("<") => {
                    at += 1;
                    file.uses(&tokens, &mut at, Vec::new());
                    continue;
                }
                "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union"
                | "macro_rules"
                    if depth == 0 =>
                {
                    let name = tokens[at + 1..]
                        .iter()
                        .find(|token| is_name(token) && *token != "mut" && *token != "fn");
                    file.items.extend(name.cloned());
                }
                name if is_name(name)
                    && (at == 0 || tokens[at - 1] != "::" && tokens[at - 1] != ".") =>
                {
                    let mut path = vec![name.to_owned()];
                    while tokens.get(at + 1).is_some_and(|t| t == "::")
                        && tokens.get(at + 2).is_some_and(|t| is_name(t))
                    {
                        path.push(tokens[at + 2].clone());
                        at += 2;
                    }
                    if path.len() > 1 {
                        file.paths.insert(path);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        file.tokens = tokens;
        file
    }

    /// Reads a tree of a `use` line, which stands at `at`, below `path`.
    fn uses(&mut self, tokens: &[String], at: &mut usize, mut path: Vec<String>) {
        loop {
            match tokens[*at].as_str() {
                "{" => {
                    *at += 1;
                    while tokens[*at] != "}" {
                        self.uses(tokens, at, path.clone());
                        *at += usize::from(tokens[*at] == ",");
                    }
                    *at += 1;
                    return;
                }
                "*" => {
                    *at += 1;
                    self.globs.push(path);
                    return;
                }
                "::" => {}
                name => path.push(name.to_owned()),
            }
            *at += 1;
            if matches!(tokens[*at].as_str(), ";" | "," | "}" | "as") {
                break;
            }
        }
        if path.len() > 1 && path.last().is_some_and(|name| name == "self") {
            path.pop();
        }
        let mut name = path.last().expect("a name").clone();
        if tokens[*at] == "as" {
            name.clone_from(&tokens[*at + 1]);
            *at += 2;
        }
        self.paths.insert(path.clone());
        self.bound.insert(name, path);
    }

    /// The modules that it declares as files.
    fn modules(&self) -> Vec<String> {
        let declared = self
            .tokens
            .windows(3)
            .filter(|window| window[0] == "mod" && window[2] == ";");
        declared.map(|window| window[1].clone()).collect()
    }

    fn names(&self, path: &str) -> bool {
        let wanted: Vec<&str> = path.split(' ').collect();
        self.tokens
            .windows(wanted.len())
            .any(|window| window.iter().eq(&wanted))
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Names, `::` and single signs. Comments, texts, characters and lifetimes are left out.
fn tokens(source: &str) -> Vec<String> {
    let (mut tokens, mut rest) = (Vec::new(), source);
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = text_length(rest) {
            length
        } else if first == '\'' {
            match rest.as_bytes() {
                [_, b'\\', _, tail @ ..] => {
                    3 + tail.iter().position(|&b| b == b'\'').expect("it ends") + 1
                }
                _ => match rest[1..].char_indices().nth(1) {
                    Some((end, '\'')) => 1 + end + 1,
                    // A lifetime; its name follows as if it were one.
                    _ => {
                        1 + rest[1..]
                            .find(|c: char| !c.is_alphanumeric() && c != '_')
                            .unwrap_or(0)
                    }
                },
            }
        } else {
            let length = match first {
                _ if rest.starts_with("::") => 2,
                c if c.is_alphanumeric() || c == '_' => rest
                    .find(|c: char| !c.is_alphanumeric() && c != '_')
                    .unwrap_or(rest.len()),
                _ => first.len_utf8(),
            };
            tokens.extend(
                Some(&rest[..length])
                    .filter(|token| !token.trim().is_empty())
                    .map(ToString::to_string),
            );
            length
        };
        rest = &rest[length..];
    }
    tokens
}

/// The length of the text literal at the start: `"..."`, `b"..."`, `r#"..."#`.
fn text_length(source: &str) -> Option<usize> {
    let quote = source.find('"')?;
    let mark = &source[..quote];
    if mark.starts_with(['r', 'b', 'c'])
        && mark.trim_end_matches('#').ends_with('r')
        && mark.len() <= 6
    {
        let hashes = mark.chars().filter(|&c| c == '#').count();
        if mark.trim_end_matches('#').len() > 2 {
            return None;
        }
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(quote + 1 + source[quote + 1..].find(&end)? + end.len());
    }
    if !matches!(mark, "" | "b" | "c") {
        return None;
    }
    let mut escaped = false;
    let end = source[quote + 1..].find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    Some(quote + 1 + end + 1)
}

/// Leaves out modules that only tests have.
fn without_tests(tokens: &[String]) -> Vec<String> {
    let (mut left, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        let is_mark = tokens[at..]
            .iter()
            .map(String::as_str)
            .take(7)
            .eq(["#", "[", "cfg", "(", "test", ")", "]"]);
        let module = tokens[at..]
            .iter()
            .position(|token| token == "mod")
            .filter(|&length| is_mark && length < 10);
        let Some(module) = module else {
            left.push(tokens[at].clone());
            at += 1;
            continue;
        };
        at += module + 2;
        let mut depth = 0;
        loop {
            depth += i32::from(tokens[at] == "{") - i32::from(tokens[at] == "}");
            at += 1;
            if depth == 0 {
                break;
            }
        }
    }
    left
}

/// All Rust files of a folder.
fn sources(folder: &str) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![PathBuf::from(folder)], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("it can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}

#[test]
fn circles_of_imports_are_found() {
    let scratch = tempfile::tempdir().expect("a directory");
    let write = |name: &str, source: &str| {
        let path = scratch.path().join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a directory");
        fs::write(path, source).expect("it can be written");
    };
    let circles = || Crate::read(&scratch.path().join("lib.rs")).circles();
    write("lib.rs", "mod a;\nmod b;\nmod room;\npub use a::A;");
    // A comment, a text, a test and a module that is only passed through are no imports.
    write(
        "a.rs",
        "use crate::room::{self, Inner as Other};\npub struct A(Other); // crate::b::B\nmod c;",
    );
    write(
        "a/c.rs",
        "#[derive(Debug)]\npub(crate) struct C;\n#[cfg(test)]\nmod tests { use super::super::A; }",
    );
    write(
        "b.rs",
        "const B: &str = r#\"crate::b::B\"#; fn f(_: &'static str, _: char) { f(\"use crate::A;\", '\"') }",
    );
    write("room/mod.rs", "mod inner;\npub(crate) use inner::*;");
    write(
        "room/inner.rs",
        "use super::super::b::B;\npub(crate) enum Inner { Some }",
    );
    assert_eq!(circles(), Vec::<String>::new());

    write(
        "b.rs",
        "pub(crate) const B: u8 = { assert!(crate::A::N == 0); 1 };",
    );
    let found = circles();
    assert_eq!(found.len(), 1, "{found:?}");
    for step in [
        "a.rs imports",
        "inner.rs: crate::room::Inner",
        "b.rs: super::super::b::B",
        "a.rs: crate::A::N",
    ] {
        assert!(found[0].contains(step), "{step}: {}", found[0]);
    }

    write("b.rs", "pub(crate) const B: u8 = 1;");
    write("a/c.rs", "pub(crate) struct C(super::A);");
    assert_eq!(
        circles(),
        Vec::<String>::new(),
        "a child may use what its parent defines"
    );
    write("a.rs", "pub struct A; mod c; fn f() -> c::C { todo!() }");
    assert_eq!(circles().len(), 1, "but then not the other way round");
}

/// The roots of all crates.
fn roots() -> Vec<PathBuf> {
    let mut folders = vec![PathBuf::from("src")];
    if let Ok(crates) = fs::read_dir("crates") {
        folders.extend(crates.map(|entry| entry.expect("it can be listed").path().join("src")));
    }
    let roots = folders
        .iter()
        .flat_map(|folder| ["lib.rs", "main.rs"].map(|name| folder.join(name)));
    roots.filter(|root| root.exists()).collect()
}

#[test]
fn no_file_imports_one_that_imports_it() {
    for root in roots() {
        let circles = Crate::read(&root).circles();
        assert!(
            circles.is_empty(),
            "circles of imports below {}:\n{}",
            root.display(),
            circles.join("\n\n")
        );
    }
}

/// The test of files cannot see two folders of which files import files of the other one.
#[test]
fn no_folder_imports_one_that_imports_it() {
    for root in roots() {
        let circles = in_circles(&Crate::read(&root).arrows());
        let text =
            |((one, other), by): (&(String, String), &String)| format!("{one} -> {other}: {by}");
        let circles: Vec<_> = circles.iter().map(text).collect();
        assert!(
            circles.is_empty(),
            "circles of folders below {}:\n{}",
            root.display(),
            circles.join("\n")
        );
    }
}

#[test]
fn circles_of_folders_are_found() {
    let scratch = tempfile::tempdir().expect("a directory");
    let write = |name: &str, source: &str| {
        let path = scratch.path().join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a directory");
        fs::write(path, source).expect("it can be written");
    };
    let circles = || {
        let found = in_circles(&Crate::read(&scratch.path().join("lib.rs")).arrows());
        let name = |path: &String| {
            path.rsplit('/')
                .next()
                .map(str::to_owned)
                .expect("it has a name")
        };
        found
            .keys()
            .map(|(one, other)| format!("{} {}", name(one), name(other)))
            .collect::<Vec<_>>()
    };
    write("lib.rs", "mod a;\nmod b;\nmod c;\npub use a::One;");
    write("a/mod.rs", "mod one;\nmod two;\npub use one::One;");
    write("a/one.rs", "pub struct One(crate::b::B);");
    write("a/two.rs", "pub struct Two(super::One);");
    write("b.rs", "mod inner;\npub struct B(inner::I);");
    write("b/inner.rs", "pub struct I(crate::c::C);");
    write("c.rs", "pub struct C;");
    assert_eq!(
        circles(),
        Vec::<String>::new(),
        "a front file may pass on what its folder has"
    );
    // No file imports one that imports it.
    write(
        "c.rs",
        "pub struct C; fn f() -> crate::a::two::Two { todo!() }",
    );
    assert_eq!(circles(), ["a b", "b c", "c a"]);
    write("c.rs", "pub struct C;");
    write(
        "a/two.rs",
        "mod deep;\npub struct Two(super::One);\npub struct Three;",
    );
    write("a/two/deep.rs", "pub struct Deep;");
    write("a/one.rs", "pub struct One(super::two::deep::Deep);");
    assert_eq!(
        circles(),
        ["one two", "two one"],
        "nor beside each other in a folder"
    );
}

/// Tokens of the file that decides, without its tests: it is to be read in one sitting.
const TOKENS_OF_SIFT: usize = 2_400;

#[test]
fn the_file_that_decides_is_short() {
    let files = ["src", "crates"]
        .into_iter()
        .filter(|folder| Path::new(folder).exists())
        .flat_map(sources);
    let deciding: Vec<_> = files
        .filter(|path| path.ends_with("sift.rs") || path.ends_with("sift/mod.rs"))
        .map(|path| (fs::read_to_string(&path).expect("it can be read"), path))
        .filter(|(source, _)| source.contains("pub struct Sift {"))
        .collect();
    let [(source, path)] = &deciding[..] else {
        panic!("{} files define the filter", deciding.len())
    };
    let length = without_tests(&tokens(source)).len();
    assert!(
        length < TOKENS_OF_SIFT,
        "{} has {length} tokens: what watches decisions belongs elsewhere",
        path.display()
    );
}

/// The library is for other programs too: what belongs to a command line stands where only the
/// program has it.
#[test]
fn the_library_knows_nothing_of_the_command_line() {
    let (mut libraries, mut read) = (Vec::new(), BTreeSet::new());
    for root in roots() {
        let files = Crate::read(&root).0;
        read.extend(files.iter().map(|file| file.path.clone()));
        if root != Path::new("src/main.rs") {
            libraries.push(Crate(files));
        }
    }
    assert!(libraries.len() > 5, "the facade and the crates below it");
    let mut facade = Vec::new();
    for file in &libraries[0].0 {
        facade.push(file.path.clone());
    }
    facade.sort();
    assert_eq!(
        facade,
        [Path::new("src/lib.rs"), Path::new("src/place.rs")],
        "the facade only passes on what the crates have, and opens a state in the crate that has its kind of store"
    );
    let program = Crate::read(Path::new("src/main.rs"));
    let files = sources("src").into_iter().chain(sources("crates"));
    // Tests of a module in a file of their own are read by nobody here.
    let is_test = |path: &Path| {
        path.with_extension("")
            .components()
            .any(|part| part.as_os_str() == "tests")
    };
    let lost: Vec<_> = files
        .filter(|path| !read.contains(path) && !is_test(path))
        .collect();
    assert!(lost.is_empty(), "no module declares {lost:?}");

    // Only the tests of the program use these.
    let generators = ["clap_complete", "clap_mangen"];
    let foreign = [
        "clap",
        generators[0],
        generators[1],
        "indicatif",
        "anyhow",
        "signal_hook",
        "process :: exit",
    ];
    for name in foreign {
        let users = |files: &Crate| -> Vec<_> {
            files
                .0
                .iter()
                .filter(|file| file.names(name))
                .map(|file| file.path.display().to_string())
                .collect()
        };
        let found: Vec<_> = libraries.iter().flat_map(users).collect();
        assert_eq!(
            found,
            Vec::<String>::new(),
            "these files of the libraries name {name}"
        );
        assert!(
            name.contains(' ') || generators.contains(&name) || !users(&program).is_empty(),
            "the program does not use {name} any more"
        );
    }
}

#[test]
fn nothing_is_unsafe() {
    let files: Vec<_> = [
        "src",
        "crates",
        "tests",
        "benches",
        "examples",
        "fuzz/fuzz_targets",
    ]
    .into_iter()
    .flat_map(sources)
    // Functions for C take pointers. They are measured, and are part of nothing that is shipped.
    .filter(|path| !path.starts_with("benches/cgo"))
    .collect();
    assert!(files.len() > 80, "{}", files.len());
    for path in files {
        let source = fs::read_to_string(&path).expect("it can be read");
        // The word is put together here, as this file is read too.
        let word = ["un", "safe"].concat();
        assert!(
            !tokens(&source).contains(&word),
            "{} has {word} code",
            path.display()
        );
    }
}
