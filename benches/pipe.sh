#!/usr/bin/env bash
# A list that is never on the disk: generated lines go through a pipe into the program, from a million up to a hundred million.
#
#     benches/pipe.sh [LINES [OPTION...]]
#
# LINES is the longest list (100000000: about two minutes on two cores, which the generator and the program share). OPTIONs are those of the
# program. For each list ten times the one before: CPU time and peak memory of the program alone, lines printed, bytes a printed
# line more than in the list before, and how many times the CPU time has grown. URLSIFT names the program.
set -euo pipefail
cd "$(dirname "$0")/.."
. benches/built.sh
program=$(built)
most=${1:-100000000}
shift || true

generate mixed 1 >/dev/null
echo '| lines | wall s | CPU s | times the list before | peak MB | printed | bytes a line |'
echo '|--:|--:|--:|--:|--:|--:|--:|'
for ((size = most < 1000000 ? most : 1000000; size <= most; size *= 10)); do
    read -r wall cpu peak printed < <(generate mixed "$size" | python3 -c '
import resource, subprocess, sys, time
program, *options = sys.argv[1:]
start = time.time()
run = subprocess.Popen([program, "-q", *options], stdout=subprocess.PIPE)
printed = sum(block.count(b"\n") for block in iter(lambda: run.stdout.read(1 << 20), b""))
assert run.wait() == 0, f"{program} ended with {run.returncode}"
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(time.time() - start, used.ru_utime + used.ru_stime, used.ru_maxrss, printed)
' "$program" "$@")
    growth=- bytes=-
    if [ -n "${cpu_before:-}" ]; then
        growth=$(printf %.1f "$(echo "$cpu / $cpu_before" | bc -l)")
        bytes=$(printf %.0f "$(echo "($peak - $peak_before) * 1024 / ($printed - $printed_before)" | bc -l)")
    fi
    printf '| %d | %.1f | %.1f | %s | %.0f | %d | %s |\n' "$size" "$wall" "$cpu" "$growth" "$(echo "$peak / 1024" | bc -l)" "$printed" "$bytes"
    cpu_before=$cpu peak_before=$peak printed_before=$printed
done
