#!/usr/bin/env python3
"""Makes requests from OpenAPI descriptions: requests.py FOLDER NAME HOST DESCRIPTION...

Writes 3 to 40 URLs with made-up values for each path that has parameters, and 1 to 5 for each other,
shuffled, to FOLDER/NAME.txt, and the path of each line, with {} for its parameters, to
FOLDER/NAME.routes. The same in every run. Needs PyYAML.
"""

import json
import pathlib
import random
import re
import string
import sys
import uuid

import yaml

SYLLABLES = ["zor", "kip", "bral", "mun", "tesk", "ovi", "glan", "drup", "yel", "fost", "wiv", "harn"]
RANDOM = random.Random(7)


def value(name, schema):
    """A value for a parameter: by its type and format, or else by its name."""
    name, example = name.lower(), schema.get("example")
    if schema.get("enum"):
        return str(RANDOM.choice(schema["enum"]))
    if schema.get("type") in ("integer", "number"):
        return str(RANDOM.randint(1, 10 ** RANDOM.randint(2, 9)))
    if schema.get("format") == "uuid" or "uuid" in name:
        return str(uuid.UUID(int=RANDOM.getrandbits(128), version=4))
    if name.endswith("sid"):
        return RANDOM.choice(["AC", "PN", "SM"]) + f"{RANDOM.getrandbits(128):032x}"
    if name.endswith("gid"):
        return str(RANDOM.randint(10**14, 10**16))
    if isinstance(example, int) or (isinstance(example, str) and example.isdigit()):
        return str(RANDOM.randint(1, 10 ** RANDOM.randint(3, 9)))
    if "id" in name.split("_") or name.endswith("id"):
        signs = string.ascii_letters + string.digits
        number = str(RANDOM.randint(1, 10**8))
        return RANDOM.choice([number, "".join(RANDOM.choice(signs) for _ in range(18))])
    return "".join(RANDOM.choice(SYLLABLES) for _ in range(RANDOM.randint(2, 3)))


def paths_of(description):
    """The paths of a description, each with the schemas of its parameters."""
    known, paths = description.get("components", {}).get("parameters", {}), {}
    for path, item in description.get("paths", {}).items():
        # What stands behind a # is not requested.
        found = paths.setdefault(re.split("[#?]", path)[0].rstrip("/") or "/", {})
        of_operations = [it.get("parameters", []) for it in item.values() if isinstance(it, dict)]
        for parameter in sum([item.get("parameters", []), *of_operations], []):
            if "$ref" in parameter:
                parameter = known.get(parameter["$ref"].split("/")[-1], {})
            if parameter.get("in") == "path":
                example = {"example": parameter["example"]} if "example" in parameter else {}
                found[parameter["name"]] = parameter.get("schema", {}) | example
    return paths


def main(folder, name, host, *descriptions):
    paths, lines = {}, []
    for description in map(pathlib.Path, descriptions):
        is_json = description.suffix == ".json"
        text = description.read_text()
        paths |= paths_of(json.loads(text) if is_json else yaml.load(text, Loader=yaml.CSafeLoader))
    for path, schemas in sorted(paths.items()):
        count = RANDOM.randint(3, 40) if "{" in path else RANDOM.randint(1, 5)
        for _ in range(count):
            made = re.sub(r"\{([^}]+)\}", lambda found: value(found[1], schemas.get(found[1], {})), path)
            lines.append((f"https://{host}{made}", re.sub(r"\{[^}]+\}", "{}", path)))
    RANDOM.shuffle(lines)
    for suffix, column in [("txt", 0), ("routes", 1)]:
        text = "".join(line[column] + "\n" for line in lines)
        pathlib.Path(folder, f"{name}.{suffix}").write_text(text)


main(*sys.argv[1:])
