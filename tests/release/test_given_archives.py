"""An archive that is to be joined is, name and bytes, what a release makes, or nothing of it is used. [R21]"""

from __future__ import annotations

import gzip
import io
import json
import lzma
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assembling import PLUGIN
from problem import Problem
from release import archive as archives
from release import folder, making, provenance
from release.archive import TAR, ZIP, pack
from release.combined import combine

OWN, OTHER = "linux-x64", "macos-arm64"
MOMENT = 1_700_000_001

Edit = Callable[[dict[str, Any]], object]
Make = Callable[..., Path]
Entry = tuple[tarfile.TarInfo, bytes]


def stated(edit: Edit) -> Callable[[Path], None]:
    """Edits the statement of the one program in a release's folder."""

    def late(top: Path) -> None:
        (program,) = folder.runtimes(top).values()
        statement = json.loads((program / provenance.NAME).read_text(encoding="utf-8"))
        edit(statement)
        (program / provenance.NAME).write_text(json.dumps(statement), encoding="utf-8")

    return late


def inner(name: str, value: object) -> Edit:
    return lambda statement: statement["predicate"]["buildDefinition"]["internalParameters"].update({name: value})


def outer(name: str, value: object) -> Edit:
    return lambda statement: statement["predicate"]["buildDefinition"]["externalParameters"].update({name: value})


STATEMENTS: dict[str, Edit] = {
    "no predicate": lambda statement: statement.pop("predicate"),
    "no files": lambda statement: statement.pop("subject"),
    "a file twice": lambda statement: statement["subject"].append(statement["subject"][0]),
    "no commit": lambda statement: statement["predicate"]["buildDefinition"]["resolvedDependencies"].pop(0),
    "a version that leads elsewhere": outer("version", "0/../../../tmp/outside"),
    "a version with a line end": outer("version", "1.0\n"),
    "a version of other digits": outer("version", "\u0661.\u0660"),
    "another target": outer("target", "windows-x64"),
    "a time in words": inner("sourceDateEpoch", "x"),
    "a time before all": inner("sourceDateEpoch", -5),
    "a time after all": inner("sourceDateEpoch", 2**62),
    "neither dirty nor clean": inner("sourceTreeDirty", None),
}


@pytest.mark.parametrize("case", STATEMENTS)
def test_a_statement_that_is_none_is_refused(case: str, make: Make, tmp_path: Path) -> None:
    with pytest.raises(Problem, match=f"provenance.json of {OTHER} is ") as refused:
        combine([make(OTHER, late=stated(STATEMENTS[case]))], tmp_path / "joined")
    assert f"{OTHER}{TAR}" in refused.value.text
    assert [path for path in tmp_path.rglob("*all*") if path.is_dir() and path.name.endswith("-all")] == []


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b"[" * 100_000])
def test_a_statement_that_cannot_be_read_is_refused(content: bytes, make: Make, tmp_path: Path) -> None:
    def late(top: Path) -> None:
        (folder.runtimes(top)[OTHER] / provenance.NAME).write_bytes(content)

    with pytest.raises(Problem, match="is none: all of it"):
        combine([make(OTHER, late=late)], tmp_path / "joined")


def test_an_empty_folder_is_refused(make: Make, tmp_path: Path) -> None:
    with pytest.raises(Problem, match="bin/empty is an empty folder"):
        combine([make(OTHER, lambda top: (top / PLUGIN / "bin" / "empty").mkdir())], tmp_path / "joined")


def test_an_archive_without_a_program_is_refused_beside_one_with(make: Make, tmp_path: Path) -> None:
    def late(top: Path) -> None:
        program = folder.runtimes(top)[OTHER]
        program.rename(top / "elsewhere")

    with pytest.raises(Problem, match="there is no program in it"):
        combine([make(OWN), make(OTHER, late=late)], tmp_path / "joined")


@pytest.mark.parametrize(
    "name", ["SHA256SUMS", f"x{TAR}", f"practice-ledger-9.9-{OTHER}{TAR}", f"practice-ledger-1.0-{OTHER}.tgz"]
)
def test_another_name_is_refused(name: str, make: Make, tmp_path: Path) -> None:
    archive = make(OTHER)

    with pytest.raises(Problem, match="not named as what it holds"):
        combine([archive.rename(archive.with_name(name))], tmp_path / "joined")


