"""The program that the wheel installs beside the module."""

import subprocess
from importlib.metadata import version
from itertools import product
from random import Random

import pytest
import urlsift

LINES = b"".join(b"https://example.com/user/%d/%s\n" % (i, b"edit" if i % 3 else b"view") for i in range(300))
LINES += b"not a url\nnot a url\n\nhttps://example.com/caf\xe9\n"


def test_it_is_a_binary_of_the_same_version(program):
    assert program.read_bytes().startswith(b"\x7fELF")
    output = subprocess.run([program, "--version"], capture_output=True, check=True, text=True).stdout
    assert output.split() == ["urlsift", version("urlsift")]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("two_pass", [False, True])
def test_program_and_module_print_the_same(program, seed, two_pass):
    lines = LINES.split(b"\n")
    words = ["wombat", "zork", "17", "export", "emu", "tea-cup", "admin", "a1"]
    lines += [f"https://zoo.example/{'/'.join(choices)}?{choices[0]}=1".encode() for choices in product(words, repeat=3)]
    Random(seed).shuffle(lines)
    options = ["--two-pass"] if two_pass else []
    text = b"\n".join(lines) + b"\n"
    printed = subprocess.run([program, "-q", *options], input=text, capture_output=True, check=True).stdout
    assert b"\n".join(urlsift.filter(lines, two_pass=two_pass)) + b"\n" == printed
