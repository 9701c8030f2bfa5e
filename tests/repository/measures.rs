//! What a stranger pays for reading the sources: ceilings that only fall. A commit that raises one
//! says why.
//!
//! Counted is the code of the program, the crates and the Python module, without comments and unit
//! tests. Tokens show a size that no layout hides; tokens a line show how dense it reads.

use regex::Regex;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The most of each thing that there may be.
const CEILINGS: [(&str, usize); 9] = [
    ("tokens", 759_350),
    ("hundredths of a token a line", 814),
    ("functions with a tuple parameter", 0),
    ("functions with six or more parameters", 0),
    ("`let`s that bind unlike things", 0),
    ("`for_each` with an effect", 1),
    ("macros", 4),
    ("type names that two types have", 2),
    ("comments wider than 100 columns", 0),
];

/// A source file, without unit tests.
struct Source {
    /// Everything, for comments.
    text: String,
    /// Lines of code, without lines that are comments alone.
    code: Vec<String>,
}

#[test]
fn what_a_reader_pays_does_not_grow() {
    let sources = sources();
    assert!(sources.len() > 300, "{}", sources.len());
    let counts = counts(&sources);
    let mut raised = Vec::new();
    for ((name, ceiling), count) in CEILINGS.iter().zip(counts) {
        if count > *ceiling {
            raised.push(format!("{name}: {count}, at most {ceiling}"));
        }
    }
    assert!(raised.is_empty(), "{}", raised.join("\n"));
}

#[test]
fn measures_see_what_they_count() {
    let text = "/// A pair.\nfn one(a: (u8, u8), b: Vec<(u8, u8)>) {\n    let (c, d) = (a.0, 2);\n    \
                b.iter().for_each(|e| drop(e));\n}\n#[cfg(test)]\nmod tests {\n    fn two((a, b): (u8, u8)) {}\n}\n\
                struct Same;\nmod inner {\n    struct Same;\n}\nfn six(a: u8, b: u8, (c, d): (u8, u8), e: u8, f: u8) {}\n\
                macro_rules! twice {}\nlet (x, y): (u8, Vec<u8>) = Default::default();\n";
    let source = Source::new(text.to_owned() + "// " + &"wide ".repeat(20) + "\n");
    let [
        tokens,
        density,
        tuples,
        many,
        lets,
        effects,
        macros,
        names,
        wide,
    ] = counts(&[source]);
    assert!((100..200).contains(&tokens), "{tokens}");
    assert!((900..1700).contains(&density), "{density}");
    assert_eq!([tuples, many, lets, effects], [2, 1, 2, 1]);
    assert_eq!([macros, names, wide], [1, 1, 1]);
}

/// Returns a count for each of [`CEILINGS`].
fn counts(sources: &[Source]) -> [usize; CEILINGS.len()] {
    let token = Regex::new(
        r##"b?r?#*"(?:\\.|[^"\\])*"#*|'(?:\\.|[^'\\])'|[A-Za-z_]\w*|\d[\w.]*|::|->|=>|==|!=|<=|>=|&&|\|\||\.\.=?|[^\s\w]"##,
    );
    let token = token.expect("it is an expression");
    let comment = Regex::new(r"\s//.*$").expect("it is an expression");
    let unlike_let = Regex::new(
        r"\blet\s+(?:mut\s+)?\((?:[^()]|\([^()]*\))*\)(?:\s*:[^=;]+)?\s*=\s*(?:\(|Default::default)",
    );
    let unlike_let = unlike_let.expect("it is an expression");
    let type_name =
        Regex::new(r"(?m)^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|trait|union)\s+(\w+)");
    let type_name = type_name.expect("it is an expression");

    let mut tokens = 0;
    let mut lines = 0;
    let mut tuple_parameters = 0;
    let mut many_parameters = 0;
    let mut lets = 0;
    let mut effects = 0;
    let mut macros = 0;
    let mut types: BTreeMap<String, usize> = BTreeMap::new();
    let mut wide = 0;
    for source in sources {
        lines += source.code.len();
        for line in &source.code {
            tokens += token.find_iter(&comment.replace(line, "")).count();
        }
        let code = source.code.join("\n");
        for parameters in parameter_lists(&code) {
            tuple_parameters += usize::from(
                parameters
                    .iter()
                    .any(|parameter| tuple_parts(parameter) > 0),
            );
            let things = parameters
                .iter()
                .map(|parameter| tuple_parts(parameter).max(1));
            many_parameters += usize::from(things.sum::<usize>() >= 6);
        }
        lets += unlike_let.find_iter(&code).count();
        effects += code.matches(".for_each(").count();
        macros += code.matches("macro_rules!").count();
        for name in type_name.captures_iter(&code) {
            *types.entry(name[1].to_owned()).or_default() += 1;
        }
        let is_wide =
            |line: &&str| line.chars().count() > 100 && line.trim_start().starts_with("//");
        wide += source.text.lines().filter(is_wide).count();
    }
    let shared_names = types.values().filter(|count| **count > 1).count();
    [
        tokens,
        100 * tokens / lines,
        tuple_parameters,
        many_parameters,
        lets,
        effects,
        macros,
        shared_names,
        wide,
    ]
}

