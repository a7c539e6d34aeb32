"""Which changes of the plugin need a new trust in which Codex, and that `doctor` names exactly these. [R22]"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from codex_host import hook_trust
from codex_host.isolated_codex import IsolatedCodex
from host.releases import NEWER, Release
from host.test_doctor import HOOKS, by_trust, doctor, put_codex_on_path

Change = Callable[[Release], None]


def in_the_hooks(old: str, new: str) -> Change:
    def change(release: Release) -> None:
        text = release.hooks.read_text()
        assert old in text
        release.hooks.write_text(text.replace(old, new))

    return change


def a_page(release: Release) -> None:
    (release.plugin / "README.md").write_text("# Another\n")


def the_program(release: Release) -> None:
    release.program.write_bytes(release.program.read_bytes() + b"\0")


def the_version_number(release: Release) -> None:
    release.number(NEWER)


def each_of_these(release: Release) -> None:
    for change in (a_page, the_program, the_version_number, the_layout_of_hooks_json, the_command_for_windows):
        change(release)


the_layout_of_hooks_json = in_the_hooks("\n", "\n\n")
the_command_for_windows = in_the_hooks("cmd /d", "cmd  /d")
the_command = in_the_hooks("; exit 0", ";  exit 0")
the_matcher = in_the_hooks("^Bash$", "^(Bash)$")
the_seconds = in_the_hooks('"timeout": 10', '"timeout": 9')


def asks_again_after(codex: IsolatedCodex, release: Release, changes: Mapping[str, Change]) -> dict[str, set[str]]:
    """The hooks that need a new trust after an update by each change. `doctor` is held to Codex's own word."""
    put_codex_on_path(codex)
    modified = {}
    for name, change in changes.items():
        change(release)
        release.install(codex)
        statuses = hook_trust.trust_statuses(codex)
        checks = doctor(codex)
        told = by_trust(checks)
        modified[name] = told.pop("modified", set())
        assert told == ({"trusted": HOOKS - modified[name]} if HOOKS - modified[name] else {})
        assert checks["trust"]["finding"] == ("hooks-modified" if modified[name] else None)
        assert {key.split(":")[-3].replace("_", "") for key, status in statuses.items() if status == "modified"} == {
            event.lower() for event in modified[name]
        }
        if modified[name]:
            hook_trust.trust_all(codex)
    assert doctor(codex)["trust"]["finding"] is None
    return modified


def test_a_change_of_any_file_needs_a_new_trust_in_all_hooks(released: IsolatedCodex, release: Release) -> None:
    changes = {
        "page": a_page,
        "program": the_program,
        "number": the_version_number,
        "layout": the_layout_of_hooks_json,
    }

    assert asks_again_after(released, release, changes) == dict.fromkeys(changes, HOOKS)


def test_an_older_codex_asks_only_for_the_hooks_whose_definition_changed(
    released_to_older: IsolatedCodex, release: Release
) -> None:
    changes = {"others": each_of_these, "command": the_command, "matcher": the_matcher, "seconds": the_seconds}

    assert asks_again_after(released_to_older, release, changes) == {
        "others": set(),
        "command": HOOKS,
        "matcher": {"PreToolUse", "PostToolUse"},
        "seconds": HOOKS - {"SessionEnd"},
    }
