#!/usr/bin/env bash
# A week of a generated feed, by the time of its records: memory and file size at each of its days, with --window.
#
# At 1,000 lines a second a week is 604.8 million lines. Without -l, a line comes each 100 ms: 6 million. What the window holds does not
# depend on how fast the lines are read, so -w 6m at ten lines a second holds as many lines as a window of an hour does at one line a second.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    cat <<'TEXT'
Usage: benches/feed.sh [-l LINES] [-w WINDOW] [-r kept|all]

Feeds a week of made-up JSON lines to urlsift: without a state, with a state, and prints for each day how much memory the
process holds, and how large the file is. Three of ten lines are of kinds that come again and again; each of the others
is a kind of its own.

Options:
  -l LINES   Lines in the week [6048000: one each 100 ms]
  -w WINDOW  What --window gets [6h]
  -r WHAT    What --remember gets, with the state [kept]
  -h         Show this

URLSIFT names the program to measure, if not the one that is built here.
TEXT
}

lines=6048000 window=6h remember=kept
while getopts l:w:r:h option; do
    case $option in
        l) lines=$OPTARG ;;
        w) window=$OPTARG ;;
        r) remember=$OPTARG ;;
        h) usage && exit ;;
        *) usage >&2 && exit 2 ;;
    esac
done
[ -x "${URLSIFT:-}" ] || { cargo build --release --quiet; URLSIFT=$PWD/target/release/urlsift; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Lines from a number to another one: their time goes on through the week.
produce() {
    awk -v from="$1" -v to="$2" -v all="$lines" 'BEGIN {
        for (line = from; line < to; line++) {
            time = int(line * 604800000 / all)
            if (line % 10 < 3) path = "page" line % 997
            else path = "item/" line
            printf "{\"url\":\"https://site%d.example/%s\",\"seen\":%.0f}\n", line % 50, path, 1700000000000 + time
        }
    }'
}

# The line of a file of /proc: kilobytes.
held() { awk -v name="$1:" '$1 == name { printf "%.1f MB", $2 / 1024 }' "/proc/$2/status" 2>/dev/null || echo gone; }

echo "$lines lines in a week, --window $window, --remember $remember"
printf '%-14s %4s %12s %12s %12s %12s\n' run day memory most "state" "printed"
for run in memory state; do
    mkfifo "$scratch/feed.$run"
    options=(-q -j1 --literal --window "$window" --time-field seen)
    [ "$run" = memory ] || options+=(--state "$scratch/state" --remember "$remember")
    "$URLSIFT" "${options[@]}" <"$scratch/feed.$run" >"$scratch/printed" &
    job=$!
    exec 3>"$scratch/feed.$run"
    for day in 1 2 3 4 5 6 7; do
        produce $(((day - 1) * lines / 7)) $((day * lines / 7)) >&3
        # What is still in the pipe.
        sleep 0.5
        size=-
        [ "$run" = memory ] || size=$(du -c --block-size=1K "$scratch/state"* | awk 'END { printf "%.1f MB", $1 / 1024 }')
        printf '%-14s %4d %12s %12s %12s %12s\n' "$run" "$day" "$(held VmRSS $job)" "$(held VmHWM $job)" "$size" "$(wc -l <"$scratch/printed")"
    done
    exec 3>&-
    wait "$job"
done