def test_a_folder_of_another_name_is_refused(make: Make, tmp_path: Path) -> None:
    archive = make(OTHER)
    top = archive.parent / archive.name.removesuffix(TAR)
    pack(top.rename(top.with_name("other")), archive, MOMENT)

    with pytest.raises(Problem, match="the folder in it is named otherwise"):
        combine([archive], tmp_path / "joined")


def entries(archive: Path) -> list[Entry]:
    with tarfile.open(archive) as tar:
        return [(entry, opened.read() if (opened := tar.extractfile(entry)) else b"") for entry in tar]


def written(archive: Path, found: list[Entry]) -> None:
    """As `pack` does it."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for entry, content in found:
            tar.addfile(entry, io.BytesIO(content))
    with archive.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
        packed.write(plain.getvalue())


def other_owner(found: list[Entry]) -> None:
    found[-1][0].uname = "builder"


def other_mode(found: list[Entry]) -> None:
    found[-1][0].mode = 0o4755


def other_time(found: list[Entry]) -> None:
    found[-1][0].mtime = 5


def absurd_time(found: list[Entry]) -> None:
    found[-1][0].mtime = 2**62


def twice(found: list[Entry]) -> None:
    hidden = tarfile.TarInfo(found[-1][0].name)
    hidden.size, hidden.mode, hidden.mtime = 4, 0o644, MOMENT
    found.insert(0, (hidden, b"evil"))


def other_order(found: list[Entry]) -> None:
    found[-1], found[-2] = found[-2], found[-1]


def link(found: list[Entry]) -> None:
    linked = tarfile.TarInfo(f"{found[0][0].name}/{PLUGIN.as_posix()}/evil")
    linked.type, linked.linkname = tarfile.SYMTYPE, "docs"
    found.append((linked, b""))


@pytest.mark.parametrize("change", [other_owner, other_mode, other_time, absurd_time, twice, other_order, link])
def test_a_tar_with_anything_else_in_it_is_refused(
    change: Callable[[list[Entry]], None], make: Make, tmp_path: Path
) -> None:
    archive = make(OTHER)
    original = archive.read_bytes()
    found = entries(archive)
    written(archive, found)
    assert archive.read_bytes() == original, "the change is the only difference"
    change(found)
    written(archive, found)

    with pytest.raises(Problem, match=r"bytes are not those|no archive of a release"):
        combine([archive], tmp_path / "joined")


FORMS: dict[str, Callable[[bytes], bytes]] = {
    "bytes behind it": lambda whole: whole + b"PAYLOAD",
    "a second stream behind it": lambda whole: whole + gzip.compress(b"more"),
    "a name in the header": lambda whole: whole[:3] + b"\x08" + whole[4:10] + b"name\0" + whole[10:],
    "another form under its name": lambda whole: lzma.compress(gzip.decompress(whole)),
    "none around it": gzip.decompress,
    "more bytes behind the last entry": lambda whole: gzip.compress(gzip.decompress(whole) + bytes(10240), mtime=0),
}


@pytest.mark.parametrize("case", FORMS)
def test_a_tar_in_another_form_is_refused(case: str, make: Make, tmp_path: Path) -> None:
    archive = make(OTHER)
    archive.write_bytes(FORMS[case](archive.read_bytes()))

    with pytest.raises(Problem, match=r"bytes are not those|no archive of a release"):
        combine([archive], tmp_path / "joined")


def repacked_zip(archive: Path, *, level: int = 9, mode: int = 0, front: bool = False, comment: bytes = b"") -> None:
    with zipfile.ZipFile(archive) as packed:
        found = [(entry, packed.read(entry)) for entry in packed.infolist()]
    with zipfile.ZipFile(archive, "w") as packed:
        if front:
            packed.writestr(zipfile.ZipInfo(found[-1][0].filename), b"evil")
        packed.comment = comment
        for entry, content in found:
            new = zipfile.ZipInfo(entry.filename, entry.date_time)
            new.create_system, new.compress_type = entry.create_system, entry.compress_type
            new.external_attr = entry.external_attr | mode << 16
            packed.writestr(new, content, compresslevel=level)


ZIPS: dict[str, Callable[[Path], object]] = {
    "setuid": lambda archive: repacked_zip(archive, mode=0o4000),
    "a comment": lambda archive: repacked_zip(archive, comment=b"x"),
    "bytes before it": lambda archive: archive.write_bytes(b"PAYLOAD" + archive.read_bytes()),
    "bytes behind it": lambda archive: archive.write_bytes(archive.read_bytes() + b"PAYLOAD"),
    "an encrypted entry": lambda archive: flagged(archive, 8, 1),
    "an unknown compression": lambda archive: flagged(archive, 10, 99),
}


def flagged(archive: Path, place: int, value: int) -> None:
    """Sets a byte of the first entry in the list at the end."""
    content = bytearray(archive.read_bytes())
    content[content.index(b"PK\1\2") + place] = value
    archive.write_bytes(content)


@pytest.mark.parametrize("case", ZIPS)
def test_a_zip_with_anything_else_in_it_is_refused(case: str, make: Make, tmp_path: Path) -> None:
    archive = make("windows-x64")
    ZIPS[case](archive)

    with pytest.raises(Problem, match=r"bytes are not those|no archive of a release"):
        combine([archive], tmp_path / "joined")


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_zip_with_a_hidden_entry_before_the_true_one_is_refused(make: Make, tmp_path: Path) -> None:
    archive = make("windows-x64")
    repacked_zip(archive, front=True)

    with pytest.raises(Problem, match="bytes are not those"):
        combine([archive], tmp_path / "joined")


def test_archives_of_another_compressor_are_taken(make: Make, tmp_path: Path) -> None:
    for_windows, other = make("windows-x64"), make(OTHER)
    repacked_zip(for_windows, level=1)
    whole = other.read_bytes()
    packed = bytearray(gzip.compress(gzip.decompress(whole), compresslevel=6, mtime=0))
    packed[:10] = whole[:10]
    other.write_bytes(packed)
    assert len(packed) != len(whole)

    assert combine([for_windows, other], tmp_path / "joined").targets == (OTHER, "windows-x64")


@pytest.mark.parametrize("bound", ["MOST_BYTES", "_MOST_FILES"])
@pytest.mark.parametrize("target", [OTHER, "windows-x64"])
def test_an_archive_of_too_much_is_refused_before_it_is_unpacked(
    target: str, bound: str, make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = make(target)
    monkeypatch.setattr(archives, bound, 10)

    with pytest.raises(Problem, match="it holds more than"):
        combine([archive], tmp_path / "joined")
    assert [path for path in (tmp_path / "joined").rglob("*") if path.is_file()] == []


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where releases are put, with one there."""
    found = tmp_path / "dist" / "release"
    found.mkdir(parents=True)
    (found / "of the last release").touch()
    monkeypatch.setattr("folders.RELEASE", found)
    monkeypatch.setattr("folders.TREE", tmp_path)
    monkeypatch.setattr("folders.WORK", tmp_path / ".build")
    return found


