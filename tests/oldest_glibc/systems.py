"""Other systems, each in a folder that `chroot` enters, with the plugin copied in."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import folders
from needed_tools import program_or_skip, skip_or_fail
from one_at_a_time import one_at_a_time
from process.conftest import HookEnd, end_of

_CACHE = folders.WORK / "systems"
_SYSTEM_PATH = "/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass(frozen=True)
class System:
    """A system's folder. `plugin` and `state` lie in it; the state is not made yet."""

    root: Path
    plugin: Path

    @property
    def state(self) -> Path:
        return self.plugin.with_name("state")

    @property
    def program(self) -> Path:
        (found,) = self.plugin.glob("runtime/*/practice-ledger")
        return found

    def hook(self, payload: bytes, shell: str = "/bin/sh") -> HookEnd:
        """Runs the hook command for an event as Codex does."""
        hooks = json.loads((self.plugin / "hooks" / "hooks.json").read_text())["hooks"]
        command = hooks[json.loads(payload)["hook_event_name"]][0]["hooks"][0]["command"]
        process = self._start([shell, "-c", command], {"PLUGIN_ROOT": self.inside(self.plugin)})
        return end_of(process, payload)

    def command(self, *arguments: str) -> HookEnd:
        """Runs the plugin's command for a person."""
        return end_of(self._start([self.inside(self.plugin / "bin" / "practice-ledger"), *arguments], {}), b"")

    def inside(self, path: Path) -> str:
        """How a path is called in there."""
        return f"/{path.relative_to(self.root)}"

    def _start(self, command: list[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
        own = {"PATH": _SYSTEM_PATH, "HOME": "/nonexistent", "PRACTICE_LEDGER_HOME": self.inside(self.state)}
        return subprocess.Popen(
            [program_or_skip("chroot"), self.root, *command],
            env={**own, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )


def with_plugin(root: Path, plugin: Path) -> System:
    """Puts a copy of the plugin there, in a new folder."""
    folder = Path(tempfile.mkdtemp(dir=root, prefix="test "))
    shutil.copytree(plugin, folder / "plugin")
    return System(root, folder / "plugin")


def debian(suite: str) -> Path:
    """A Debian of a release, unpacked and not configured. Made once, in a quarter of a minute, and kept."""
    root = _CACHE / suite
    if os.geteuid() != 0:
        skip_or_fail("only root can enter another system")
    if not root.is_dir():
        with one_at_a_time():
            if not root.is_dir():
                _unpack(suite, root)
    return root


def without_glibc(root: Path) -> Path:
    """What Alpine is to a program for glibc: a system with busybox and no loader of glibc's."""
    if os.geteuid() != 0:
        skip_or_fail("only root can enter another system")
    busybox = program_or_skip("busybox")
    for folder in ("bin", "dev"):
        (root / folder).mkdir(parents=True)
    shutil.copy(busybox, root / "bin" / "busybox")
    os.mknod(root / "dev" / "null", 0o666 | 0o020000, os.makedev(1, 3))
    done = subprocess.run(
        ["chroot", root, "/bin/busybox", "--install", "-s", "/bin"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        skip_or_fail(f"busybox is not linked statically (Debian: busybox-static): {done.stderr}")
    return root


def _unpack(suite: str, root: Path) -> None:
    new = root.with_name(f"{suite}.new")
    shutil.rmtree(new, ignore_errors=True)
    new.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as without_spaces:  # which debootstrap cannot bear, and does not say so
        there = Path(without_spaces, "systems")
        there.symlink_to(new.parent)
        command: list[str | Path] = [
            program_or_skip("debootstrap"),
            "--foreign",
            "--variant=minbase",
            suite,
            there / new.name,
            *_mirror(),
        ]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode or not (new / "bin" / "sh").exists():
        skip_or_fail(f"debootstrap cannot unpack Debian {suite}: {done.stdout[-2_000:]}")
    new.rename(root)


def _mirror() -> list[str]:
    """Where this machine has its Debian packages from, if it is a Debian; else debootstrap knows one."""
    listed = ["apt-get", "indextargets", "--format", "$(LABEL) $(REPO_URI)", "Created-By: Packages"]
    done = subprocess.run(listed, capture_output=True, text=True, check=False)
    return [line.split()[1] for line in done.stdout.splitlines() if line.startswith("Debian ")][:1]
