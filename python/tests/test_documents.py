"""The examples of the documents are true."""

import doctest
import os
import subprocess
import sys
from pathlib import Path

import pytest
import urlsift

README = Path(__file__).parents[1] / "README.md"


def test_examples_of_the_readme(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert doctest.testfile(str(README), module_relative=False).failed == 0
    assert doctest.testfile(str(README), module_relative=False).attempted > 10


def test_examples_of_the_package():
    assert doctest.testmod(urlsift).attempted > 0
    assert doctest.testmod(urlsift).failed == 0


def test_the_figures_can_be_measured(tmp_path, program):
    urls = tmp_path / "list"
    urls.write_bytes(b"https://example.com/1\nhttps://example.com/caf\xe9\n")
    command = [sys.executable, README.with_name("measure.py"), urls, "1"]
    printed = subprocess.run(command, env={**os.environ, "URLSIFT": str(program)}, capture_output=True, text=True, check=True).stdout
    rows = [line.split(" | ")[0] for line in printed.splitlines()]
    assert len(rows) == 10
    assert set(rows) <= {line.split(" | ")[0] for line in README.read_text().splitlines()}


@pytest.mark.parametrize("name", urlsift.__all__)
def test_everything_public_is_described(name):
    assert getattr(urlsift, name).__doc__


def test_stubs_are_those_of_the_compiled_module():
    checked = subprocess.run([sys.executable, "-m", "mypy.stubtest", "urlsift"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


def test_types_are_checked_by_users(tmp_path):
    """A caller's mistakes are found, and right calls are not."""
    (tmp_path / "right.py").write_text(
        "from urlsift import Sift, Verdict\n"
        "verdict: Verdict = Sift(threshold=90, detail='groups').admit(b'x')\n"
        "kept: list[str] = list(Sift().filter(['x']))\n"
        "host: str | None = Sift().host('x')\n"
        "import urlsift\n"
        "whole: list[bytes] = urlsift.filter(iter([b'x']), keep=2, ext=['php'])\n"
        "numbers: list[int | None] = urlsift.cluster(['x'], leader=True, threshold=80)\n"
        "shapes: list[str | None] = urlsift.shape(['x'], no_learn=True)\n"
        "new: list[str] = urlsift.filter(['x'], state=None, window='30d')\n"
        "found: urlsift.Comparison | None = urlsift.compare('x', b'y', threshold=80)\n"
        "import polars\n"
        "frame: polars.DataFrame = urlsift.filter(polars.DataFrame({'url': ['x']}), 'url')\n"
        "column: polars.Series = urlsift.filter(polars.Series(['x']), class_=['int'])\n"
    )
    (tmp_path / "wrong.py").write_text("import urlsift\nurlsift.Sift(detail='all').admit(7)\nurlsift.filter(['x'], keep='many')\n")
    check = [sys.executable, "-m", "mypy", "--strict"]
    right = subprocess.run([*check, "right.py"], cwd=tmp_path, capture_output=True, text=True)
    assert right.returncode == 0, right.stdout
    wrong = subprocess.run([*check, "wrong.py"], cwd=tmp_path, capture_output=True, text=True)
    assert wrong.stdout.count("error:") == 3, wrong.stdout
