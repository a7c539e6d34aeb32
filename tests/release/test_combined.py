"""Several releases in one plugin: only of one source, and each machine runs what was built for it. [R21]"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import freezing
import practice_ledger
from assembling import PLUGIN
from host_drivers.codex import CodexDriver
from lorelum_answers import PRACTICE, line
from problem import Problem
from release import folder, making, provenance, sums
from release.archive import TAR, ZIP, pack, unpack
from release.combined import combine

OWN = freezing.target()
OTHER = "linux-x64" if OWN == "linux-arm64" else "linux-arm64"
# The head of an ELF program, up to the number of the machine: one that this machine is not.
OF_OTHER_MACHINE = b"\x7fELF\2\1\1" + b"\0" * 9 + b"\2\0" + (b"\x3e\0" if OWN == "linux-arm64" else b"\xb7\0")
HOST = CodexDriver()
READ = ("a", "c1", f"lore get {PRACTICE} --json")

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="makes programs of Linux unfit")

Change = Callable[[Path], None]
Make = Callable[..., Path]


def unfit(top: Path) -> None:
    """Makes the program one for another kind of processor."""
    (program,) = folder.runtimes(top).values()
    (program / "practice-ledger").write_bytes(OF_OTHER_MACHINE.ljust(4096, b"\0"))


def told_through(plugin: Path, state: Path) -> list[str]:
    """What a child is told after a read, all of it through the hook wrapper. No hook fails or complains."""
    events = [HOST.start("a"), HOST.begin(*READ), HOST.finish(*READ, line()), HOST.child("a", "x")]
    for event in events:
        done = subprocess.run(
            ["/bin/sh", plugin / "bin" / "practice-ledger-hook"],
            env={"PRACTICE_LEDGER_HOME": str(state), "PATH": "/usr/bin:/bin"},
            input=event,
            capture_output=True,
            check=True,
        )
        assert done.stderr == b""
    return [PRACTICE] if PRACTICE in HOST.told(done.stdout) else []


@on_linux
def test_each_machine_runs_its_own_program(make: Make, tmp_path: Path) -> None:
    joined = combine([make(OTHER, unfit), make(OWN, whole=True)], tmp_path / "joined")

    assert joined.targets == tuple(sorted((OWN, OTHER)))
    assert set(folder.runtimes(joined.folder)) == {OWN, OTHER}
    plugin = joined.folder / PLUGIN
    done = subprocess.run([plugin / "bin" / "practice-ledger", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"practice-ledger {practice_ledger.__version__}\n"
    assert told_through(plugin, tmp_path / "state") == [PRACTICE]


@on_linux
def test_program_unfit_for_its_machine_is_silent_and_no_other_is_run(make: Make, tmp_path: Path) -> None:
    joined = combine([make(OWN, unfit), make(OTHER)], tmp_path / "joined")

    assert told_through(joined.folder / PLUGIN, tmp_path / "state") == []
    assert not (tmp_path / "state").exists()


def test_joined_archive_is_the_same_in_any_order_and_may_be_joined_further(make: Make, tmp_path: Path) -> None:
    own, other, third = make(OWN), make(OTHER), make("windows-x64")
    made = {}
    for name, archives in {"one": [own, other, third], "two": [third, other, own]}.items():
        joined = combine(archives, tmp_path / name)
        made[name] = tmp_path / f"{name}{TAR}"
        pack(joined.folder, made[name], joined.moment)
    two_of_them = combine([own, other], tmp_path / "two of them")
    half = tmp_path / f"{folder.name('1.0', 'all')}{TAR}"
    pack(two_of_them.folder, half, two_of_them.moment)
    joined = combine([half, third], tmp_path / "further")
    made["further"] = tmp_path / f"further{TAR}"
    pack(joined.folder, made["further"], joined.moment)

    assert len({archive.read_bytes() for archive in made.values()}) == 1
    assert third.name.endswith(ZIP)


def other_docs(top: Path) -> None:
    (top / PLUGIN / "docs" / "using.md").write_text("other")


def more_docs(top: Path) -> None:
    (top / PLUGIN / "docs" / "more.md").write_text("more")


def no_statement(top: Path) -> None:
    (folder.runtimes(top)[OTHER] / provenance.NAME).unlink()


REFUSED: dict[str, tuple[dict[str, object], str]] = {
    "another version": ({"version": "1.1"}, "its version is 1.1, that of"),
    "another commit": ({"commit": "1" * 40}, "its commit is 1111"),
    "changes beside its commit": ({"dirty": True}, "its state of the source tree"),
    "another common file": ({"change": other_docs}, "docs/using.md differs from that of"),
    "one more common file": ({"change": more_docs}, "docs/more.md differs from that of"),
    "another time of the commit": ({"moment": 1_700_000_003}, "its time of the commit is"),
    "another lock file": ({"lock": "0" * 64}, "its build/requirements/"),
    "a file changed after the build": ({"late": other_docs}, "docs/using.md is not the file that"),
    "a file added after the build": ({"late": more_docs}, "docs/more.md is not the file that"),
    "no statement": ({"late": no_statement}, "has no provenance.json"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_does_not_belong_together_is_refused(case: str, make: Make, tmp_path: Path) -> None:
    differences, reason = REFUSED[case]

    with pytest.raises(Problem, match="cannot be joined") as refused:
        combine([make(OWN), make(OTHER, **differences)], tmp_path / "joined")
    assert reason in refused.value.text
    assert f"-{OTHER}{TAR}" in refused.value.text


def test_two_of_one_target_are_refused(make: Make, tmp_path: Path) -> None:
    with pytest.raises(Problem, match=f"{OWN} is there twice"):
        combine([make(OWN), make(OWN)], tmp_path / "joined")


def test_target_that_there_is_none_of_is_refused(make: Make, tmp_path: Path) -> None:
    with pytest.raises(Problem, match="amiga is no target"):
        combine([make(OWN), make("amiga")], tmp_path / "joined")


def test_combine_publishes_what_it_was_given_and_the_whole_with_sums_that_are_checked(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "dist" / "release"
    monkeypatch.setattr("folders.RELEASE", place)
    monkeypatch.setattr("folders.TREE", tmp_path)
    monkeypatch.setattr("folders.WORK", tmp_path / ".build")
    archives = [make(OWN), make("windows-x64")]
    place.mkdir(parents=True)
    (place / "left over").touch()

    monkeypatch.setattr("release.testing.run", lambda *_, **__: None)
    making.combine(archives, tested=True)
    # Again, with what is in place now.
    making.combine([place / archive.name for archive in archives], tested=True)

    whole = f"{folder.name('1.0', 'all')}{TAR}"
    assert sorted(file.name for file in place.iterdir()) == sorted([sums.NAME, whole, *(a.name for a in archives)])
    assert [(place / archive.name).read_bytes() for archive in archives] == [a.read_bytes() for a in archives]
    assert set(folder.runtimes(unpack(place / whole, tmp_path / "out"))) == {OWN, "windows-x64"}
    lines = (place / sums.NAME).read_text(encoding="ascii").splitlines()
    assert [line for line in lines if not re.fullmatch(r"[0-9a-f]{64}  \S+", line)] == []
    done = subprocess.run(["sha256sum", "-c", sums.NAME], cwd=place, capture_output=True, text=True, check=True)
    assert done.stdout.count(": OK\n") == 3
    assert [path for path in (tmp_path / ".build").iterdir() if path.is_dir()] == []
