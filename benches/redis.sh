#!/usr/bin/env bash
# Measures what a memory costs: none, a file, a Redis server that one worker asks or several at once, with and without the local level.
set -euo pipefail
cd "$(dirname "$0")/.."
. benches/built.sh

usage() {
    cat <<'TEXT'
Usage: benches/redis.sh [-l LINES] [-s LINES] [LIST]

Starts a Redis server of its own on a free port, and prints the tables of docs/state.md: lines a second and CPU seconds of workers and
server, how many lines the local level answers, the memory that a kept line takes, the time to ask for recent events, and how long a script
has blocked the server.

LIST is a file with a URL a line. Without it, lines of the shape "mixed" are generated. Several workers get its lines in turn, or those of
a host all to one worker.

Options:
  -l LINES  Lines to generate [200000]
  -r RUNS   Runs of each row, of which the median counts [5]
  -s LINES  Lines that are asked about one at a time, of those that are kept [5000]
  -h        Show this

URLSIFT names the program to measure, if not the one that is built here.
TEXT
}

lines=200000 single=5000 runs=5
while getopts l:r:s:h option; do
    case $option in
        l) lines=$OPTARG ;;
        r) runs=$OPTARG ;;
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

TIMEFORMAT='%R %U %S'
# Seconds for which the server had a processor.
served() { redis-cli -p "$port" info cpu | tr -d '\r' | awk -F: '/^used_cpu_(sys|user):/ { sum += $2 } END { print sum }'; }
# row NAME EMPTY OPTION... -- FILE...: prints a row of the table: workers at once, each on one of the files. Unless EMPTY is "no", each run
# begins with nothing remembered.
row() {
    local name=$1 empty=$2 run options=() files=() started=() count before seconds
    shift 2
    while [ "$1" != -- ]; do options+=("$1") && shift; done
    shift
    files=("$@")
    count=$(cat "${files[@]}" | wc -l)
    for ((run = 0; run < runs; run++)); do
        [ "$empty" = no ] || { redis-cli -p "$port" flushall >/dev/null && rm -f "$scratch/file"*; }
        before=$(served)
        seconds=$({ time {
            for file in "${files[@]}"; do "$urlsift" -q -j1 "${options[@]}" "$file" >"$file.printed" & started+=($!); done
            wait "${started[@]}"
        }; } 2>&1)
        echo "$seconds $before $(served)"
    done | awk -v n="$count" '{ print n / $1, $2 + $3, $5 - $4 }' | sort -n | awk -v name="$name" '
        { line[NR] = $0 }
        END { split(line[int((NR + 1) / 2)], f, " "); printf "| %s | %d | %.2f | %.2f |\n", name, f[1], f[2], f[3] }'
}
# Divides a list among so many workers, in turn or by host, into files beside it.
divide() {
    if [ "$2" = turn ]; then
        split -n "r/$1" -d -a 1 "$list" "$scratch/part-$1-turn-"
    else
        LC_ALL=C awk -F/ -v workers="$1" -v out="$scratch/part-$1-host-" '
            BEGIN { for (i = 0; i < 256; i++) code[sprintf("%c", i)] = i }
            { sum = 0; for (i = 1; i <= length($3); i++) sum = (sum * 31 + code[substr($3, i, 1)]) % 1000003; print > (out sum % workers) }' "$list"
    fi
}
address() { echo "redis://127.0.0.1:$port/0?prefix=$1"; }
# The longest that one script took since the last call, in milliseconds.
blocked() {
    redis-cli -p "$port" latency latest | sed -n '4~4p' | sort -n | tail -1 | grep . || echo 'less than 1'
    redis-cli -p "$port" latency reset >/dev/null
}

echo "$(wc -l <"$list") lines; load $(cut -d' ' -f1 /proc/loadavg) on $(nproc) cores"
echo
echo '| memory | lines a second | CPU s, workers | CPU s, server |'
echo '|---|--:|--:|--:|'
# The plain run warms up as well.
"$urlsift" -q -j1 "$list" >"$scratch/new"
head -n "$single" "$scratch/new" >"$scratch/few"
cp "$list" "$scratch/whole"
shared=(--state "$(address shared)")
row none yes -- "$scratch/whole"
row 'a file' yes --state "$scratch/file" -- "$scratch/whole"
row 'Redis' yes "${shared[@]}" -- "$scratch/whole"
row 'the same list again: all is known to the server' no "${shared[@]}" -- "$scratch/whole"
row 'Redis with `--window 1d`' yes --window 1d "${shared[@]}" -- "$scratch/whole"
row "Redis, only lines that are new to it ($(wc -l <"$scratch/new"))" yes "${shared[@]}" -- "$scratch/new"
row "Redis, a line at a time, all new to it ($(wc -l <"$scratch/few"))" yes "${shared[@]}" --state-batch 1 -- "$scratch/few"
for workers in 2 4; do
    for way in turn host; do
        divide "$workers" "$way"
        case $way in
            turn) name="$workers workers, lines dealt out in turn" ;;
            host) name="$workers workers, lines divided by host" ;;
        esac
        row "$name" yes "${shared[@]}" -- "$scratch/part-$workers-$way-"?
    done
done
echo

redis-cli -p "$port" flushall >/dev/null
redis-cli -p "$port" latency reset >/dev/null
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

# Bytes of the server, once it has freed what was deleted.
memory() { sleep 1 && redis-cli -p "$port" info memory | tr -d '\r' | sed -n 's/^used_memory://p'; }
echo '| options | lines kept | bytes of the server for each |'
echo '|---|--:|--:|'
for options in '' --no-learn; do
    redis-cli -p "$port" flushall >/dev/null
    before=$(memory)
    # Each option is a word.
    # shellcheck disable=SC2086
    kept=$("$urlsift" -q -j1 $options --state "$(address memory)" "$list" | wc -l)
    echo "| ${options:-none} | $kept | $((($(memory) - before) / kept)) |"
done
echo

# How many milliseconds a command takes, the fastest of five times: others may want the processor, too.
fastest() {
    local TIMEFORMAT=%R
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
