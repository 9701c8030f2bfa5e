#!/usr/bin/env bash
# CPU time of a line in Go and in Node, beside the program: whole processes less their start, the third of five filters over one list. And
# the size of the module that both run.
#
#     benches/hosts.sh [LIST]
#
# LIST is a file of URLs; without it, one of 50,000 is generated. URLSIFT names the program.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -z "${URLSIFT:-}" ]; then
    cargo build --quiet --locked --profile dist
    URLSIFT=target/dist/urlsift
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
list=${1:-}
if [ -z "$list" ]; then
    list=$scratch/list
    cargo run --quiet --locked --example generate -- mixed 50000 >"$list"
fi
list=$(realpath "$list")
lines=$(wc -l <"$list")
row() { printf '%-24s %6.2f us a line, %s kept\n' "$1" "$2" "$3"; }

cpu() {
    python3 - "$@" <<'END'
import resource, subprocess, sys
runs = []
for _ in range(3):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    runs.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
print(min(runs))
END
}
row "program, -j1" "$(echo "$(cpu "$URLSIFT" -q -j1 "$list") * 1000000 / $lines" | bc -l)" "$("$URLSIFT" -q -j1 "$list" | wc -l)"

cat >"$scratch/bench.mjs" <<'END'
import { readFileSync } from "node:fs";
const { Sift } = await import(process.argv[2]);
const lines = readFileSync(process.argv[3], "utf8").replace(/\n$/, "").split("\n");
const runs = [];
let kept = 0;
for (let run = 0; run < 5; run += 1) {
  const sift = await Sift.create(), before = process.cpuUsage();
  kept = lines.filter(line => sift.isPrinted(line)).length;
  const { user, system } = process.cpuUsage(before);
  runs.push((user + system) / lines.length);
  sift.free();
}
console.log(runs[0], runs.sort((one, other) => one - other)[0], kept);
END
read -r first best kept < <(node "$scratch/bench.mjs" "$PWD/js/index.js" "$list")
row "Node, first filter" "$first" "$kept"
row "Node, later ones" "$best" "$kept"

read -r best kept < <(cd go && URLSIFT_LIST=$list go test -count=1 -run TestList -v . | sed -n 's/^.*list: //p')
row "Go" "$best" "$kept"

cat >"$scratch/size.mjs" <<'END'
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants, gunzipSync } from "node:zlib";
const packed = readFileSync("go/urlsift.wasm.gz"), wasm = gunzipSync(packed);
const small = brotliCompressSync(wasm, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } });
console.log(`module: ${wasm.length} bytes, ${packed.length} in gzip, ${small.length} in brotli`);
END
node "$scratch/size.mjs"
