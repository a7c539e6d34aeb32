"""What an archive holds, whichever: run with --archive, these are claims about the very one that is shipped."""

from __future__ import annotations

import json
import os
import platform
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile
from PyInstaller.archive.readers import CArchiveReader  # type: ignore[import-untyped]

import practice_ledger
import python_environment
from assembling import PLUGIN
from release import folder, licences, provenance, sbom
from release.native_files import native_files
from release.sums import sha256
from release.targets import TARGETS
from windows_target import embedded_python

TREE = Path(__file__).resolve().parents[2]
LOCKS = (*python_environment.LOCK_FILES, *embedded_python.LOCK_FILES)

# The sentences that tell each licence, of those that a program cannot be without.
SENTENCES = {
    "CPython": ["PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2", "Stefan Krah"],
    "PyInstaller bootloader": [
        "unlimited permission to link or embed compiled bootloader",
        "GNU GENERAL PUBLIC LICENSE",
    ],
    "pydantic-core": ["Permission is hereby granted, free of charge"],
    "shtab": ["Mozilla Public License Version 2.0", '1.10. "Modifications"'],
    "zlib1g": ["Jean-loup Gailly"],
    "Microsoft Visual C++ runtime": ["If you further distribute programs that include the Microsoft"],
}


@pytest.fixture(scope="module")
def programs(release_folder: Path) -> dict[str, Path]:
    """The folders of the released programs, by target."""
    found = folder.runtimes(release_folder)
    assert found
    assert set(found) <= set(TARGETS)
    return found


def listed(program: Path) -> list[dict[str, Any]]:
    components: list[dict[str, Any]] = json.loads((program / sbom.NAME).read_text(encoding="utf-8"))["components"]
    return components


def inside(components: list[dict[str, Any]], kind: str) -> Iterator[dict[str, Any]]:
    return (part for component in components for part in component.get("components", ()) if part["type"] == kind)


def test_there_are_plain_files_only_and_what_is_run_is_executable(
    release_folder: Path, programs: dict[str, Path]
) -> None:
    assert [path for path in release_folder.rglob("*") if path.is_symlink()] == []
    commands = [release_folder / PLUGIN / "bin" / name for name in ("practice-ledger", "practice-ledger-hook")]
    frozen = [program / "practice-ledger" for target, program in programs.items() if not target.startswith("windows")]
    assert [path for path in (*commands, *frozen) if not os.access(path, os.X_OK)] == []


def test_one_version_stands_everywhere(release_folder: Path, programs: dict[str, Path]) -> None:
    version = practice_ledger.__version__
    manifest = json.loads((release_folder / PLUGIN / ".codex-plugin" / "plugin.json").read_text(encoding="utf-8"))

    assert manifest["version"] == version
    assert release_folder.name.startswith(f"practice-ledger-{version}-")
    for target, program in programs.items():
        stated = provenance.read(program)["predicate"]["buildDefinition"]["externalParameters"]
        assert stated == {"target": target, "version": version}
        described = json.loads((program / sbom.NAME).read_text(encoding="utf-8"))["metadata"]["component"]
        assert (described["name"], described["version"]) == ("practice-ledger", version)


def test_no_file_holds_a_path_of_the_tree_that_it_was_built_in(release_folder: Path, programs: dict[str, Path]) -> None:
    spellings = [str(TREE).encode(), str(TREE).replace("/", "\\").encode()]

    found = [path for path in release_folder.rglob("*") if path.is_file() and _holds(path.read_bytes(), spellings)]
    assert found == []
    for program in programs.values():
        (frozen,) = program.glob("practice-ledger*")
        archive = CArchiveReader(str(frozen)).open_embedded_archive("PYZ.pyz")
        assert [name for name in archive.toc if _holds(archive.extract(name, raw=True) or b"", spellings)] == []


def test_no_library_looks_for_others_in_a_folder_of_the_builder(programs: dict[str, Path]) -> None:
    for file in (file for program in programs.values() for file in native_files(program)):
        with file.open("rb") as opened:
            if opened.read(4) == b"\x7fELF":
                dynamic = ELFFile(opened).get_section_by_name(".dynamic")
                assert isinstance(dynamic, DynamicSection)
                assert {tag.entry.d_tag for tag in dynamic.iter_tags()} & {"DT_RPATH", "DT_RUNPATH"} == set(), file


def test_there_are_no_notes_of_an_installation_which_differ_from_one_to_the_next(release_folder: Path) -> None:
    names = {path.name for path in release_folder.rglob("*.dist-info/*")}

    assert "METADATA" in names
    assert names & {"RECORD", "INSTALLER", "REQUESTED", "direct_url.json"} == set()


