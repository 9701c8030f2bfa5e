#!/usr/bin/env bash
# Counts the files and source lines that a plain run enters, and compares them with docs/plain-path.tsv.
set -euo pipefail
cd "$(dirname "$0")/.."
. benches/built.sh

usage() {
    cat <<'TEXT'
Usage: benches/plain_path.sh [-w | -l]

Runs the program without options over 6,000 generated lines of the shape "mixed", on one thread, under callgrind, and counts the files of
this project and the source lines in them that ran: what a reader has to know to follow a plain run. The status is 1 if either is
more than docs/plain-path.tsv says.

Options:
  -w, --write  Write the table anew
  -l, --list   List the files
  -h, --help   Show this

URLSIFT names the program to measure, if not the one that `cargo build --profile dist` makes here. It has to have line tables.
TEXT
}

table=docs/plain-path.tsv
action=compare
case ${1:-} in
    '') ;;
    -w | --write) action=write ;;
    -l | --list) action=list ;;
    -h | --help) usage && exit ;;
    *) usage >&2 && exit 2 ;;
esac
command -v valgrind >/dev/null || { echo "plain_path.sh: valgrind is not installed" >&2 && exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
urlsift=$(realpath "$(built)")
generate mixed 6000 >"$scratch/list"
valgrind --tool=callgrind --dump-line=yes --callgrind-out-file="$scratch/profile" "$urlsift" -j 1 -q "$scratch/list" >/dev/null 2>"$scratch/log" ||
    { cat "$scratch/log" >&2 && exit 2; }
if [ $action = list ]; then
    awk -v is_listed=1 -f benches/plain_path.awk "$scratch/profile" | tail -n +3
    exit
fi
awk -f benches/plain_path.awk "$scratch/profile" >"$scratch/table"
if [ $action = write ]; then
    cp "$scratch/table" $table
    cat $table
    exit
fi
# Which rare branches a run takes differs a little with the drawn hash keys.
most=1
paste "$scratch/table" $table | awk -F '\t' -v most=$most '
    { printf "%s: %d, at most %d\n", $1, $2, $4; if ($2 > $4 * (100 + most) / 100) too_many++ }
    END { if (!NR || too_many) exit 1; print "plain path result: ok. " NR " counts within docs/plain-path.tsv" }'
