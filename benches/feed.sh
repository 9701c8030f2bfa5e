#!/usr/bin/env bash
# A week of a generated feed, by the time of its records: memory and file size at each of its days, with --window.
#
# A thousand lines come each second of the feed, so a week is 604.8 million, which are read as fast as they can be: in half an hour or so.
set -euo pipefail
cd "$(dirname "$0")/.."
. benches/built.sh

usage() {
    cat <<'TEXT'
Usage: benches/feed.sh [-d DAYS] [-w WINDOW] [-r kept|all] [-m]

Feeds days of made-up JSON lines to urlsift, a thousand for each second: without a state, with a state, and prints for each day
how much memory the process holds, how large the file is, and the processor time so far. Three of ten lines are of groups
that come again and again; each of the others is a group of its own.

Options:
  -d DAYS    How long the feed is [7]
  -w WINDOW  What --window gets [10m]
  -r WHAT    What --remember gets, with the state [kept]
  -m         Without a state only
  -h         Show this

URLSIFT names the program to measure, if not the one that is built here.
TEXT
}

days=7 window=10m remember=kept runs=(memory state)
while getopts d:w:r:mh option; do
    case $option in
        d) days=$OPTARG ;;
        w) window=$OPTARG ;;
        r) remember=$OPTARG ;;
        m) runs=(memory) ;;
        h) usage && exit ;;
        *) usage >&2 && exit 2 ;;
    esac
done
URLSIFT=$(built)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The line of a file of /proc: kilobytes.
held() { awk -v name="$1:" '$1 == name { printf "%.1f MB", $2 / 1024 }' "/proc/$2/status" 2>/dev/null || echo gone; }

# Seconds of processor time.
spent() { awk -v hertz="$(getconf CLK_TCK)" '{ sub(/.*\) /, ""); printf "%.0f s", ($12 + $13) / hertz }' "/proc/$1/stat" 2>/dev/null || echo gone; }

day_lines=86400000
echo "$((days * day_lines)) lines in $days days, --window $window, --remember $remember"
printf '%-8s %4s %10s %10s %10s %8s\n' run day memory most state time
for run in "${runs[@]}"; do
    mkfifo "$scratch/feed.$run"
    options=(-q -j1 --literal --window "$window" --time-field seen)
    [ "$run" = memory ] || options+=(--state "$scratch/state" --remember "$remember")
    "$URLSIFT" "${options[@]}" <"$scratch/feed.$run" > >(wc -l >"$scratch/printed") &
    job=$!
    exec 3>"$scratch/feed.$run"
    for ((day = 1; day <= days; day++)); do
        generate feed $((day * day_lines)) $(((day - 1) * day_lines)) >&3
        # What is still in the pipe.
        sleep 0.5
        size=-
        [ "$run" = memory ] || size=$(du -c --block-size=1K "$scratch/state"* | awk 'END { printf "%.1f MB", $1 / 1024 }')
        printf '%-8s %4d %10s %10s %10s %8s\n' "$run" "$day" "$(held VmRSS $job)" "$(held VmHWM $job)" "$size" "$(spent $job)"
    done
    exec 3>&-
    wait "$job"
    # What counts the lines ends a moment later.
    until [ -s "$scratch/printed" ]; do sleep 0.1; done
    echo "$run: $(cat "$scratch/printed") lines printed"
    rm "$scratch/printed"
done