def _holds(content: bytes, spellings: list[bytes]) -> bool:
    return any(spelling in content for spelling in spellings)


def test_list_of_components_is_valid(programs: dict[str, Path]) -> None:
    for program in programs.values():
        sbom.check((program / sbom.NAME).read_text(encoding="utf-8"))


def test_every_native_file_is_listed_with_its_digest(programs: dict[str, Path]) -> None:
    for program in programs.values():
        stated = {part["name"]: part["hashes"][0]["content"] for part in inside(listed(program), "file")}

        assert stated == {file.relative_to(program).as_posix(): sha256(file) for file in native_files(program)}
        assert len(stated) > 5


def test_packages_are_those_frozen_in_as_the_lock_has_them(programs: dict[str, Path]) -> None:
    locked = "".join(lock.read_text(encoding="ascii") for lock in LOCKS)
    for program in programs.values():
        packages = [part for part in listed(program) if part["purl"].startswith("pkg:pypi/")]
        for package in packages:
            name = package["purl"].partition("@")[0].removeprefix("pkg:pypi/")
            block = re.search(rf"^{name}=={re.escape(package['version'])} .*?(?<!\\)$", locked, re.M | re.S)
            assert block, f"{name} {package['version']} is not locked"
            assert f"sha256:{package['hashes'][0]['content']}" in block[0]
        (frozen,) = program.glob("practice-ledger*")
        modules = {name.partition(".")[0] for name in CArchiveReader(str(frozen)).open_embedded_archive("PYZ.pyz").toc}
        names = {package["name"].replace("-", "_") for package in packages}
        for brought, name in {"rich": "rich", "pydantic": "pydantic", "markdown_it": "markdown_it_py"}.items():
            assert (brought in modules) == (name in names)
        assert not names & {"setuptools", "pytest", "pyinstaller_hooks_contrib"}


def test_what_is_compiled_into_a_library_is_listed_too(programs: dict[str, Path]) -> None:
    for program in programs.values():
        crates = {part["purl"] for part in inside(listed(program), "library")}
        assert any(purl.startswith("pkg:cargo/pyo3@") for purl in crates)


def test_every_component_comes_with_the_texts_of_its_licences(programs: dict[str, Path]) -> None:
    for program in programs.values():
        text = (program / licences.NAME).read_text(encoding="utf-8")
        sections = {part.strip().partition("\n")[0]: part for part in text.split("=" * 100)[1:]}
        components = listed(program)

        assert set(sections) == {f"{part['name']} {part['version']}" for part in components}
        for component in components:
            section = sections[f"{component['name']} {component['version']}"]
            assert component["licenses"]
            assert len(section) > 1000, f"{component['name']} has no text"
            missing = [sentence for sentence in SENTENCES.get(component["name"], ()) if sentence not in section]
            assert missing == []


def test_provenance_states_every_file_and_nothing_of_the_machine(
    release_folder: Path, programs: dict[str, Path]
) -> None:
    for program in programs.values():
        statement = provenance.read(program)
        files = {
            file.relative_to(release_folder).as_posix(): file for file in release_folder.rglob("*") if file.is_file()
        }
        mine = {
            name: sha256(file)
            for name, file in files.items()
            if file != program / provenance.NAME
            and not any(other in file.parents for other in programs.values() if other != program)
        }
        assert {file["name"]: file["digest"]["sha256"] for file in statement["subject"]} == mine
        text = (program / provenance.NAME).read_text(encoding="utf-8")
        assert platform.node() not in text
        assert str(TREE) not in text


def test_provenance_states_commit_tools_and_lock_files(programs: dict[str, Path]) -> None:
    digests = {f"build/requirements/{lock.name}": sha256(lock) for lock in LOCKS}
    for program in programs.values():
        statement = provenance.read(program)
        assert statement["_type"] == "https://in-toto.io/Statement/v1"
        assert statement["predicateType"] == "https://slsa.dev/provenance/v1"
        definition = statement["predicate"]["buildDefinition"]
        commit, *locks = definition["resolvedDependencies"]
        assert re.fullmatch("[0-9a-f]{40}", commit["digest"]["gitCommit"])
        assert len(locks) == 2
        assert {lock["name"]: lock["digest"]["sha256"] for lock in locks}.items() <= digests.items()
        assert definition["internalParameters"]["sourceTreeDirty"] in (True, False)
        assert definition["internalParameters"]["sourceDateEpoch"] > 1_600_000_000
        versions = statement["predicate"]["runDetails"]["builder"]["version"]
        components = {component["name"]: component["version"] for component in listed(program)}
        assert versions["python"] == components["CPython"]
        assert versions["pyinstaller"] == components["PyInstaller bootloader"]