/// Returns the parameters of each function, without `self`.
fn parameter_lists(code: &str) -> Vec<Vec<String>> {
    let function = Regex::new(r"\bfn\s+\w+").expect("it is an expression");
    let mut lists = Vec::new();
    for name in function.find_iter(code) {
        let rest = &code[name.end()..];
        let Some(start) = rest.find('(') else {
            continue;
        };
        if rest[..start].contains(';') {
            continue;
        }
        lists.push(split_parameters(&rest[start + 1..]));
    }
    lists
}

/// Splits what follows the opening bracket at the commas outside of further brackets.
fn split_parameters(rest: &str) -> Vec<String> {
    let mut parameters = Vec::new();
    let mut parameter = String::new();
    let mut depth = 0;
    let mut before = ' ';
    for sign in rest.chars() {
        match sign {
            ')' if depth == 0 => break,
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '>' if before != '-' && before != '=' => depth -= 1,
            _ => {}
        }
        if sign == ',' && depth == 0 {
            parameters.push(std::mem::take(&mut parameter));
        } else {
            parameter.push(sign);
        }
        before = sign;
    }
    parameters.push(parameter);
    let is_receiver = |name: &String| {
        name.is_empty() || name == "self" || name.ends_with(" self") || name == "&self"
    };
    let trimmed = parameters
        .iter()
        .map(|parameter| parameter.trim().to_owned());
    trimmed
        .filter(|parameter| !is_receiver(parameter))
        .collect()
}

/// Returns how many things a parameter that is a tuple passes; 0 if it is none.
fn tuple_parts(parameter: &str) -> usize {
    let (pattern, kind) = parameter.split_once(':').unwrap_or((parameter, ""));
    let kind = kind.trim().trim_start_matches('&');
    // `&'a mut (A, B)` is a tuple, too.
    let kind = match kind.split_once(' ') {
        Some((lifetime, rest)) if lifetime.starts_with('\'') => rest,
        _ => kind,
    };
    let kind = kind.strip_prefix("mut ").unwrap_or(kind);
    let is_tuple = kind.starts_with('(') && !kind.starts_with("()");
    if !pattern.trim().starts_with('(') && !is_tuple {
        return 0;
    }
    let parts = if kind.is_empty() { pattern } else { kind };
    let parts = parts.split("->").next().unwrap_or(parts);
    1 + parts.matches(',').count()
}

impl Source {
    fn new(text: String) -> Self {
        let code = without_tests(&text);
        let is_code = |line: &&str| {
            let line = line.trim_start();
            !line.is_empty() && !line.starts_with("//")
        };
        let code = code.lines().filter(is_code).map(str::to_owned).collect();
        Self { text, code }
    }
}

/// Leaves out each item that only tests have.
fn without_tests(text: &str) -> String {
    let mut left = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("#[cfg(test)]") {
        left.push_str(&rest[..start]);
        let item = &rest[start + "#[cfg(test)]".len()..];
        let mut depth = 0;
        let mut end = item.len();
        for (index, sign) in item.char_indices() {
            match sign {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 && (sign == '}' || sign == ';') {
                end = index + 1;
                break;
            }
        }
        rest = &item[end..];
    }
    left + rest
}

/// The sources of the program, the crates and the Python module.
fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    for root in ["src", "crates", "python/src"] {
        read_folder(Path::new(root), &mut sources);
    }
    sources
}

fn read_folder(folder: &Path, sources: &mut Vec<Source>) {
    const LEFT_OUT: [&str; 5] = ["target", "tests", "benches", "examples", "build"];
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        let name = path.file_name().expect("it has a name").to_string_lossy();
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        if path.is_dir() {
            if !LEFT_OUT.contains(&&*name) {
                read_folder(&path, sources);
            }
        } else if is_source && name != "tests.rs" && name != "build.rs" {
            let text = fs::read_to_string(&path).expect("it is text");
            sources.push(Source::new(text));
        }
    }
}
