"""What the tests share."""

import sysconfig
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def program():
    """The program that the wheel installs."""
    return Path(sysconfig.get_path("scripts")) / "urlsift"
