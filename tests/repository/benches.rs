//! Benchmarks beside other programs, on small lists: each runs as documents say.

use std::process::{Command, Output};

use crate::needs::available;

/// Runs a script of `benches/` on this build; `None` without Python.
fn bench(script: &str, arguments: &[&str]) -> Option<Output> {
    available("python3").then(|| {
        let mut command = Command::new("python3");
        command
            .arg(format!("benches/{script}"))
            .args(arguments)
            .env("PYTHONDONTWRITEBYTECODE", "1");
        command
            .env("URLSIFT", env!("CARGO_BIN_EXE_urlsift"))
            .output()
            .expect("it runs")
    })
}

#[test]
fn the_benchmark_of_another_program_runs() {
    let Some(output) = bench("rival.py", &["--divide", "50"]) else {
        return;
    };
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(
        printed.starts_with("3,094 URLs, 2,500 groups\n"),
        "{printed}"
    );
    for row in ["| `urlsift` | ", "| `urlsift --literal` | 2,994 | 0 | "] {
        assert!(printed.contains(row), "{printed}");
    }
}

#[test]
fn a_scanner_finds_on_kept_lines_what_it_finds_on_all() {
    let Some(output) = bench("hunt/hunt.py", &["--alone"]) else {
        return;
    };
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    let row = printed
        .lines()
        .find(|row| row.starts_with("| `urlsift` |"))
        .expect("a row");
    let cells: Vec<f64> = row
        .split('|')
        .filter_map(|cell| {
            cell.trim()
                .trim_end_matches(" %")
                .replace(',', "")
                .parse()
                .ok()
        })
        .collect();
    let [_, found, _, share, _] = cells[..] else {
        panic!("{row}")
    };
    assert!(found >= 59.0 && share <= 3.0, "{printed}");
}
