"""What the tests share: a session, the program that has to agree, and made-up lists."""

import os
import random
import subprocess
import sys
import sysconfig
from pathlib import Path

import pyspark
import pytest

#: Spark 3.5 keeps no state by host with the Arrow of today, and like 4.0 reads zstd only with Hadoop's own library.
SPARK_4 = pytest.mark.skipif(pyspark.__version__ < "4", reason="takes Spark 4")
SCRIPTS = Path(sysconfig.get_path("scripts"))


@pytest.fixture(scope="session")
def session(tmp_path_factory):
    """Spark on two threads, with blocks of 64 KiB, so that small files are divided as large ones are."""
    from urlsift_spark.session import start

    settings = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "4",
        "spark.sql.files.maxPartitionBytes": "65536",
        "spark.local.dir": str(tmp_path_factory.mktemp("spark")),
    }
    session = start("tests", "local[2]", settings)
    yield session
    session.stop()


@pytest.fixture(scope="session")
def program():
    """Runs `urlsift`, and gives the bytes that it prints."""

    def run(*arguments):
        return subprocess.run([SCRIPTS / "urlsift", *map(str, arguments)], capture_output=True, check=True).stdout

    return run


@pytest.fixture(scope="session")
def command():
    """Runs `urlsift-spark` as a user does, without `PYSPARK_PYTHON`; gives the finished process."""

    def run(*arguments, **others):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PYSPARK")}
        environment["PATH"] = "/usr/bin:/bin"
        if home := os.environ.get("JAVA_HOME"):
            environment["JAVA_HOME"] = home
        run = [SCRIPTS / "urlsift-spark", *map(str, arguments)]
        return subprocess.run(run, capture_output=True, env=environment, **others)

    return run


WORDS = "wombat quokka numbat bilby dunnart potoroo bettong quoll cuscus glider".split()


def made_up(count, seed=1):
    """Lines as crawlers write them: a few large hosts and many small ones, and lines that hosts, bytes and blanks make hard."""
    draw = random.Random(seed)
    hosts = ["shop.test", "SHOP.test:443", "blog.test", "h.", "h:", "127.1", "127.0.0.1", "[::1]"]
    hosts += [f"{draw.choice(WORDS)}{draw.randrange(40)}.example" for _ in range(60)]
    lines = []
    for at in range(count):
        host = draw.choice(hosts) if draw.random() < 0.5 else hosts[draw.randrange(3)]
        kind = draw.randrange(12)
        word, number = draw.choice(WORDS), draw.randrange(count)
        tail = [
            f"/item/{number}",
            f"/item/{number}?ref={word}",
            f"/tag/{word}{number % 90}",
            f"/{word}/{word[::-1]}{number % 30}/edit",
            f"/{draw.choice(WORDS)}?a={number}&{word}=2",
            f"/api/v{number % 3}/{word}s/{number:08x}",
        ][kind % 6]
        line = f"{draw.choice(('http://', 'https://', '//', ''))}{host}{tail}".encode()
        if kind == 11 and at % 7 == 0:
            line = draw.choice([b"", b"see " + line + b" for more", b"no url", b"no url\r", line + b"\r", line + b"\xff", b"\xef\xbb\xbf" + line, b"/" + word.encode(), b"a\rb", b"\x00"])
        lines.append(line)
    return lines


def write(path, lines, end=b"\n"):
    """Writes a list."""
    path.write_bytes(b"\n".join(lines) + end)
    return path
