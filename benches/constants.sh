#!/usr/bin/env bash
# Measures what other values of the index's constants would cost, and prints a table.
# shellcheck disable=SC2016 # Backquotes in formats are Markdown.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: benches/constants.sh [-l LINES]

Builds the program once for each value of each constant, in a copy beside the build, and runs it over generated lists at
three settings. Prints the user time of all lists, the best of three runs, and the highest peak of memory.

Options:
  -l LINES  Lines of each list [100000]
  -h        Show this
TEXT
}

# name, file, type, the value that it has, and others
constants=(
    "FEW similar/plan/estimate.rs usize 24 8 64"
    "FEW_REPEATED similar/plan/estimate.rs usize 64 24 128"
    "FREQUENT similar/index/candidates/vocabulary.rs u32 32 16 64"
    "CLASSES similar/index/candidates/sketch.rs usize 96 32 64"
    "CLASSES similar/index/candidates/blocks.rs usize 192 96 320"
    "MAX_BANDS similar/index/candidates/mod.rs usize 192 96 250"
    "MAX_LISTED similar/index/candidates/posting_lists.rs usize 1<<10 4096 1<<16"
)
options=("--literal -t 90" "--literal -t 80" "-t 80")
lists=(mixed paths params near word-grid)

main() {
    local lines=100000 option entry fields value copy
    while getopts 'l:h' option; do
        case $option in
            l) lines=$OPTARG ;;
            h) usage && exit ;;
            *) usage >&2 && exit 2 ;;
        esac
    done
    cd "$(dirname "$0")/.."
    . benches/built.sh
    copy=$target/constants
    mkdir -p "$copy"
    for shape in "${lists[@]}"; do
        generate "$shape" "$lines" >"$copy/$shape"
    done
    echo "| constant | value |$(printf ' `%s`, s, MB |' "${options[@]}")"
    echo "|---|--:|$(printf -- '--:|%.0s' "${options[@]}")"
    measure - - - - -
    for entry in "${constants[@]}"; do
        read -ra fields <<<"$entry"
        for value in "${fields[@]:4}"; do
            measure "${fields[@]:0:4}" "$value"
        done
    done
}

# measure NAME FILE TYPE VALUE OTHER: builds with another value, and prints a row.
measure() {
    local option row shape run best sum peak
    rm -rf "$copy/crates"
    cp -r src crates benches examples tests completions testdata docs Cargo.toml Cargo.lock README.md "$copy"
    if [ "$1" != - ]; then
        grep -q "const $1: $3 = .*;" "$copy/crates/core/src/$2" || { echo "constants.sh: no $1 in $2" >&2 && exit 2; }
        sed -i "s/const $1: $3 = .*;/const $1: $3 = $5;/" "$copy/crates/core/src/$2"
    fi
    CARGO_TARGET_DIR=$copy/target cargo build --release --quiet --bin urlsift --manifest-path "$copy/Cargo.toml"
    row="| $(if [ "$1" = - ]; then echo 'as they are'; else echo "\`$1\` ($4)"; fi) | $5 |"
    for option in "${options[@]}"; do
        sum=0 peak=0
        for shape in "${lists[@]}"; do
            best=''
            for run in 1 2 3; do
                # shellcheck disable=SC2086 # Options are words.
                /usr/bin/time -f '%U %M' "$copy/target/release/urlsift" -q -j 1 $option "$copy/$shape" \
                    2>"$copy/times" >/dev/null
                best=$(tail -n 1 "$copy/times" | awk -v best="$best" -v run="$run" '{ print (run == 1 || $1 < best) ? $1 : best }')
                peak=$(tail -n 1 "$copy/times" | awk -v peak="$peak" '{ print ($2 > peak ? $2 : peak) }')
            done
            sum=$(awk "BEGIN { print $sum + $best }")
        done
        row+=" $(awk "BEGIN { printf \"%.2f, %.0f\", $sum, $peak / 1024 }") |"
    done
    echo "$row"
}

main "$@"
