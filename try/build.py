#!/usr/bin/env python3
"""Makes docs/try/index.html, a page that runs the filter in a browser. Takes Rust's target
wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`) and nothing else.

All is in one file, so that a saved copy works without a server: browsers let a page that was opened
as a file neither fetch a module nor start a worker from another file. Styles and scripts are named
by their hashes in the policy, and no connection is allowed at all.
"""

import base64
import gzip
import hashlib
import lzma
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
SITE = HERE / "site"
# Scripts that share one scope, each before those that use it.
SCRIPTS = ["list.js", "rows.js", "dial.js", "page.js"]


def module() -> bytes:
    """The module of the Go and Node packages, built for size."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "urlsift.wasm.gz"
        command = [sys.executable, ROOT / "wasm" / "build.py", "--profile", "page", file]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return gzip.decompress(file.read_bytes())


def package() -> str:
    """The Node package, as a script that shares the scope of those behind it."""
    return re.sub(r"^export ", "", (ROOT / "js" / "sift.js").read_text(encoding="utf-8"), flags=re.MULTILINE)


def read(name: str) -> str:
    return (SITE / name).read_text(encoding="utf-8")


def source(text: str) -> str:
    """How a policy names a style or script."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def pack(wasm: bytes) -> bytes:
    """A `.lzma` file that says how long its content is, as the page unpacks it."""
    packed = lzma.compress(wasm, format=lzma.FORMAT_ALONE, preset=9 | lzma.PRESET_EXTREME)
    return packed[:5] + len(wasm).to_bytes(8, "little") + packed[13:]


def page(wasm: bytes) -> str:
    style, worker = read("style.css"), read("unpack.js") + package() + read("worker.js")
    script = "\n".join(read(name) for name in SCRIPTS)
    policy = "; ".join([
        "default-src 'none'",
        f"style-src {source(style)}",
        f"script-src {source(script)} 'wasm-unsafe-eval' blob:",
        "worker-src blob:",
        "connect-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    ])
    packed = base64.b64encode(pack(wasm)).decode()
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>urlsift: try it</title>
<style>{style}</style>
</head>
<body>
{read("page.html")}
<script type="text/plain" id="example-list">
{read("example.txt")}</script>
<script type="text/plain" id="worker">{worker}</script>
<script type="text/plain" id="module">{packed}</script>
<script>{script}</script>
</body>
</html>
"""


def main() -> None:
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "try"
    text = page(module()).encode()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_bytes(text)
    packed = len(gzip.compress(text, 9))
    print(f"{folder / 'index.html'}: {len(text):,} bytes, {packed:,} in gzip")


if __name__ == "__main__":
    main()