def test_nothing_is_replaced_by_what_is_refused(place: Path, make: Make) -> None:
    good, bad = make(OWN), make(OTHER, late=stated(outer("version", "2.0")))

    with pytest.raises(Problem, match="named as"):
        making.combine([good, bad], tested=False)
    assert [path.name for path in place.iterdir()] == ["of the last release"]


@pytest.mark.parametrize("tested", [True, False])
def test_only_what_was_tested_is_summed(tested: bool, place: Path, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("release.testing.run", lambda *_, **__: None)
    making.combine([make(OWN), make(OTHER)], tested=tested)
    assert (place / "SHA256SUMS").exists() is tested


def test_a_joined_archive_makes_room_for_the_one_with_more(place: Path, make: Make, tmp_path: Path) -> None:
    making.combine([make(OWN), make(OTHER)], tested=False)
    whole = f"{folder.name('1.0', 'all')}{TAR}"
    half = (place / whole).rename(tmp_path / whole)

    making.combine([half, make("windows-x64")], tested=False)

    for_windows = f"{folder.name('1.0', 'windows-x64')}{ZIP}"
    assert sorted(path.name for path in place.iterdir()) == sorted([whole, for_windows])
    assert combine([place / whole], tmp_path / "seen").targets == (OWN, OTHER, "windows-x64")
