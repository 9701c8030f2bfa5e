#!/usr/bin/env python3
"""Builds the module of the Go and Node packages: go/urlsift.wasm.gz, which is committed so that `go get` needs no Rust.

Takes Rust's target wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`). `--profile page` builds it for the page to try;
with a file as argument, writes there instead.
"""

import argparse
import gzip
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
COMMITTED = ROOT / "go" / "urlsift.wasm.gz"


def module(profile: str) -> bytes:
    """Builds the module beside the program's own builds. Paths of this machine do not reach its bytes."""
    target = ROOT / "target" / "wasm"
    home = os.environ.get("CARGO_HOME", str(pathlib.Path.home() / ".cargo"))
    flags = f"-C target-feature=+simd128 --remap-path-prefix={home}=/cargo --remap-path-prefix={ROOT}=/urlsift"
    command = ["cargo", "build", "--quiet", "--locked", "--profile", profile, "--target", "wasm32-unknown-unknown"]
    if profile == "page":
        command.append("--no-default-features")
    environment = {**os.environ, "CARGO_TARGET_DIR": str(target), "RUSTFLAGS": flags}
    subprocess.run([*command, "--manifest-path", HERE / "Cargo.toml"], env=environment, check=True)
    return (target / "wasm32-unknown-unknown" / profile / "urlsift.wasm").read_bytes()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--profile", default="release")
    parser.add_argument("file", nargs="?", type=pathlib.Path, default=COMMITTED)
    given = parser.parse_args()
    wasm = module(given.profile)
    given.file.write_bytes(gzip.compress(wasm, 9, mtime=0))
    print(f"{given.file}: {len(wasm):,} bytes, {given.file.stat().st_size:,} in gzip")


if __name__ == "__main__":
    main()
