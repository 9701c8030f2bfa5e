#!/usr/bin/env bash
# Shows how far more threads shorten a run, by the instructions of each thread.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    cat <<'TEXT'
Usage: benches/scale.sh [-n LINES] [LIST]

Runs the program under callgrind, plainly, with --literal and with -t 80, on 1 to 16 threads, and prints a table:

  threads  how many share the work
  busiest  instructions of the thread with the most, in millions
  share    that of all instructions of the run, in percent
  scale    those of a run on one thread, divided by those of the busiest thread
  order    what goes in order, of all instructions, in percent: cutting blocks, deciding where hosts are not decided
           side by side, writing
  model    1 / (order + (1 - order) / threads)

Callgrind runs one thread at a time and switches between them, so the counts depend neither on the number of processors
nor on their load; which thread takes what differs from run to run. Without LIST, lines of the shape "mixed" are
generated.

Options:
  -n LINES  Lines to generate [100000]
  -h        Show this

URLSIFT names the program to measure, if not the one that is built here, with functions that have names
(CARGO_PROFILE_RELEASE_DEBUG=line-tables-only).
TEXT
}

lines=100000
while getopts n:h option; do
    case $option in
        n) lines=$OPTARG ;;
        h) usage && exit ;;
        *) usage >&2 && exit 2 ;;
    esac
done
shift $((OPTIND - 1))

command -v valgrind >/dev/null || { echo "scale.sh: valgrind is not installed" >&2 && exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
list=${1:-}
if [ -z "$list" ]; then
    list=$scratch/list
    rustc -O --edition 2024 benches/generate.rs -o "$scratch/generate"
    "$scratch/generate" mixed "$lines" >"$list"
fi
urlsift=${URLSIFT:-}
if [ -z "$urlsift" ]; then
    CARGO_PROFILE_RELEASE_DEBUG=line-tables-only cargo build --release --quiet
    urlsift=${CARGO_TARGET_DIR:-target}/release/urlsift
fi

# The functions that go in order, one block after the other.
in_order='Block>?::cut|decide_in_order|write_merged|Pending>?::take'

# counts THREADS OPTION...: instructions of the busiest thread, of all, and in order.
counts() {
    local threads=$1
    shift
    rm -f "$scratch"/out*
    valgrind --tool=callgrind --separate-threads=yes --fair-sched=try --callgrind-out-file="$scratch/out" \
        "$urlsift" -q -j "$threads" "$@" "$list" >/dev/null 2>&1
    for file in "$scratch"/out-*; do
        sed -n 's/^totals: //p' "$file"
        callgrind_annotate --inclusive=yes --threshold=100 "$file" 2>/dev/null |
            awk -v names="$in_order" '$0 ~ names { gsub(",", "", $1); print "in order", $1 }'
    done | awk '
        /^in order/ { order += $3; next }
        { all += $1; if ($1 > most) most = $1 }
        END { print most, all, order }'
}

printf 'mode\tthreads\tbusiest\tshare\tscale\torder\tmodel\n'
for mode in plain --literal '-t 80'; do
    read -ra words <<<"${mode/#plain/}"
    for threads in 1 2 4 8 16; do
        read -r most all order < <(counts "$threads" "${words[@]}")
        [ "$threads" -gt 1 ] || { one=$most && order=$all; }
        awk -v mode="$mode" -v n="$threads" -v most="$most" -v all="$all" -v order="$order" -v one="$one" 'BEGIN {
            s = order / all
            printf "%s\t%d\t%.0f\t%.1f\t%.1f\t%.1f\t%.1f\n", mode, n, most / 1e6, 100 * most / all, one / most, 100 * s, 1 / (s + (1 - s) / n)
        }'
    done
done
