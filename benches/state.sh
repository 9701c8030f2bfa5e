#!/usr/bin/env bash
# Measures what --state costs, and prints the tables of docs/state.md.
set -euo pipefail
cd "$(dirname "$0")/.."
. benches/built.sh

usage() {
    cat <<'TEXT'
Usage: benches/state.sh [-n RUNS] [-l LINES] [-k KINDS] [-g KINDS] [-s] [-w]

Runs urlsift on one thread: without a state, into an empty one, and over the same list again, in turn. Then it makes a state of many groups, on as
many hosts but for two: one that has a thousand, and the largest one. It filters a list of each of these two, after the system has
dropped what it holds of files (as root; otherwise of the state only).

Options:
  -n RUNS   Counted runs of each command, taken in turn; tables show medians [5]
  -l LINES  Lines of the shape "mixed" [1000000]
  -k KINDS  Kinds of the large state [10000000]
  -g KINDS  Kinds of its largest host [1000000]
  -s        Keep the large state, as target/state/KINDS.GREATEST, and use it if it is there
  -w        Also put the tables between their markers in docs/state.md
  -h        Show this

URLSIFT names the program to measure, if not the one that is built here.
TEXT
}

runs=5 lines=1000000 kinds=10000000 greatest=1000000 keep=false write=false
while getopts n:l:k:g:swh option; do
    case $option in
        n) runs=$OPTARG ;;
        l) lines=$OPTARG ;;
        k) kinds=$OPTARG ;;
        g) greatest=$OPTARG ;;
        s) keep=true ;;
        w) write=true ;;
        h) usage && exit ;;
        *) usage >&2 && exit 2 ;;
    esac
done

urlsift=$(built)
mkdir -p "$target/state"
scratch=$(mktemp -d "$target/state/run.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

say() {
    echo "state.sh: $*" >&2
}

# measure NAME OPTION...: runs it once and adds seconds on the clock, of processor time, and kilobytes at the peak to the results.
measure() {
    local name=$1 words TIMEFORMAT='%3R %3U %3S'
    shift
    { time /usr/bin/time -f %M -o "$scratch/peak" "$urlsift" -q -j1 "$@" >"$scratch/output" 2>"$scratch/complaints"; } 2>"$scratch/times" ||
        { cat "$scratch/complaints" >&2 && exit 1; }
    read -ra words <"$scratch/times"
    echo "${words[0]} $(awk "BEGIN { print ${words[1]} + ${words[2]} }") $(tail -n 1 "$scratch/peak")" >>"$scratch/$name"
}

# median NAME COLUMN [most]: of the results; or the most.
median() {
    sort -n -k "$2,$2" "$scratch/$1" | awk -v column="$2" -v most="${3:-}" '{ value[NR] = $column }
        END { print most ? value[NR] : NR % 2 ? value[(NR + 1) / 2] : (value[NR / 2] + value[NR / 2 + 1]) / 2 }'
}

format() {
    awk "BEGIN { printf \"$1\", $2 }"
}

# Makes the system drop what it holds of files.
cool() {
    sync
    if ! echo 3 2>/dev/null >/proc/sys/vm/drop_caches; then
        dd of="$1" oflag=nocache conv=notrunc,fdatasync count=0 status=none
    fi
}

# The list that the large state is made of: hosts with one group each, and evenly among them the groups of the two others.
large_list() {
    local alone=$((kinds - greatest - 1000))
    generate params "$greatest" >"$scratch/greatest"
    generate hosts "$alone" | awk -v one="$scratch/thousand.list" -v two="$scratch/greatest" \
        -v first=$((alone / 1000)) -v ratio="$(format %.9f "$greatest / $alone")" '
        { print }
        NR % first == 0 && (getline line <one) > 0 { print line }
        { for (due += ratio; due >= 1; due -= 1) if ((getline line <two) > 0) print line }
        # What rounding has left.
        END { while ((getline line <one) > 0) print line; while ((getline line <two) > 0) print line }'
}

measure_lists() {
    local run
    say "$lines lines"
    generate mixed "$lines" >"$scratch/list"
    for ((run = 0; run <= runs; run++)); do
        say "run $run of $runs"
        measure none "$scratch/list"
        rm -f "$scratch/state"*
        measure new --state "$scratch/state" "$scratch/list"
        kept=$(wc -l <"$scratch/output")
        bytes=$(stat -c %s "$scratch/state")
        measure again --state "$scratch/state" "$scratch/list"
        if [ "$run" = 0 ]; then
            # Warms up.
            rm "$scratch/none" "$scratch/new" "$scratch/again"
        fi
    done
    echo "| run | CPU s | times | wall s | peak MB |"
    echo "|---|--:|--:|--:|--:|"
    for name in none new again; do
        case $name in
            none) printf '| without a state' ;;
            new) printf '| all new, into an empty state' ;;
            again) printf '| the same list again' ;;
        esac
        printf ' | %s | %s | %s | %s |\n' "$(format %.2f "$(median $name 2)")" \
            "$(format %.2f "$(median $name 2) / $(median none 2)")" "$(format %.2f "$(median $name 1)")" \
            "$(format %.0f "$(median $name 3) / 1024")"
    done
    echo
    echo "$lines mixed lines, $kept groups: $(format %.0f "$bytes / $kept") bytes of the file for each, its line included."
    rm -f "$scratch/list" "$scratch/state"*
}

