"""The commands as a user runs them, on one machine and on executors of which one is killed."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from conftest import SCRIPTS, SPARK_4, made_up, write

SMALL = ("--master", "local[2]", "--conf", "spark.ui.enabled=false", "--conf", "spark.sql.shuffle.partitions=2")


def test_settings_and_inputs_are_refused_in_one_line(command, tmp_path):
    path = write(tmp_path / "list.txt", made_up(100))
    for options, says in (
        (["sift", path, "-t", "0"], "cannot sift: threshold: must be a number from 1 to 100"),
        (["cluster", tmp_path / "absent", *SMALL], f"cannot cluster: [PATH_NOT_FOUND] Path does not exist: file:{tmp_path}/absent."),
    ):
        done = command(*options)
        assert done.returncode == 2 and done.stdout == b""
        assert f"urlsift-spark: {says}" in done.stderr.decode().splitlines()[-1]


def test_it_prints_what_the_program_prints(command, program, tmp_path):
    path = write(tmp_path / "list.txt", made_up(2000))
    done = command("sift", path, *SMALL)
    assert (done.returncode, done.stdout) == (0, program("-q", path)), done.stderr.decode()
    done = command("cluster", path, "--to", "text", "--min-size", "2", "-o", tmp_path / "out", *SMALL)
    assert done.returncode == 0, done.stderr.decode()
    written = b"".join(part.read_bytes() for part in sorted(tmp_path.glob("out/part-*")))
    assert written == program("cluster", "-q", "--min-size", "2", path)
    again = command("cluster", path, "-o", tmp_path / "out", *SMALL)
    assert again.returncode == 2 and b"already exists" in again.stderr


@SPARK_4
def test_it_follows_a_directory(command, program, tmp_path):
    (tmp_path / "in").mkdir()
    path = write(tmp_path / "in" / "list.txt", made_up(500))
    done = command("sift", "--follow", "--once", tmp_path / "in", "-o", tmp_path / "out", *SMALL)
    assert done.returncode == 0, done.stderr.decode()
    written = b"".join(part.read_bytes() for part in sorted(tmp_path.glob("out/batch-*/part-*")))
    assert written == program("-q", path)
    done = command("sift", "--follow", tmp_path / "in", path, "-o", tmp_path / "out", *SMALL)
    assert done.returncode == 2 and b"--follow takes one directory" in done.stderr


def children(process):
    """The processes below one, by number, with their command lines."""
    above = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                above[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    below = {process}
    while more := {one for one, parent in above.items() if parent in below} - below:
        below |= more
    for one in below - {process}:
        try:
            yield one, Path(f"/proc/{one}/cmdline").read_bytes(), above[one]
        except OSError:
            continue


@pytest.mark.parametrize("what", ["sift", pytest.param("cluster", marks=pytest.mark.long)])
def test_a_killed_executor_changes_nothing(program, tmp_path, what):
    path = write(tmp_path / "list.txt", made_up(60_000))
    output = tmp_path / "out"
    run = [SCRIPTS / "urlsift-spark", what, path, "-o", output, "--master", "local-cluster[2,1,1024]", "--conf", "spark.ui.enabled=false"]
    run += ["--conf", "spark.sql.files.maxPartitionBytes=400k", "--partitions", "8", "--conf", f"spark.local.dir={tmp_path}"]
    with subprocess.Popen(run, stderr=subprocess.PIPE, cwd=tmp_path) as process:
        victim = None
        while victim is None and process.poll() is None:
            time.sleep(0.2)
            found = list(children(process.pid))
            executors = {one for one, line, _ in found if b"CoarseGrainedExecutorBackend" in line}
            # Those that have started Python are at work on lines.
            victim = next((parent for _, line, parent in found if b"pyspark.daemon" in line and parent in executors), None)
        assert victim is not None, process.stderr.read().decode()
        time.sleep(1)
        assert process.poll() is None and not output.exists(), "it was over before an executor could be killed"
        os.kill(victim, signal.SIGKILL)
        errors = process.stderr.read().decode()
    assert process.returncode == 0, errors
    written = b"".join(part.read_bytes() for part in sorted(output.glob("part-*")))
    assert written == (program("-q", path) if what == "sift" else program("cluster", "-q", path))


def test_what_only_the_program_does_is_refused_with_what_helps(command, tmp_path):
    path = write(tmp_path / "list.txt", made_up(10))
    for options, says in (
        (["sift", path, "--count"], "--count is not for Spark: urlsift-spark cluster --leader"),
        (["sift", path, "--as", "text"], "--as is not for Spark: the filter divides a list by host"),
        (["cluster", path, "--ext", "php"], "--ext is not for Spark: groups are made of all lines"),
    ):
        done = command(*options)
        assert done.returncode == 2 and says in done.stderr.decode()
