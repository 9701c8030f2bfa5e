#!/usr/bin/env bash
# Measures what options cost beside a plain run, and writes docs/costs.tsv, which the help quotes.
set -euo pipefail
cd "$(dirname "$0")/.."
. benches/built.sh

usage() {
    cat <<'TEXT'
Usage: benches/costs.sh [-n RUNS] [-l LINES] [LIST]

Runs urlsift on one thread, plain and with each option of docs/costs.tsv in turn, after one run each that warms up, and
writes the table anew: medians of processor time and of peak memory, divided by those of the plain runs, in two digits.
To measure another option, add a line with its name to the table.

LIST is a file with a URL a line. Without it, lines of the shape "mixed" are generated.

Options:
  -n RUNS   Counted runs of each command [5]
  -l LINES  Lines to generate [1000000]
  -h        Show this

URLSIFT names the program to measure, if not the one that is built here.
TEXT
}

runs=5 lines=1000000
while getopts n:l:h option; do
    case $option in
        n) runs=$OPTARG ;;
        l) lines=$OPTARG ;;
        h) usage && exit ;;
        *) usage >&2 && exit 2 ;;
    esac
done
shift $((OPTIND - 1))

table=docs/costs.tsv
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

list=${1:-}
if [ -z "$list" ]; then
    list=$scratch/list
    generate mixed "$lines" >"$list"
fi
urlsift=$(built)

# The arguments of a row of the table.
arguments() {
    case $1 in
        --report) echo "-q -j1 $1 /dev/null" ;;
        sweep*) echo "$1 -j1" ;;
        # -q would switch it off.
        --stats*) echo "-j1 $1" ;;
        *) echo "-q -j1 $1" ;;
    esac
}

# Runs it once; adds seconds of processor time and kilobytes at the peak to a file.
measure() {
    # shellcheck disable=SC2046 # An option and its value are two words.
    /usr/bin/time -o "$scratch/time" -f '%U %S %M' "$urlsift" $(arguments "$1") "$list" >/dev/null 2>&1
    awk '{ print $1 + $2, $3 }' "$scratch/time" >>"$2"
}

# The median of a column.
median() {
    sort -n -k "$2,$2" "$1" | awk -v column="$2" '{ value[NR] = $column }
        END { print NR % 2 ? value[(NR + 1) / 2] : (value[NR / 2] + value[NR / 2 + 1]) / 2 }'
}

# A quotient in two digits, without zeros at its end.
ratio() {
    awk -v one="$1" -v other="$2" 'BEGIN {
        ratio = one / other
        text = sprintf(ratio < 9.95 ? "%.1f" : "%.0f", ratio)
        sub(/\.0$/, "", text)
        print text
    }'
}

mapfile -t options < <(tail -n +2 "$table" | cut -f 1)
for ((run = 0; run <= runs; run++)); do
    for number in plain "${!options[@]}"; do
        option=
        [ "$number" = plain ] || option=${options[$number]}
        measure "$option" "$scratch/$number"
    done
    # The first one warms up.
    [ "$run" -gt 0 ] || rm -f "$scratch/plain" "$scratch"/[0-9]*
    echo "run $run of $runs" >&2
done

{
    printf 'option\ttime\tmemory\tmeasured by\n'
    for number in "${!options[@]}"; do
        printf '%s' "${options[$number]}"
        for column in 1 2; do
            printf '\t%s' "$(ratio "$(median "$scratch/$number" $column)" "$(median "$scratch/plain" $column)")"
        done
        printf '\turlsift %s LIST\n' "$(arguments "${options[$number]}")"
    done
} >"$scratch/table"
mv "$scratch/table" "$table"
cat "$table"
