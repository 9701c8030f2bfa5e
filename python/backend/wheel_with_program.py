"""Builds the wheel: first the program, which becomes `bin/urlsift` of the environment, then the module, by maturin."""

import os
import shutil
import subprocess
from pathlib import Path

from maturin import *  # noqa: F403 - all other steps are maturin's own
from maturin import build_wheel as build_module
from maturin import prepare_metadata_for_build_wheel as prepare_metadata

HERE = Path(__file__).resolve().parent.parent
SCRIPTS = HERE / "data" / "scripts"


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Writes the metadata. maturin wants the directory of the program to be there."""
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    return prepare_metadata(metadata_directory, config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds the wheel with the program in it. `URLSIFT_PROGRAM` names one that is already built, such as a static one."""
    given = os.environ.get("URLSIFT_PROGRAM")
    program = Path(given or _build_program())
    shutil.rmtree(SCRIPTS, ignore_errors=True)
    SCRIPTS.mkdir(parents=True)
    # On Windows it has an extension.
    installed = SCRIPTS / program.name
    shutil.copyfile(program, installed)
    installed.chmod(0o755)
    # One that is given may be of another system, whose tables this strip does not read.
    if not given and shutil.which("strip"):
        subprocess.run(["strip", installed], check=True)
    return build_module(wheel_directory, config_settings, metadata_directory)


def _build_program():
    """Builds the program from the repository that holds this directory, and returns its path."""
    root = HERE.parent
    subprocess.run(["cargo", "build", "--profile", "dist", "--locked"], cwd=root, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", "target"))
    return root / target / "dist" / ("urlsift.exe" if os.name == "nt" else "urlsift")
