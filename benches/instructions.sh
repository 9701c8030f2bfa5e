#!/usr/bin/env bash
# Counts the instructions that a line takes, and compares them with docs/instructions.tsv.
set -euo pipefail
cd "$(dirname "$0")/.."
. benches/built.sh

usage() {
    cat <<'TEXT'
Usage: benches/instructions.sh [-w] [-n LINES] [LIST]

Runs the program under callgrind, on one thread, over a list and over its first fifth, with the options of each row of
docs/instructions.tsv. The difference, divided by the lines between, is what a line takes: how long a start takes is not
in it. The counts do not depend on the machine or its load, only on the compiler, which the table names.

Without LIST, lines of the shape "mixed" are generated, for the row "katana" the same as the JSON lines of that crawler, and for the
row "names" lines of that shape, in which twice as many names are new. The status is 1 if a row takes over 2 % more than
the table says. To measure other options, add a row with them to the table and write it anew. With a LIST the counts are only printed.

Options:
  -w, --write  Write the table anew
  -n LINES     Lines to generate [20000]
  -h, --help   Show this

URLSIFT names the program to measure, if not the one that `cargo build --profile dist` makes here: only with link-time
optimisation do calls between crates cost what they cost users. The table is of such builds.
TEXT
}

# Percent by which a row may grow before its row must be changed.
most=2
# Bytes of a piece. How the reader's thread and the others take turns decides on the size of blocks, which moves counts of one program
# by up to 1.5 percent. A block never spans two files, and the reader reads a file of this size at once: a list in pieces has the same
# blocks in every run. What is left are hash keys, drawn in every run: about 0.1 percent.
piece=65536
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
[ -z "$list" ] || ! $write || fail "the table is of generated lists: -w takes no LIST"
command -v valgrind >/dev/null || fail "valgrind is not installed"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# cut_list NAME: cuts the list on standard input, and its first fifth, into pieces.
cut_list() {
    mkdir -p "$scratch/$1/long" "$scratch/$1/short"
    cat >"$scratch/list"
    local count
    count=$(wc -l <"$scratch/list")
    echo "$((count - count / 5))" >"$scratch/$1/lines"
    split -C $piece -a 4 "$scratch/list" "$scratch/$1/long/"
    head -n $((count / 5)) "$scratch/list" | split -C $piece -a 4 - "$scratch/$1/short/"
}

case $list in
    '')
        for name in mixed katana names; do
            generate $name "$lines" | cut_list $name
        done
        ;;
    *.xz) xz -dc "$list" | cut_list list ;;
    *) cut_list list <"$list" ;;
esac
urlsift=$(realpath "$(built)")

# count DIRECTORY OPTION...: the instructions of one run over the pieces there.
count() {
    local directory=$1
    shift
    (cd "$directory" && valgrind --tool=callgrind --callgrind-out-file=/dev/null "$urlsift" -j 1 "$@" -- * 2>&1 >/dev/null) |
        sed -n 's/.*Collected : *\([0-9]*\).*/\1/p'
}

# per_line LIST OPTION...
per_line() {
    local name=$1 all part
    shift
    all=$(count "$scratch/$name/long" "$@")
    part=$(count "$scratch/$name/short" "$@")
    [ -n "$all" ] && [ -n "$part" ] || fail "urlsift $* does not run under valgrind"
    echo $(((all - part) / $(cat "$scratch/$name/lines")))
}

compiler=$(rustc --version | cut -d ' ' -f 1-2)
printf 'options\tinstructions a line, %s, mixed, %s lines\n' "$compiler" "$lines" >"$scratch/table"
# Counts of another compiler or of another list are no measure.
is_measure=false
if [ -n "$list" ] || $write; then
    :
elif [ "$(head -n 1 "$table")" = "$(cat "$scratch/table")" ]; then
    is_measure=true
fi
rows=0 grown=0
while IFS=$'\t' read -r options before <&3; do
    case $options in
        plain) name=${list:+list} words=(-q) ;;
        katana | names) name=$options words=(-q) ;;
        *) name=${list:+list} && read -ra words <<<"$options" ;;
    esac
    # A list that was named has no other form.
    [ -z "$list" ] || [[ $options != katana && $options != names ]] || continue
    now=$(per_line "${name:-mixed}" "${words[@]}")
    printf '%s\t%s\n' "$options" "$now" >>"$scratch/table"
    note=
    if $is_measure && [ -n "$before" ]; then
        note=$(awk "BEGIN { printf \", was $before: %+.1f %%\", 100 * ($now / $before - 1) }")
        if [ "$((now * 100))" -gt $((before * (100 + most))) ]; then
            note+=": too many"
            grown=$((grown + 1))
        fi
    fi
    rows=$((rows + 1))
    printf '%s\t%s%s\n' "$options" "$now" "$note"
done 3< <(tail -n +2 "$table")
if $write; then
    mv "$scratch/table" "$table"
elif [ "$grown" -gt 0 ]; then
    echo "instructions.sh: $grown rows take over $most % more instructions: find out why, or say why it is worth it and write the table anew with -w" >&2
    exit 1
elif $is_measure; then
    echo "instructions result: ok. $rows rows within $most % of $table"
elif [ -z "$list" ]; then
    echo "instructions result: NOT COMPARED, as $table has $(head -n 1 "$table" | cut -f 2)"
fi