measure_large() {
    local large=$target/state/$kinds.$greatest run name
    # Of another host than the largest one, and the last lines of a longer list: other groups.
    generate params $((greatest + 1000)) | tail -n 1000 | sed 's|//[^/?]*|//thousand.test|' >"$scratch/thousand.list"
    generate params "$greatest" | awk -v step=$((greatest / 1000)) 'NR % step == 0' >"$scratch/some.list"
    if [ ! -e "$large" ]; then
        say "making a state of $kinds groups"
        large_list | "$urlsift" -q --state "$scratch/large" >"$scratch/output"
        rm -f "$scratch/large.lock" "$scratch/output" "$scratch/greatest"
        if $keep; then mv "$scratch/large" "$large"; else large=$scratch/large; fi
    fi
    echo "| a state of $kinds groups | wall ms | the most | CPU ms | peak MB |"
    echo "|---|--:|--:|--:|--:|"
    say "a thousand lines of one host"
    for ((run = 1; run <= runs; run++)); do
        cool "$large"
        measure bare "$scratch/thousand.list"
        for name in thousand some; do
            cool "$large"
            measure "$name" --state "$large" "$scratch/$name.list"
            [ ! -s "$scratch/output" ] || { say "a line of the state is new to it" && exit 1; }
        done
    done
    for name in bare thousand some; do
        case $name in
            bare) printf '| the first of these lists without a state, nothing cached' ;;
            thousand) printf '| 1000 lines of a host of 1000 groups, nothing cached' ;;
            some) printf '| 1000 lines of a host of %s groups, nothing cached' "$greatest" ;;
        esac
        printf ' | %s | %s | %s | %s |\n' "$(format %.0f "$(median $name 1) * 1000")" "$(format %.0f "$(median $name 1 most) * 1000")" \
            "$(format %.0f "$(median $name 2) * 1000")" "$(format %.0f "$(median $name 3) / 1024")"
    done
    echo
    echo "The file has $(format %.2f "$(stat -c %s "$large") / 1e9") GB, $(format %.0f "$(stat -c %s "$large") / $kinds") bytes for each group."
}

{
    measure_lists
    echo
    measure_large
    echo
    echo "One thread, medians of $runs runs taken in turn. Machine: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)," \
        "$(getconf _NPROCESSORS_ONLN) cores, $(uname -sr | sed 's/-.*//'), $(date +%F), load $(uptime | sed 's/.*load average[s]*: *//; s/,* .*//')."
} >"$scratch/table"
cat "$scratch/table"
if $write; then
    page=docs/state.md
    awk -v begin="<!-- begin cost -->" -v end="<!-- end cost -->" -v table="$scratch/table" '
        $0 == end { inside = 0 }
        !inside { print }
        $0 == begin { inside = 1; while ((getline line < table) > 0) print line }
    ' $page >"$scratch/page"
    cat "$scratch/page" >$page
fi
