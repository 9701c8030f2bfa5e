#!/usr/bin/env bash
# Measures what each feature of Cargo.toml adds to a build, and prints the table of docs/performance.md.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    cat <<'TEXT'
Usage: benches/features.sh [-w] [FEATURES...]

Builds from nothing, as it is shipped (profile dist): the library in the smallest program that filters standard input, without features and
with each of FEATURES, and the program with all. Several features of one build are joined by commas. Takes minutes for each.

Options:
  -w        Also put the table between its markers in docs/performance.md
  -h        Show this
TEXT
}

write=
while getopts wh option; do
    case $option in
        w) write=yes ;;
        h) usage && exit ;;
        *) usage >&2 && exit 2 ;;
    esac
done
shift $((OPTIND - 1))

# Each feature by itself, in the order of Cargo.toml; what the default has beside them comes last.
if [ $# = 0 ]; then
    mapfile -t features < <(sed -n '/^\[features\]/,/^\[/s/^\([a-z-]*\) = .*/\1/p' Cargo.toml | grep -vx 'default\|cli')
    set -- "${features[@]}"
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
least=$scratch/least
mkdir -p "$least/src"

# uses FEATURES: what a program does that has them; what nobody uses is not linked.
uses() {
    case ,$1, in
        *,stream,* | *,compression,*) echo 'urlsift::stream::Run::new([urlsift::stream::Source::stdin()]).filter(&mut sift, std::io::stdout())?;' ;;
        *,state,*) echo 'urlsift::memory::Session::open(urlsift::Sift::builder(), urlsift::memory::Sqlite::open("state".as_ref())?)?.commit(None)?;' ;;
        *,regex,*) echo 'urlsift::Selection::default().matches(std::env::args())?;' ;;
    esac
}

# program FEATURES: the smallest one.
program() {
    cat <<RUST
use std::io::{BufRead, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut sift = urlsift::Sift::builder().build()?;
    $(uses "$1")
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().split(b'\\n') {
        let line = line?;
        if matches!(sift.admit(&line), urlsift::Verdict::Kept | urlsift::Verdict::NotUrl) {
            output.write_all(&line)?;
            output.write_all(b"\\n")?;
        }
    }
    Ok(())
}
RUST
}

# manifest FEATURES: what the smallest program is made of.
manifest() {
    cat <<TOML
[package]
name = "least"
version = "0.0.0"
edition = "2024"

[dependencies]
urlsift = { path = "$PWD", default-features = false, features = [$(sed 's/[^,]\{1,\}/"&"/g' <<<"$1")] }

[workspace]

$(sed -n '/^\[profile.release\]/,/^\[profile.dev\]/{/^\[profile.dev\]/!p}' Cargo.toml)
TOML
}

# row NAME DIRECTORY PROGRAM: builds there, and prints what that took.
row() {
    local name=$1 directory=$2 program=$3 target=$scratch/target crates seconds megabytes
    (cd "$directory" && cargo fetch --quiet)
    rm -rf "$target"
    TIMEFORMAT='%U %S'
    { time (cd "$directory" && CARGO_TARGET_DIR=$target cargo build --profile dist --offline 2>"$scratch/log"); } 2>"$scratch/time" || {
        tail "$scratch/log" >&2
        exit 1
    }
    crates=$(grep -c '^ *Compiling' "$scratch/log")
    seconds=$(awk '{ printf "%.0f", $1 + $2 }' "$scratch/time")
    strip "$target/dist/$program"
    megabytes=$(stat -c %s "$target/dist/$program" | awk '{ printf "%.1f", $1 / 1048576 }')
    echo "| $name | $crates | $seconds | $megabytes |"
}

{
    echo "| build | crates | CPU s | MB |"
    echo "|---|---|---|---|"
    for features in "" "$@"; do
        manifest "$features" >"$least/Cargo.toml"
        program "$features" >"$least/src/main.rs"
        rm -f "$least/Cargo.lock"
        name=library
        [ -z "$features" ] || name="library with \`$features\`"
        row "$name" "$least" least
    done
    row "program, with everything (\`cli\`)" . urlsift
} | tee "$scratch/table"

if [ -n "$write" ]; then
    sed -i -e "/<!-- begin features -->/,/<!-- end features -->/{/<!-- begin/r $scratch/table" -e '/<!-- /!d}' docs/performance.md
fi
