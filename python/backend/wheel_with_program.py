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

# Both are built in one place, apart from the program's own builds, and share most of their crates. A relative one is of the root.
os.environ["CARGO_TARGET_DIR"] = str(HERE.parent / os.environ.get("CARGO_TARGET_DIR", "target/wheel"))


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Writes the metadata. maturin wants the directory of the program to be there."""
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    return prepare_metadata(metadata_directory, config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds the wheel with the program in it. `URLSIFT_PROGRAM` names one that is already built, such as a static one; without it,
    both are built by the profile `URLSIFT_PROFILE`, `release` or `dist`."""
    given = os.environ.get("URLSIFT_PROGRAM")
    profile = os.environ.get("URLSIFT_PROFILE", "release")
    if profile == "release":
        # With the module's way to panic, shared crates compile once.
        os.environ.setdefault("CARGO_PROFILE_RELEASE_PANIC", "unwind")
    if not given:
        _say(f"compiles the program (profile {profile}), step 1 of 2; the first time takes some minutes")
    program = Path(given or _build_program(profile))
    shutil.rmtree(SCRIPTS, ignore_errors=True)
    SCRIPTS.mkdir(parents=True)
    # On Windows it has an extension.
    installed = SCRIPTS / program.name
    shutil.copyfile(program, installed)
    installed.chmod(0o755)
    # One that is given may be of another system, whose tables this strip does not read.
    if not given and shutil.which("strip"):
        subprocess.run(["strip", installed], check=True)
    _say(f"compiles the Python module (profile {profile}){'' if given else ', step 2 of 2'}")
    os.environ["MATURIN_PEP517_ARGS"] = f"{os.environ.get('MATURIN_PEP517_ARGS', '')} --profile {profile}"
    return build_module(wheel_directory, config_settings, metadata_directory)


def _build_program(profile):
    """Builds the program from the repository that holds this directory, and returns its path."""
    subprocess.run(["cargo", "build", "--profile", profile, "--locked", "--bin", "urlsift"], cwd=HERE.parent, check=True)
    return Path(os.environ["CARGO_TARGET_DIR"], profile, "urlsift.exe" if os.name == "nt" else "urlsift")


def _say(text):
    """Tells whoever waits: pip shows nothing of a build that succeeds, except by the terminal itself."""
    try:
        with open("/dev/tty", "w") as terminal:
            terminal.write(f"\r\n  urlsift: {text}\r\n")
    except OSError:
        print(f"urlsift: {text}", flush=True)
