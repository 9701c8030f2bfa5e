#!/usr/bin/env bash
# Kills runs with a state and starts them again: 300 times, in series of three kinds. Nothing may be lost, and nothing be twice in an output.
#
#   slow   a list of 200,000 lines from a producer that takes two seconds, into --output: killed within these, up to four times.
#   pipe   the same, into a pipe: only the lines of a last batch may be there twice.
#   short  a list of 3,000 lines in a file, into --output: killed at 0 to 1.3 times the length of a run, so before, in and behind its end,
#          started again up to eight times, sometimes to its end, sometimes in another form, which must not touch the output.
#
# Usage: benches/kills.sh [KILLS [OPTION...]]     OPTIONs are for all runs, such as -k 3; URLSIFT=PROGRAM for another program than the one that is built here
#        SERVER=redis://127.0.0.1:6379/0 benches/kills.sh 50     the series with a pipe alone, with states on a server
set -euo pipefail
cd "$(dirname "$0")/.."
. benches/built.sh
kills=${1:-300}
options=("${@:2}")
URLSIFT=$(built)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
generate mixed 200000 >"$scratch/long"
head -n 3000 "$scratch/long" >"$scratch/list"
"$URLSIFT" -q "${options[@]}" "$scratch/long" >"$scratch/whole"
"$URLSIFT" -q "${options[@]}" "$scratch/list" >"$scratch/whole-list"
state=$scratch/state output=$scratch/output

fail() {
    echo "$*" >&2
    exit 1
}

# Kills the job that was started last after so many milliseconds, and counts it if it was still at work.
done_kills=0 ended=
kill_after() {
    local job=$!
    sleep "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))"
    kill -9 "$job" 2>/dev/null || true
    if wait "$job" 2>/dev/null; then ended=yes; else ended='' done_kills=$((done_kills + 1)); fi
}

# Gives the list in pieces, so that the run takes a while.
produce() {
    split -n l/40 --filter='cat; sleep 0.01' "$scratch/long" 2>/dev/null || true
}

slow() {
    for _ in 1 2 3 4; do
        produce | "$URLSIFT" -q "${options[@]}" --state "$state" -o "$output" &
        kill_after $((RANDOM % 1000))
        [ -z "$ended" ] || break
    done
    "$URLSIFT" -q "${options[@]}" --state "$state" -o "$output" "$scratch/long"
    cmp "$output" "$scratch/whole"
}

pipe() {
    : >"$scratch/printed"
    for _ in 1 2 3 4; do
        produce | "$URLSIFT" -q "${options[@]}" --state "$state" >>"$scratch/printed" &
        kill_after $((RANDOM % 1000))
        # The last line that was printed may be half of one: what a pipe takes of a write is no line.
        if [ -s "$scratch/printed" ] && [ "$(tail -c 1 "$scratch/printed" | wc -l)" = 0 ]; then echo >>"$scratch/printed"; fi
        [ -z "$ended" ] || break
    done
    "$URLSIFT" -q "${options[@]}" --state "$state" "$scratch/long" >>"$scratch/printed"
    sort -u "$scratch/whole" >"$scratch/wanted"
    sort -u "$scratch/printed" | comm -13 - "$scratch/wanted" >"$scratch/missing"
    [ ! -s "$scratch/missing" ] || { head "$scratch/missing" >&2 && fail "lost"; }
}

# What the state says of its output: nothing, false or true.
finished() {
    [ -s "$state" ] && "$URLSIFT" state info --format jsonl "$state" 2>/dev/null | sed -n 's/.*"finished":\([a-z]*\).*/\1/p'
}

# Another form: refused if the output is unfinished, and else without anything to print.
other_form() {
    local was status=0 forms=("--format tsv" "--format jsonl" --count "--print host")
    was=$(finished) || return 0
    [ -n "$was" ] || return 0
    cp "$output" "$scratch/before"
    # shellcheck disable=SC2086
    "$URLSIFT" -q "${options[@]}" --state "$state" -o "$output" ${forms[RANDOM % 4]} "$scratch/list" 2>/dev/null || status=$?
    [ "$status" = 2 ] || [ "$was" = true ] || fail "another form was not refused"
    cmp "$output" "$scratch/before"
}

short() {
    for _ in 1 2 3 4 5 6 7 8; do
        "$URLSIFT" -q "${options[@]}" --state "$state" -o "$output" "$scratch/list" &
        kill_after $((RANDOM % (length * 13 / 10 + 1)))
        if [ "$(finished || true)" = true ]; then cmp "$output" "$scratch/whole-list"; fi
        case $((RANDOM % 4)) in
        0) other_form ;;
        1) "$URLSIFT" -q "${options[@]}" --state "$state" -o "$output" "$scratch/list" && cmp "$output" "$scratch/whole-list" ;;
        esac
    done
    "$URLSIFT" -q "${options[@]}" --state "$state" -o "$output" "$scratch/list"
    cmp "$output" "$scratch/whole-list"
    # What is forgotten comes again behind what is there, once, however often that is killed.
    "$URLSIFT" state forget "$state" --host www.husa0.test 2>/dev/null
    cp "$state" "$scratch/copy"
    "$URLSIFT" -q "${options[@]}" --state "$scratch/copy" "$scratch/list" | cat "$scratch/whole-list" - >"$scratch/longer"
    for _ in 1 2 3; do
        "$URLSIFT" -q "${options[@]}" --state "$state" -o "$output" "$scratch/list" &
        kill_after $((RANDOM % (length * 13 / 10 + 1)))
    done
    "$URLSIFT" -q "${options[@]}" --state "$state" -o "$output" "$scratch/list"
    cmp "$output" "$scratch/longer"
}

# How long a short run takes, in milliseconds: the longest of five.
length=0
for _ in 1 2 3 4 5; do
    rm -f "$state"* "$output"
    start=$(date +%s%N)
    "$URLSIFT" -q "${options[@]}" --state "$state" -o "$output" "$scratch/list"
    took=$((($(date +%s%N) - start) / 1000000))
    if [ "$took" -gt "$length" ]; then length=$took; fi
done

series=0
while [ "$done_kills" -lt "$kills" ]; do
    series=$((series + 1))
    if [ -n "${SERVER:-}" ]; then
        state="$SERVER?prefix=kills-$$-$series"
        pipe
        continue
    fi
    rm -f "$state"* "$output"
    case $((series % 6)) in
    1) slow ;;
    2) pipe ;;
    *) short ;;
    esac
done
echo "$done_kills kills in $series series: every output is that of one run, and nothing was lost"
