#!/usr/bin/env bash
# Counts the instructions that a line takes, and compares them with docs/instructions.tsv.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    cat <<'TEXT'
Usage: benches/instructions.sh [-w] [-n LINES] [LIST]

Runs the program under callgrind, on one thread, over a list and over its first fifth, with the options of each row of
docs/instructions.tsv. The difference, divided by the lines between, is what a line takes: how long a start takes is not
in it. The counts hardly depend on the machine and not on its load, only on the compiler, which the table names.

Without LIST, lines of the shape "mixed" are generated, and the status is 1 if a row takes over 4 % more than the table says. To measure
other options, add a row with them to the table and write it anew. With a LIST the counts are only printed.

Options:
  -w, --write  Write the table anew
  -n LINES     Lines to generate [20000]
  -h, --help   Show this

URLSIFT names the program to measure, if not the one that `cargo build --release` makes here: only with link-time
optimisation do calls between crates cost what they cost users. The table is of such builds.
TEXT
}

# Percent by which a row may grow before its row must be changed. How the reader's thread and the others take turns decides on the size
# of blocks, which moves counts of one program by up to 1.5 percent; hash keys, drawn in every run, by a tenth of that.
most=4
table=docs/instructions.tsv

write=false lines=20000
while [ $# -gt 0 ]; do
    case $1 in
        -w | --write) write=true ;;
        -n) lines=$2 && shift ;;
        -h | --help) usage && exit ;;
        -*) usage >&2 && exit 2 ;;
        *) break ;;
    esac
    shift
done

fail() {
    echo "instructions.sh: $*" >&2
    exit 2
}

list=${1:-}
[ -z "$list" ] || ! $write || fail "the table is of the generated list: -w takes no LIST"
command -v valgrind >/dev/null || fail "valgrind is not installed"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
case $list in
    '')
        rustc -O --edition 2024 benches/generate.rs -o "$scratch/generate" 2>"$scratch/complaints" || { cat "$scratch/complaints" >&2 && exit 2; }
        "$scratch/generate" mixed "$lines" >"$scratch/long"
        ;;
    *.xz) xz -dc "$list" >"$scratch/long" ;;
    *) cp "$list" "$scratch/long" ;;
esac
long=$(wc -l <"$scratch/long") short=$(($(wc -l <"$scratch/long") / 5))
head -n "$short" "$scratch/long" >"$scratch/short"

urlsift=${URLSIFT:-}
if [ -z "$urlsift" ]; then
    cargo build --release --quiet
    urlsift=${CARGO_TARGET_DIR:-target}/release/urlsift
fi

# count FILE OPTION...: the instructions of one run.
count() {
    local file=$1
    shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$urlsift" -j 1 "$@" "$file" 2>&1 >/dev/null |
        sed -n 's/.*Collected : *\([0-9]*\).*/\1/p'
}

# per_line OPTION...
per_line() {
    local all part
    all=$(count "$scratch/long" "$@")
    part=$(count "$scratch/short" "$@")
    [ -n "$all" ] && [ -n "$part" ] || fail "urlsift $* does not run under valgrind"
    echo $(((all - part) / (long - short)))
}

compiler=$(rustc --version | cut -d ' ' -f 1-2)
printf 'options\tinstructions a line, %s, mixed, %s lines\n' "$compiler" "$long" >"$scratch/table"
# Counts of another compiler or of another list are no measure.
is_measure=false
if [ -n "$list" ] || $write; then
    :
elif [ "$(head -n 1 "$table")" = "$(cat "$scratch/table")" ]; then
    is_measure=true
else
    echo "instructions.sh: not compared, as $table has $(head -n 1 "$table" | cut -f 2)" >&2
fi
grown=0
while IFS=$'\t' read -r options before <&3; do
    read -ra words <<<"${options/#plain/-q}"
    now=$(per_line "${words[@]}")
    printf '%s\t%s\n' "$options" "$now" >>"$scratch/table"
    note=
    if $is_measure && [ -n "$before" ]; then
        note=$(awk "BEGIN { printf \", was $before: %+.1f %%\", 100 * ($now / $before - 1) }")
        if [ "$now" -gt $((before + before * most / 100)) ]; then
            note+=": too many"
            grown=$((grown + 1))
        fi
    fi
    printf '%s\t%s%s\n' "$options" "$now" "$note"
done 3< <(tail -n +2 "$table")
if $write; then
    mv "$scratch/table" "$table"
elif [ "$grown" -gt 0 ]; then
    echo "instructions.sh: $grown rows take over $most % more instructions: find out why, or say why it is worth it and write the table anew with -w" >&2
    exit 1
fi
