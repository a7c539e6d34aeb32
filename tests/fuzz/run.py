"""Fuzzes one target for some seconds, in a process of its own.

python -m fuzz.run --target T --seconds N [--keep]
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from fuzz.seeds import write_seeds
from fuzz.targets import CORPUS, TARGETS

ANY_SEED = 0  # to libFuzzer: another at each run
TESTS = Path(__file__).resolve().parents[1]
WORDS = Path(__file__).with_name("words.dict")

_LONGEST_INPUT = 16_384  # bytes
_LONGEST_KEPT = 2048
_MEMORY = Path("/dev/shm")  # a disk would be waited for at every change of the state
_SECONDS_FOR_ONE = 10
_MEGABYTES = 1024
_EXECUTED = re.compile(r"^stat::number_of_executed_units: (\d+)$", re.MULTILINE)
_END_OF_LOG = 4000


@dataclass(frozen=True)
class Fuzzed:
    """What came of one run. `fault` is the input that broke a promise, None for none; `log` ends with how it did."""

    target: str
    inputs: int
    fault: bytes | None
    log: str


def fuzz(target: str, seconds: int, *, seed: int = ANY_SEED, keep: bool = False) -> Fuzzed:
    """Fuzzes from the seeds and the tree's corpus. `keep` adds to that what reached new places, made small.

    Raises `RuntimeError` if the fuzzer itself fails.
    """
    with tempfile.TemporaryDirectory(
        prefix="practice-ledger-fuzzed-", dir=_MEMORY if _MEMORY.is_dir() else None
    ) as name:
        new, faults = Path(name, "new"), Path(name, "faults")
        for folder in (new, faults):
            folder.mkdir()
        write_seeds(target, new)
        launcher = _launcher(target, Path(name))
        done = _run(
            launcher,
            f"-max_total_time={seconds}",
            f"-seed={seed}",
            f"-max_len={_LONGEST_INPUT}",
            f"-timeout={_SECONDS_FOR_ONE}",
            f"-rss_limit_mb={_MEGABYTES}",
            f"-dict={WORDS}",
            f"-artifact_prefix={faults}/",
            "-print_final_stats=1",
            str(new),
            str(CORPUS / target),
        )
        executed = _EXECUTED.search(done.stderr)
        fault = next((path.read_bytes() for path in faults.iterdir()), None)
        if fault is None and (done.returncode or not executed):
            raise RuntimeError(f"the fuzzer failed with status {done.returncode}\n{done.stderr[-_END_OF_LOG:]}")
        if keep and fault is None:
            _run(
                launcher,
                "-set_cover_merge=1",
                "-use_counters=0",
                f"-max_len={_LONGEST_KEPT}",
                str(CORPUS / target),
                str(new),
            )
        said = (line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("INFO:"))
        log = "\n".join(said)[-_END_OF_LOG:]
        return Fuzzed(target, int(executed[1]) if executed else 0, fault, log)


def _launcher(target: str, folder: Path) -> Path:
    """A program that fuzzes the target, as libFuzzer can start it again itself."""
    launcher = folder / "launcher"
    command = shlex.join([sys.executable, "-m", "fuzz.guided"])
    launcher.write_text(f'#!/bin/sh\nexec {command} "$0" {shlex.quote(target)} "$@"\n')
    launcher.chmod(0o755)
    return launcher


def _run(launcher: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join((str(TESTS), str(TESTS.parent / "runtime")))
    # The fuzzer ends its process at once, so that what lies in a temporary folder would stay.
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(launcher.parent)}
    return subprocess.run(
        [launcher, *arguments], env=environment, capture_output=True, text=True, errors="replace", check=False
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz.run", description=__doc__.splitlines()[0])
    parser.add_argument("--target", choices=[*TARGETS, "all"], required=True)
    parser.add_argument("--seconds", type=int, required=True, help="for each target")
    parser.add_argument("--keep", action="store_true", help="add what reached new places to the corpus of the tree")
    chosen = parser.parse_args()
    broken = False
    for target in TARGETS if chosen.target == "all" else [chosen.target]:
        found = fuzz(target, chosen.seconds, keep=chosen.keep)
        print(f"{target}: {found.inputs} inputs, {'no fault' if found.fault is None else 'A FAULT'}", flush=True)
        if found.fault is not None:
            broken = True
            print(f"{found.log}\nthe input, to be kept in {CORPUS / target}:\n{found.fault!r}", flush=True)
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
