"""Lists with the verdicts that the packages for all languages have to give."""

import json
from pathlib import Path

import pytest
from conftest import write

from urlsift_spark import Lines, Settings
from urlsift_spark.lists import sift

VECTORS = json.loads((Path(__file__).parents[2] / "testdata" / "vectors.json").read_text(encoding="utf-8"))
# Others take a minute.
SETTINGS = [{}, {"threshold": 80}, {"merge-hosts": True}]


@pytest.mark.parametrize(
    "case",
    [case for case in VECTORS["cases"] if case["settings"] in SETTINGS],
    ids=lambda case: f"{case['list']} {json.dumps(case['settings'])}",
)
def test_it_keeps_what_the_library_keeps(session, tmp_path, case):
    lines = [line.encode() for line in VECTORS["lists"][case["list"]]]
    settings = Settings(**{name.replace("-", "_"): value for name, value in case["settings"].items()})
    # By host, and in one task.
    partitions = None if "threshold" in case["settings"] else 3
    rows = sift(session, Lines((str(write(tmp_path / "list.txt", lines)),)), settings, partitions).rows().select("line").collect()
    verdicts = zip(lines, case["verdicts"].split())
    assert [bytes(line) for (line,) in rows] == [line for line, verdict in verdicts if verdict in ("kept", "sample", "not_url")]
