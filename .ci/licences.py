"""Prints the licences of everything that is linked into the program for a target, each text once."""

import json
import subprocess
import sys
from pathlib import Path

# What data in the program is made of: `crates/url/src/suffixes.bin` of the list of public suffixes in `psl`.
EMBEDDED = {"psl"}
NAMES = ("license", "licence", "copying", "notice", "unlicense", "copyright")


def linked(target):
    """The packages that the program is made of, for a target."""
    command = ["cargo", "metadata", "--locked", "--format-version=1", "--filter-platform", target]
    metadata = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    found, left = set(), [metadata["resolve"]["root"]]
    while left:
        node = nodes[left.pop()]
        for dependency in node["deps"]:
            is_linked = dependency["name"] in EMBEDDED or any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if is_linked and dependency["pkg"] not in found:
                found.add(dependency["pkg"])
                left.append(dependency["pkg"])
    # What stands in this repository has its licence at the top.
    packages = [package for package in metadata["packages"] if package["id"] in found and package["source"]]
    return sorted(packages, key=lambda package: (package["name"], package["version"]))


def texts(package):
    """The licence texts that a package comes with; C sources below it bring their own."""
    root = Path(package["manifest_path"]).parent
    for path in sorted(root.rglob("*")):
        if path.is_file() and path.name.lower().startswith(NAMES) and path.suffix not in (".rs", ".py"):
            text = path.read_text(errors="replace").strip()
            if text:
                yield text


def main(target):
    """Groups packages by text."""
    packages, used = linked(target), {}
    print("What is linked into the program, and under which terms:\n")
    print("Rust's standard library: MIT OR Apache-2.0")
    if "musl" in target:
        print("musl, the C library: MIT")
    for package in packages:
        print(f"{package['name']} {package['version']}: {package['license']}")
        for text in texts(package):
            used.setdefault(text, []).append(package["name"])
    for text, names in used.items():
        rule = "=" * 80
        print(f"\n{rule}\n{', '.join(dict.fromkeys(names))}\n{rule}\n\n{text}")


if __name__ == "__main__":
    main(sys.argv[1])
