"""Lists with the verdicts, templates and saved bytes that the packages for all languages have to give."""

import hashlib
import json
from pathlib import Path

import pytest
import urlsift

VECTORS = json.loads((Path(__file__).parents[2] / "testdata" / "vectors.json").read_text(encoding="utf-8"))


def keywords(settings):
    """The settings by their names in Python."""
    return {{"as": "as_", "class": "class_"}.get(name, name.replace("-", "_")): value for name, value in settings.items()}


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: f"{case['list']} {json.dumps(case['settings'])}")
def test_it_says_what_the_library_says(case):
    sift = urlsift.Sift(seed=VECTORS["seed"], **keywords(case["settings"]))
    lines = VECTORS["lists"][case["list"]]
    verdicts = [sift.admit(line).value for line in lines]
    assert " ".join(verdicts) == case["verdicts"]
    printed = [line for line, verdict in zip(lines, verdicts) if verdict in ("kept", "sample", "not_url")]
    assert [sift.learned_shape(line) for line in printed] == case["shapes"]
    assert sift.kept == case["kept"]
    if "saved" in case:
        assert hashlib.sha256(sift.save()).hexdigest() == case["saved"]


@pytest.mark.parametrize("case", VECTORS["refusals"], ids=lambda case: json.dumps(case["settings"]))
def test_it_refuses_what_the_library_refuses(case):
    with pytest.raises(ValueError):
        urlsift.Sift(**keywords(case["settings"]))
