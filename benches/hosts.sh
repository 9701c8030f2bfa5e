#!/usr/bin/env bash
# CPU time of a line in Go and in Node, beside the program and a build of the same filter for cgo: whole processes less their start for the
# program, the best of five filters over one list for the others. Then the peak memory of processes that read lines one by one and keep no
# line, once for one line and once for a million that are all kept. And the size of the module that Go and Node run.
#
#     benches/hosts.sh [LIST]
#
# LIST is a file of URLs; without it, one of 50,000 is generated. URLSIFT names the program. Takes Rust, Go with a C compiler, and Node.
set -euo pipefail
cd "$(dirname "$0")/.."
. benches/built.sh
program=$(built)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
list=${1:-}
if [ -z "$list" ]; then
    list=$scratch/list
    generate mixed 50000 >"$list"
fi
list=$(realpath "$list")
lines=$(wc -l <"$list")

CARGO_TARGET_DIR=$target/cgo cargo build --quiet --locked --release --manifest-path benches/cgo/Cargo.toml
(cd benches/cgo && CGO_LDFLAGS=-L$target/cgo/release go build -o "$scratch/go" .)
cat >"$scratch/node.mjs" <<'END'
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
const { Sift } = await import(process.argv[2]);
if (process.argv[3] === "-") {
  const sift = await Sift.create();
  let kept = 0;
  for await (const line of createInterface({ input: process.stdin })) kept += sift.isPrinted(line);
  console.log(kept);
} else {
  const lines = readFileSync(process.argv[3], "utf8").replace(/\n$/, "").split("\n");
  let best = Infinity, kept = 0;
  for (let run = 0; run < 5; run += 1) {
    const sift = await Sift.create(), before = process.cpuUsage();
    kept = lines.filter(line => sift.isPrinted(line)).length;
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / lines.length);
    sift.free();
  }
  console.log(best.toFixed(2), kept);
}
END
node=(node "$scratch/node.mjs" "$PWD/js/index.js")

# used SECONDS|MEGABYTES FILE COMMAND...: of a command that reads the file, the least CPU time of three runs, or the peak memory of one.
used() {
    python3 - "$@" <<'END'
import resource, subprocess, sys
what, file, *command = sys.argv[1:]
runs = []
for _ in range(3 if what == "SECONDS" else 1):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdin=open(file), stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    runs.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
print(min(runs) if what == "SECONDS" else after.ru_maxrss / 1024)
END
}

echo https://example.com/ >"$scratch/one"
generate hosts 1000000 >"$scratch/hosts"
start=$(used SECONDS "$scratch/one" "$program" -q -j1)
native=$(echo "($(used SECONDS "$list" "$program" -q -j1) - $start) * 1000000 / $lines" | bc -l)
kept=$("$program" -q -j1 "$list" | wc -l)

# row NAME MICROSECONDS KEPT COMMAND...: of a command that reads standard input.
row() {
    local name=$1 micros=$2 printed=$3 one million
    shift 3
    [ "$printed" = "$kept" ] || { echo "$name keeps $printed lines, not $kept" >&2 && exit 1; }
    one=$(used MEGABYTES "$scratch/one" "$@") million=$(used MEGABYTES "$scratch/hosts" "$@")
    [ -n "${most:-}" ] || most=$million
    printf '| %s | %.2f | %.1f | %.0f | %.0f | %.2f |\n' "$name" "$micros" "$(echo "$micros / $native" | bc -l)" "$one" "$million" "$(echo "$million / $most" | bc -l)"
}
printf '| %s lines, %s kept | µs a line | times the program | MB, one line | MB, 10^6 kept | times the program |\n|---|--:|--:|--:|--:|--:|\n' "$lines" "$kept"
row "program, \`-j 1\`" "$native" "$kept" "$program" -q -j1
for by in cgo wazero; do
    read -r best printed < <("$scratch/go" $by "$list")
    row "Go, $by" "$best" "$printed" "$scratch/go" $by -
done
read -r best printed < <("${node[@]}" "$list")
row Node "$best" "$printed" "${node[@]}" -

cat >"$scratch/size.mjs" <<'END'
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants, gunzipSync } from "node:zlib";
const packed = readFileSync("go/urlsift.wasm.gz"), wasm = gunzipSync(packed);
const small = brotliCompressSync(wasm, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } });
console.log(`module: ${wasm.length} bytes, ${packed.length} in gzip, ${small.length} in brotli`);
END
node "$scratch/size.mjs"
