"""Facts about plugins: this product's in a build of Codex, and what an update of any plugin comes to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from evidence.fact import Fact, Judge, Seen
from evidence.lab import DELEGATION, EVIDENCE
from evidence.plugin_trials import UNPROVEN
from evidence.update_trials import CHANGES
from practice_ledger.hosts.codex.known_versions import account

_PLUGIN, _UPDATES, _MARKETPLACE = "plugin", "updates", "relative-marketplace"
REFUSED = "failed: plugin contents changed; hook approval required"
"""How a build that looks at all files reports a hook that it did not run."""
_DEFINITION = "hooks.json"
_EVENTS = {"sessionStart", "preToolUse", "postToolUse", "subagentStart"}


def _told(name: str, *practices: str) -> Judge:
    def judge(seen: Seen) -> str:
        told = seen.also(_PLUGIN, name)
        return "" if told == list(practices) else f"told of {', '.join(told) or 'nothing'}"

    return judge


def _not_told(judge: Judge) -> Judge:
    """That something is not told shows a fact only where a read is told in the same run."""
    return lambda seen: _told("at once", DELEGATION)(seen) or judge(seen)


def _unproven(seen: Seen) -> str:
    found = seen.also(_PLUGIN, "unproven")
    _all_tried(found, UNPROVEN)
    told = [kind for kind, ids in found.items() if ids]
    return f"told of: {', '.join(told)}" if told else ""


def _all_tried(found: Iterable[str], wanted: Iterable[str]) -> None:
    if missing := {*wanted} - {*found}:
        raise ValueError(f"not tried: {', '.join(sorted(missing))}")


def _no_failure(seen: Seen) -> str:
    runs = [run.split() for run in seen.also(_PLUGIN, "hooks")]
    _all_tried([event for event, _ in runs], _EVENTS)
    return ", ".join(f"{event} {status}" for event, status in runs if status != "completed")


def _doctor(seen: Seen) -> str:
    said = seen.also(_PLUGIN, "doctor")
    if said["codex"] != ["trusted"]:
        return f"Codex says {', '.join(said['codex'])}"
    if said["failures"]:
        return ", ".join(said["failures"])
    found, *of_version = said["host"]
    if f", version {seen.version}, home " not in found:
        return f"it does not name the version {seen.version}"
    return "" if of_version and of_version == account(seen.version) else f"of the version: {'; '.join(of_version)}"


def _changes(seen: Seen) -> Mapping[str, Mapping[str, Any]]:
    found: Mapping[str, Mapping[str, Any]] = seen.also(_UPDATES, "changes")
    _all_tried(found, CHANGES)
    unplayed = [what for what, came_to in found.items() if came_to["trusted"] != _RAN]
    if unplayed:
        raise ValueError(f"the hooks did not run before a change of {unplayed}")
    return found


_RAN = {"runs": ["completed"], "ran": ["first"]}


def _any_file(seen: Seen) -> str:
    ran = {
        what: [where for where in ("running", "new") if came_to[where]["ran"]]
        for what, came_to in _changes(seen).items()
    }
    wrong = [f"{what} ({' and '.join(_WHERE[each] for each in where)})" for what, where in ran.items() if where]
    return f"hooks ran after a change of {'; '.join(wrong)}" if wrong else ""


_WHERE = {"running": "running session", "new": "new session"}


def _reported(seen: Seen) -> str:
    reports = {
        report
        for each in _changes(seen).values()
        for where in _WHERE
        if not each[where]["ran"]
        for report in each[where]["runs"] or ["nothing"]
    }
    return "" if reports == {REFUSED} else f"reported: {_in_short(reports)}"


def _in_short(reports: Iterable[str]) -> str:
    """Without the paths of a run."""
    said = {"the shell does not find its file" if "cannot open" in report else report for report in reports}
    return "; ".join(sorted(said))


def _definition(seen: Seen) -> str:
    came_to = _changes(seen)[_DEFINITION]
    if came_to["trust"] != ["modified"]:
        return f"the trust is {', '.join(came_to['trust'])}"
    return f"ran: {', '.join(came_to['new']['ran'])}" if came_to["new"]["ran"] else ""


def _removed(seen: Seen) -> str:
    found = seen.also(_UPDATES, "removal")
    if found["installed"] != _RAN:
        raise ValueError("the hooks did not run before the removal")
    after = found["removed"]
    return "" if after == {"runs": [], "ran": []} else f"still called: {_in_short(after['runs'])}"


def _relative(seen: Seen) -> str:
    said = str(seen.also(_MARKETPLACE, "git"))
    return "" if "https://github.com/a/b.git" in said else said or "nothing"


PLUGIN_FACTS = (
    Fact(
        "a-read-reaches-a-child",
        "With this plugin, a read reaches a child that is spawned in the very next step.",
        "the plugin",
        "R12, R17",
        "tests/host/test_reads_reach_children.py",
        _told("at once", DELEGATION),
    ),
    Fact(
        "nothing-without-proof",
        "With this plugin, what proves no read records nothing: not found, through a pipe, in a script, forged, text "
        "for people, in the background.",
        "the plugin",
        "R14",
        "tests/host/test_reads_that_do_not_count.py",
        _not_told(_unproven),
    ),
    Fact(
        "a-rewound-read-is-not-told",
        "With this plugin, a read that was taken out of the history by rewinding is not told.",
        "the plugin",
        "R10",
        "tests/host/test_conversations_stay_apart.py",
        _not_told(_told("rewound")),
    ),
    Fact(
        "a-sealed-read-reaches-a-child",
        "With this plugin, a sealed read reaches a child although its output went through a pipe that closed early.",
        "the plugin",
        "R24, R25",
        "tests/host/test_sealed_reads.py",
        _told("sealed", DELEGATION),
    ),
    Fact(
        "several-sealed-reads",
        "With this plugin, one `practice-ledger read <id> <id>` keeps the receipts of both although the output is cut.",
        "the plugin",
        "R25",
        "tests/host/test_sealed_reads.py",
        _told("sealed, several and long", EVIDENCE, DELEGATION),
    ),
    Fact("no-hook-fails", "No hook of this plugin fails.", "the plugin", "R21", "tests/host", _no_failure),
    Fact(
        "doctor-agrees",
        "`practice-ledger doctor` finds no failure in Codex where reads reach children, and says what is known of its "
        "version.",
        "the plugin",
        "R22",
        "tests/host/test_doctor.py",
        _doctor,
    ),
    Fact(
        "any-file-asks-for-trust",
        "After any file of a trusted plugin changed (a document, a file that a hook runs, the version, `hooks.json`), "
        "none of its hooks run, in running sessions and new ones, until they are trusted again.",
        "updates",
        "R22",
        "tests/host/test_update_trust.py",
        _any_file,
    ),
    Fact(
        "a-refused-hook-is-reported",
        'Each hook that is not run for that reason is reported as failed: "plugin contents changed; hook approval '
        'required".',
        "updates",
        "R22",
        "tests/host/test_plugin_update.py",
        _reported,
    ),
    Fact(
        "a-definition-asks-for-trust",
        "After `hooks.json` changed, its hooks do not run in new sessions until they are trusted again.",
        "updates",
        "R22",
        "tests/host/test_update_in_an_older_codex.py",
        _definition,
    ),
    Fact(
        "removal-is-silent",
        "After `codex plugin remove` its hooks are not called in a running session, and nothing is reported.",
        "updates",
        "R22",
        "tests/host/test_plugin_removal.py",
        _removed,
    ),
    Fact(
        "relative-marketplace",
        "`codex plugin marketplace add a/b` takes a relative path for a repository's name.",
        "git's arguments",
        "the README's absolute path",
        "",
        _relative,
    ),
)
