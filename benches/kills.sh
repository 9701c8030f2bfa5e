#!/usr/bin/env bash
# Kills runs with a state in the middle and continues them: 200 times, over a made-up list of 200,000 lines.
#
# Half of them write to --output, which has to equal that of one uninterrupted run in the end; half to a pipe, where nothing may be missing, and
# only the lines of a last batch may be there twice. Each run is killed up to four times, after a random time of a producer that takes two seconds.
set -euo pipefail
cd "$(dirname "$0")/.."
kills=${1:-200}
cargo build --release --quiet --example generate
[ -x "${URLSIFT:-}" ] || { cargo build --release --quiet; URLSIFT=$PWD/target/release/urlsift; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
list=$scratch/list
target/release/examples/generate mixed 200000 >"$list"
"$URLSIFT" -q "$list" >"$scratch/whole"

# Gives the list in pieces, so that the run takes a while.
produce() {
    split -n l/40 --filter='cat; sleep 0.01' "$list" 2>/dev/null || true
}

# Whether the last run on the state stored that it came to its end.
has_ended() {
    [ -s "$scratch/state" ] && "$URLSIFT" state info --format jsonl "$scratch/state" >"$scratch/info" &&
        ! grep -q '"kinds":0,' "$scratch/info" && grep -q '"unfinished_output":null' "$scratch/info"
}

done_kills=0 runs=0
while [ "$done_kills" -lt "$kills" ]; do
    runs=$((runs + 1))
    rm -rf "$scratch/state"* "$scratch/output" "$scratch/printed"
    : >"$scratch/printed"
    ended=
    for _ in 1 2 3 4; do
        if [ $((runs % 2)) = 0 ]; then
            produce | "$URLSIFT" -q --state "$scratch/state" -o "$scratch/output" &
        else
            produce | "$URLSIFT" -q --state "$scratch/state" >>"$scratch/printed" &
        fi
        job=$!
        sleep "0.$((RANDOM % 10))$((RANDOM % 10))"
        kill -9 "$job" 2>/dev/null || true
        if wait "$job" 2>/dev/null; then ended=yes; else done_kills=$((done_kills + 1)); fi
        # One that came to its end first is not continued: the next one on its state would start its output anew. It may have been killed
        # behind that end, while it gave its memory back.
        if [ $((runs % 2)) = 0 ] && has_ended; then ended=yes; fi
        # The last line that was printed may be half of one: what a pipe takes of a write is no line.
        if [ -s "$scratch/printed" ] && [ "$(tail -c 1 "$scratch/printed" | wc -l)" = 0 ]; then echo >>"$scratch/printed"; fi
        [ -z "$ended" ] || break
    done
    if [ $((runs % 2)) = 0 ]; then
        [ -n "$ended" ] || "$URLSIFT" -q --state "$scratch/state" -o "$scratch/output" "$list"
        cmp "$scratch/output" "$scratch/whole"
    else
        "$URLSIFT" -q --state "$scratch/state" "$list" >>"$scratch/printed"
        sort -u "$scratch/whole" >"$scratch/wanted"
        sort -u "$scratch/printed" | comm -13 - "$scratch/wanted" >"$scratch/missing"
        [ ! -s "$scratch/missing" ] || { echo "lost:"; head "$scratch/missing"; exit 1; }
    fi
done
echo "$done_kills kills in $runs runs: every output was continued exactly, and nothing was lost"
