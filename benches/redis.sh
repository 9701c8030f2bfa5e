#!/usr/bin/env bash
# Measures what a memory costs: none, a file, a Redis server asked about a line or a thousand at once, with and without the local level.
set -euo pipefail
cd "$(dirname "$0")/.."
. benches/built.sh

usage() {
    cat <<'TEXT'
Usage: benches/redis.sh [-l LINES] [-s LINES] [LIST]

Starts a Redis server of its own on a free port, and prints a table of docs/state.md: lines a second, how many lines the local
level answers, the time to ask for recent events, and how long a script has blocked the server.

LIST is a file with a URL a line. Without it, lines of the shape "mixed" are generated.

Options:
  -l LINES  Lines to generate [200000]
  -s LINES  Lines that are asked about one at a time, of those that are kept [5000]
  -h        Show this

URLSIFT names the program to measure, if not the one that is built here.
TEXT
}

lines=200000 single=5000
while getopts l:s:h option; do
    case $option in
        l) lines=$OPTARG ;;
        s) single=$OPTARG ;;
        h) usage && exit ;;
        *) usage >&2 && exit 2 ;;
    esac
done
shift $((OPTIND - 1))

scratch=$(mktemp -d)
server=
stop() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$scratch"
}
trap stop EXIT

list=${1:-}
if [ -z "$list" ]; then
    list=$scratch/list
    generate mixed "$lines" >"$list"
fi
urlsift=$(built)

# A port that nobody listens at.
for _ in 1 2 3 4 5 6 7 8 9; do
    port=$((20000 + RANDOM % 20000))
    redis-server --port "$port" --bind 127.0.0.1 --save '' --dir "$scratch" --latency-tracking yes >/dev/null 2>&1 &
    server=$!
    for _ in $(seq 50); do
        sleep 0.1
        kill -0 "$server" 2>/dev/null || break
        redis-cli -p "$port" ping >/dev/null 2>&1 && break 2
    done
    server=
done
[ -n "$server" ] || { echo "redis-server does not start" >&2; exit 1; }
redis-cli -p "$port" config set latency-monitor-threshold 1 >/dev/null

TIMEFORMAT=%R
# Prints how many lines of a list a command takes in a second.
rate() {
    local list=$1 count seconds
    shift
    count=$(wc -l <"$list")
    seconds=$({ time "$urlsift" -q -j1 "$@" "$list" >/dev/null; } 2>&1)
    awk -v n="$count" -v s="$seconds" 'BEGIN { printf "%d", n / (s > 0.001 ? s : 0.001) }'
}
address() { echo "redis://127.0.0.1:$port/0?prefix=$1"; }
row() { printf '| %s | %s |\n' "$1" "$2"; }
# The longest that one script took since the last call, in milliseconds.
blocked() {
    redis-cli -p "$port" latency latest | sed -n '4~4p' | sort -n | tail -1 | grep . || echo 'less than 1'
    redis-cli -p "$port" latency reset >/dev/null
}

echo "$(wc -l <"$list") lines; load $(cut -d' ' -f1 /proc/loadavg) on $(nproc) cores"
echo
echo '| memory | lines a second |'
echo '|---|---|'
# The plain run warms up as well.
"$urlsift" -q -j1 "$list" >"$scratch/new"
head -n "$single" "$scratch/new" >"$scratch/few"
row none "$(rate "$list")"
row 'a file' "$(rate "$list" --state "$scratch/file")"
row "Redis, a line at a time, each of which is new to the local level ($(wc -l <"$scratch/few"))" "$(rate "$scratch/few" --state "$(address one)" --state-batch 1)"
row "Redis, 1,000 lines at a time, each of which is new to the local level" "$(rate "$scratch/new" --state "$(address new)")"
row 'Redis, 1,000 lines at a time, with the local level' "$(rate "$list" --state "$(address both)")"
row 'the same list again: all is known to the server' "$(rate "$list" --state "$(address both)")"
row 'Redis with --window 1d' "$(rate "$list" --window 1d --state "$(address window)")"
echo

"$urlsift" -j1 --stats=json --state "$(address hits)" "$list" 2>"$scratch/stats" >/dev/null
awk -v RS='[,{}]' -F: '
    { gsub(/["\n ]/, "") }
    /^(records|similar|repeated|round_trips|refused):/ { figures[$1] = $2 }
    END {
        asked = figures["records"] > 0 ? figures["records"] : 1
        printf "The local level answers %.1f %% of the lines; %d round trips, one for %d lines.\n",
            100 * (figures["similar"] + figures["repeated"] - figures["refused"]) / asked, figures["round_trips"],
            asked / (figures["round_trips"] > 0 ? figures["round_trips"] : 1)
    }' "$scratch/stats"
echo "The longest that a script blocked the server: $(blocked | tail -1) ms; half of all: $(
    redis-cli -p "$port" info latencystats | sed -n 's/^latency_percentiles_usec_evalsha:p50=\([^,]*\),.*/\1/p'
) µs."
echo

# How many milliseconds a command takes, the fastest of five times: others may want the processor, too.
fastest() {
    for _ in 1 2 3 4 5; do { time "$urlsift" "$@" >/dev/null; } 2>&1; done | sort -n | head -1 | awk '{ printf "%d", $1 * 1000 }'
}

echo '| recent events | from a file, ms | from Redis, ms |'
echo '|---|---|---|'
for events in 200 1000 3000; do
    for ((event = 0; event < events; event++)); do echo "https://events.example/p$event/checkout?kind$event=1"; done >"$scratch/events"
    times=
    for state in "$scratch/events-$events" "$(address "events$events")"; do
        "$urlsift" -q -j1 --no-learn --state "$state" "$scratch/events" >/dev/null
        times+=" | $(fastest state recent "$state" --no-learn --like 'https://events.example/p7/checkout?kind7=1' --within 60m)"
    done
    echo "| $events$times |"
done
