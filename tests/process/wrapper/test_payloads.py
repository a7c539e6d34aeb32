"""What of a payload reaches the program, and that nothing in it is ever run. [R21]"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from needed_tools import program_or_skip

from ..conftest import OTHER_EVENTS, READ, SILENT, TOOL_EVENTS, UNRELATED, Installed, RunHook

ALL_BYTES = bytes(range(1, 256)) * 20
HOSTILE = b"lore get '$(touch ran)' \"`touch ran`\" ; touch ran \\n %s %n ${x} <<EOF\nEOF\n' touch ran"
ONE_LOADER = Path("/lib64/ld-linux-x86-64.so.2").exists() and not Path("/lib/ld-linux-aarch64.so.1").exists()
PAYLOADS = {
    "every byte": b"lore get" + ALL_BYTES + b"end",
    "not UTF-8": b"\xff\xfe lore get \xc3\x28 \xed\xa0\x80",
    "2 MB": b'{"x":"' + b"lore get " * 250_000 + b'"}',
    "words for a shell": HOSTILE,
    "options for printf": b"-v lore get",
}


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS.keys())
@pytest.mark.parametrize("event", ["SessionStart", "PostToolUse"])
def test_payload_reaches_the_program_byte_for_byte(
    payload: bytes, event: str, shell: str, install: Callable[..., Installed], run_hook: RunHook
) -> None:
    installed = install()

    end = run_hook(installed, shell, event, payload)

    reply = b"" if event in TOOL_EVENTS else b"reply\n"
    assert (end.status, end.stdout, end.stderr, end.drained) == (0, reply, b"", True)
    assert installed.received() == payload


@pytest.mark.parametrize("event", ["SessionStart", "PostToolUse"])
def test_payload_of_null_bytes_does_no_harm(
    event: str, shell: str, install: Callable[..., Installed], run_hook: RunHook
) -> None:
    end = run_hook(install(real=True), shell, event, b"\0" * 100_000 + b"lore get" + b"\0" * 100_000)

    assert end == SILENT


@pytest.mark.parametrize("whole", [True, False], ids=["plugin there", "plugin gone"])
@pytest.mark.parametrize("event", [*TOOL_EVENTS, *OTHER_EVENTS])
def test_closed_standard_input_does_no_harm(
    event: str, whole: bool, shell: str, install: Callable[..., Installed]
) -> None:
    installed = install(real=True)
    if not whole:
        installed.wrapper.unlink()

    done = subprocess.run(
        [shell, "-c", f"exec <&-; {installed.command(event)}"],
        env={"PLUGIN_ROOT": str(installed.root)},
        capture_output=True,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_host_that_no_longer_listens_does_no_harm(sh: Path, install: Callable[..., Installed]) -> None:
    process = subprocess.Popen(
        [sh, install().wrapper], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout
    process.stdout.close()

    assert process.communicate(READ)[1] == b""
    assert process.returncode == 0


def test_system_without_cat_has_its_payload_read_all_the_same(
    install: Callable[..., Installed], run_hook: RunHook, shell: str
) -> None:
    installed = install()
    script = installed.wrapper.read_text()
    assert "/usr/bin:/bin" in script
    installed.wrapper.write_text(script.replace("/usr/bin:/bin", "/nonexistent"))

    assert run_hook(installed, shell, "PostToolUse", READ * 5_000, {"PATH": "/nonexistent"}) == SILENT
    assert installed.received() is None
    assert run_hook(installed, shell, "SessionStart", READ * 5_000, {"PATH": "/nonexistent"}).drained


@pytest.mark.parametrize("event", OTHER_EVENTS)
def test_events_that_are_no_tool_calls_always_reach_the_program(
    event: str, shell: str, install: Callable[..., Installed], run_hook: RunHook
) -> None:
    installed = install()

    run_hook(installed, shell, event, UNRELATED)

    assert installed.received() == UNRELATED
    assert (installed.program.parent / "arguments").read_text() == "hook codex"


@pytest.mark.parametrize("event", TOOL_EVENTS)
def test_tool_call_that_cannot_be_a_read_ends_before_the_program(
    event: str, shell: str, install: Callable[..., Installed], run_hook: RunHook
) -> None:
    installed = install()

    assert run_hook(installed, shell, event, UNRELATED) == SILENT
    assert installed.received() is None


@pytest.mark.parametrize("event", TOOL_EVENTS)
def test_tool_call_is_never_answered_whatever_the_program_prints(
    event: str, shell: str, install: Callable[..., Installed], run_hook: RunHook
) -> None:
    installed = install()

    assert run_hook(installed, shell, event, READ) == SILENT
    assert installed.received() == READ


@pytest.mark.parametrize("event", TOOL_EVENTS)
def test_unrelated_tool_call_starts_two_programs_only(
    event: str, shell: str, install: Callable[..., Installed], tmp_path: Path
) -> None:
    assert programs_started(install(), shell, event, UNRELATED * 500, tmp_path) == ["sh", "cat"]


@pytest.mark.skipif(not ONE_LOADER, reason="a loader says what this machine is on Linux with glibc")
@pytest.mark.parametrize(("event", "others"), [("PostToolUse", ["cat"]), ("SessionStart", []), ("SubagentStart", [])])
def test_hook_starts_no_program_that_it_can_do_without(
    event: str, others: list[str], shell: str, install: Callable[..., Installed], tmp_path: Path
) -> None:
    started = programs_started(install(), shell, event, READ, tmp_path)

    assert started[: started.index("practice-ledger")] == ["sh", *others]


@pytest.mark.skipif(sys.platform != "linux", reason="the bootloader starts the program twice on Linux only")
@pytest.mark.parametrize(("through_a_link", "starts"), [(False, 1), (True, 2)])
def test_program_is_started_once_where_its_bootloader_agrees_on_its_name(
    through_a_link: bool, starts: int, shell: str, install: Callable[..., Installed], tmp_path: Path
) -> None:
    installed = install(real=True)
    if through_a_link:
        link = tmp_path / "link"
        link.symlink_to(installed.root)
        installed = Installed(link, installed.hooks)
    start = CodexDriver().start("a")

    started = programs_started(installed, shell, "SessionStart", start, tmp_path)

    assert started == ["sh", *["practice-ledger"] * starts]
    assert list((tmp_path / "state" / "conversations").iterdir()), "it has worked"


def programs_started(installed: Installed, shell: str, event: str, payload: bytes, tmp_path: Path) -> list[str]:
    """The names of the programs that the user's shell starts for one hook, in their order."""
    trace = tmp_path / "trace"
    strace = [program_or_skip("strace"), "-f", "-qq", "-e", "trace=execve", "-e", "status=successful", "-o", str(trace)]
    subprocess.run(
        [*strace, shell, "-c", installed.command(event)],
        env={
            "PATH": "/usr/bin:/bin",
            "PLUGIN_ROOT": str(installed.root),
            "PRACTICE_LEDGER_HOME": str(tmp_path / "state"),
        },
        stdout=subprocess.DEVNULL,
        input=payload,
        check=True,
    )
    started = [Path(line.split('"')[1]).name for line in trace.read_text().splitlines() if "execve(" in line]
    assert started[0] == Path(shell).name
    return started[1:]
