"""What the README tells to type works as it stands there."""

import os
import re
import stat
import subprocess
import sys
import tarfile
from pathlib import Path

from conftest import SCRIPTS, made_up

README = Path(__file__).parent.parent / "README.md"


def block(kind, about):
    """The block of the README that has certain words."""
    found = [text for text in re.findall(rf"```{kind}\n(.*?)```", README.read_text(), re.DOTALL) if about in text]
    assert len(found) == 1
    return found[0]


def test_the_first_example_runs(session):
    names = {}
    exec(block("python", "createDataFrame"), names)
    assert sorted(row.url for row in names["counted"].collect()) == ["https://example.com/cart", "https://example.com/user/1"]
    assert [row.time for row in names["kept"].orderBy("time").collect()] == [1, 2]


def test_spark_submit_runs_the_job(session, program, tmp_path):
    lines = [line.decode() for line in made_up(2000, seed=9) if line.isascii() and line.startswith(b"http") and b"\r" not in line]
    session.createDataFrame(list(enumerate(lines)), "time long, url string").write.parquet(str(tmp_path / "visits"))
    (tmp_path / "job.py").write_text(block("python", "sys.argv"))
    # What venv-pack makes of an environment, as far as Spark can see: a Python in `bin`.
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\ntouch {tmp_path}/unpacked\nexec {sys.executable} \"$@\"\n")
    python.chmod(python.stat().st_mode | stat.S_IXUSR)
    with tarfile.open(tmp_path / "environment.tar.gz", "w:gz") as archive:
        archive.add(python, "bin/python")
    typed = block("sh", "spark-submit")
    packing = "venv-pack -o environment.tar.gz\n"
    assert packing in typed
    typed = typed.replace(packing, "").replace("--master yarn", "--master local-cluster[1,1,1024] --conf spark.ui.enabled=false")
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYSPARK")}
    environment["PATH"] = f"{SCRIPTS}:{environment['PATH']}"
    done = subprocess.run(["sh", "-ec", typed], cwd=tmp_path, capture_output=True, env=environment)
    assert done.returncode == 0, done.stderr.decode()
    assert (tmp_path / "unpacked").exists()
    (tmp_path / "list.txt").write_text("".join(f"{line}\n" for line in lines))
    kept = session.read.parquet(str(tmp_path / "kept")).orderBy("time").collect()
    assert [row.url for row in kept] == program("-q", "-t", "90", tmp_path / "list.txt").decode().splitlines()
