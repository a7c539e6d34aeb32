"""Nothing of unknown origin, and nothing without a licence, is released."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import freezing
from problem import Problem
from release import debian_packages, sbom
from release.components import Component, components, read_contents
from release.native_files import native_files
from release.wheels import sha256_of_wheels

Contents = dict[str, Any]


@pytest.fixture(scope="module")
def program(assembled_plugin: Path) -> Path:
    return assembled_plugin / "runtime" / freezing.target()


@pytest.fixture
def contents(program: Path) -> Contents:
    assert program.is_dir()
    return read_contents(freezing.FROZEN)


@pytest.fixture(scope="module")
def wheels(program: Path) -> dict[str, str]:
    assert program.is_dir()
    return sha256_of_wheels(read_contents(freezing.FROZEN)["packages"], for_windows=False)


def native(program: Path, word: str) -> str:
    """The place of the native file that has `word` in its name."""
    (found,) = (file for file in native_files(program) if word in file.name)
    return found.relative_to(program).as_posix()


def no_text_of_a_package(contents: Contents) -> None:
    contents["packages"]["rich"]["texts"] = {}


def no_text_of_python(contents: Contents) -> None:
    contents["python"].update(licence=None, library="/nowhere")


@pytest.mark.parametrize(
    ("damage", "name"),
    [(no_text_of_a_package, "rich"), (no_text_of_python, "CPython")],
)
def test_component_without_the_text_of_its_licence_fails_the_build(
    damage: Callable[[Contents], None], name: str, program: Path, contents: Contents, wheels: dict[str, str]
) -> None:
    damage(contents)

    with pytest.raises(Problem, match=f"{name} .* without the text of its licence"):
        components(program, contents, wheels)


def test_library_of_unknown_origin_fails_the_build(program: Path, contents: Contents, wheels: dict[str, str]) -> None:
    contents["files"][native(program, "libz.")]["source"] = "/opt/somewhere/libz.so.1"

    with pytest.raises(Problem, match="no package is known that brings /opt/somewhere/libz"):
        components(program, contents, wheels)


def test_native_file_that_the_freezing_did_not_name_fails_the_build(
    program: Path, contents: Contents, wheels: dict[str, str]
) -> None:
    del contents["files"][native(program, "_json.")]

    with pytest.raises(Problem, match="not known where this file"):
        components(program, contents, wheels)


def test_link_among_the_frozen_files_counts_as_what_it_points_to(
    program: Path, contents: Contents, wheels: dict[str, str]
) -> None:
    place = native(program, "libz.")
    contents["files"]["_internal/real/libz"] = contents["files"][place]
    contents["files"][place] = {"link": "real/libz"}

    (found,) = (component for component in components(program, contents, wheels) if place in component.files)
    assert found.purl.startswith("pkg:deb/")


def test_every_frozen_file_is_named_by_the_freezing(program: Path, contents: Contents) -> None:
    files = {file.relative_to(program).as_posix() for file in program.rglob("*") if file.is_file()}

    assert set(contents["files"]) == files


@pytest.mark.skipif(not shutil.which("dpkg-query"), reason="dpkg-query is not installed")
def test_licences_that_a_debian_package_only_refers_to_are_given_in_full() -> None:
    package = debian_packages.owner(Path("/bin/bash").resolve())

    assert package is not None
    assert (package.name, package.architecture) == ("bash", json.loads(f'"{package.architecture}"'))
    assert "copyright" in package.texts
    assert "GNU GENERAL PUBLIC LICENSE" in package.texts["GPL-3"]
    assert debian_packages.owner(Path("/nowhere/at all")) is None


def test_what_is_no_cyclonedx_fails_the_build(tmp_path: Path) -> None:
    bare = Component("x", "1", "pkg:generic/x@1", "MIT", {"LICENSE": "text"})
    good = sbom.rendered([bare], tmp_path, version="1.0", target="linux-x64", moment=1)

    with pytest.raises(Problem, match="not valid CycloneDX"):
        sbom.check(good.replace('"type": "library"', '"type": "nonsense"'))


def test_list_of_components_is_the_same_text_each_time(tmp_path: Path) -> None:
    parts = [Component(name, "1", f"pkg:generic/{name}@1", "MIT", {"LICENSE": "text"}) for name in "cab"]
    options: dict[str, Any] = {"version": "1.0", "target": "linux-x64", "moment": 1}

    assert sbom.rendered(parts, tmp_path, **options) == sbom.rendered(parts[::-1], tmp_path, **options)
