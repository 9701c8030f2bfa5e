"""The program that the wheel installs beside the module."""

import subprocess
from importlib.metadata import version

from urlsift import Sift

LINES = b"".join(b"https://example.com/user/%d/%s\n" % (i, b"edit" if i % 3 else b"view") for i in range(300))
LINES += b"not a url\nnot a url\n\nhttps://example.com/caf\xe9\n"


def test_it_is_a_binary_of_the_same_version(program):
    assert program.read_bytes().startswith(b"\x7fELF")
    output = subprocess.run([program, "--version"], capture_output=True, check=True, text=True).stdout
    assert output.split() == ["urlsift", version("urlsift")]


def test_program_and_module_print_the_same(program):
    printed = subprocess.run([program, "-q"], input=LINES, capture_output=True, check=True).stdout
    assert b"\n".join(Sift().filter(LINES.split(b"\n"))) + b"\n" == printed
