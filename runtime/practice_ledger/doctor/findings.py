"""The closed table of what can be wrong: for each finding a sentence for the person, and the one next step.

`docs/troubleshooting.md` has a section for each. What a step looks like in a host's own words says the host, under the
same code (`HostReport.next_steps`); here it is None then. Words in braces are filled in.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from practice_ledger.refusals import REASONS


class Verdict(StrEnum):
    """`FAILURE`: the product does not work. `WARNING`: it may not, or not as well as it could."""

    OK = "ok"
    WARNING = "warning"
    FAILURE = "failure"


class Finding(NamedTuple):
    """Something that is not as it should be. `check` is a key of `CHECKS`."""

    check: str
    verdict: Verdict
    says: str
    next_step: str | None


CHECKS = {
    "host": "{host}",
    "plugin": "Plugin in {host}",
    "program": "The plugin's program",
    "hooks": "Hooks in {host}",
    "trust": "Trust in the hooks",
    "two-hints": "Other hints for subagents",
    "activity": "What the hooks saw",
    "this-program": "This program",
    "path": "Command on the PATH",
    "settings": "Settings",
    "state-place": "State directory",
    "state-access": "Access to the state",
    "state-disk": "Disk of the state",
    "state-files": "Files of the state",
    "state-agreement": "One state for all",
    "lore": "Lorelum's command",
    "reads": "Proven reads",
    "sealed-reads": "Sealed reads from here",
}
"""Every check and its title, in the order in which they are shown."""

_HOST = {
    "host-missing": Finding(
        "host", Verdict.WARNING, "{host} was not found on the PATH. What follows is read from its files.", None
    ),
    "host-silent": Finding(
        "host", Verdict.WARNING, "{host} could not be asked. What follows is read from its files.", None
    ),
    "host-out-of-reach": Finding(
        "host",
        Verdict.WARNING,
        "{host} cannot be asked from this agent's shell. What follows is read from its files.",
        "Run `practice-ledger doctor` in a terminal of your own.",
    ),
    "host-older": Finding("host", Verdict.WARNING, "This {host} is older than those that are known to work.", None),
    "host-lacks": Finding("host", Verdict.WARNING, "This {host} lacks some of what the product can use.", None),
    "host-newer": Finding(
        "host",
        Verdict.WARNING,
        "This {host} is newer than those that were tried.",
        "If the checks below are ok and reads are remembered, there is nothing to do.",
    ),
    "plugin-not-installed": Finding("plugin", Verdict.FAILURE, "The plugin is not installed.", None),
    "plugin-disabled": Finding("plugin", Verdict.FAILURE, "The plugin is installed, but disabled.", None),
    "plugin-files-missing": Finding(
        "plugin", Verdict.FAILURE, "The plugin is named in {host}'s settings, but its files are gone.", None
    ),
    "plugin-twice": Finding(
        "plugin",
        Verdict.FAILURE,
        "The plugin is installed and enabled more than once, so each read counts twice and is refused.",
        None,
    ),
    "host-settings-unreadable": Finding("hooks", Verdict.FAILURE, "{host} cannot read its own settings.", None),
    "hooks-off-by-policy": Finding(
        "hooks", Verdict.FAILURE, "An administrator's policy keeps {host} from running the hooks of plugins.", None
    ),
    "hooks-off-by-setting": Finding("hooks", Verdict.FAILURE, "Hooks are switched off in {host}'s settings.", None),
    "plugins-off-by-setting": Finding("hooks", Verdict.FAILURE, "Plugins are switched off in {host}'s settings.", None),
    "hook-disabled": Finding("hooks", Verdict.FAILURE, "Some of the plugin's hooks are switched off.", None),
    "hooks-not-listed": Finding(
        "hooks", Verdict.FAILURE, "{host} does not list all of the plugin's hooks, so it does not run them.", None
    ),
    "hooks-untrusted": Finding(
        "trust", Verdict.FAILURE, "The hooks are not trusted, so {host} skips them without a word.", None
    ),
    "hooks-modified": Finding(
        "trust",
        Verdict.FAILURE,
        "The plugin changed since its hooks were trusted, so {host} does not run them.",
        None,
    ),
    "trust-guessed": Finding(
        "trust",
        Verdict.WARNING,
        "{host} did not say whether it trusts the hooks. It once did, perhaps for an earlier version.",
        None,
    ),
    "trust-not-recorded": Finding(
        "trust",
        Verdict.WARNING,
        "{host} did not say whether it trusts the hooks. Its settings hold no record, so probably not.",
        None,
    ),
    "two-hints": Finding(
        "two-hints", Verdict.WARNING, "Lorelum's own plugin is enabled too, so a subagent may be told twice.", None
    ),
    "hooks-never-ran": Finding("activity", Verdict.WARNING, "The hooks never ran.", None),
}

_PROGRAM = {
    "program-missing": Finding(
        "program", Verdict.FAILURE, "The plugin holds no program, so its hooks do nothing.", None
    ),
    "program-other-platform": Finding(
        "program",
        Verdict.FAILURE,
        "The plugin's program is for another kind of machine, so its hooks do nothing.",
        "Install the plugin in the form for {platform}.",
    ),
    "program-not-executable": Finding(
        "program",
        Verdict.FAILURE,
        "The plugin's program is not executable, so its hooks do nothing.",
        "Run: chmod +x {program}",
    ),
    "program-broken": Finding(
        "program", Verdict.FAILURE, "The plugin's program does not run, so its hooks do nothing.", None
    ),
    "other-version": Finding(
        "this-program",
        Verdict.WARNING,
        "This command is of another version than the plugin whose hooks run.",
        "Use the command of the plugin: {command}",
    ),
    "path-other-version": Finding(
        "path",
        Verdict.WARNING,
        "The `practice-ledger` that a shell finds is of another version than the plugin.",
        "Run: ln -sf {command} {path}",
    ),
    "path-leads-nowhere": Finding(
        "path",
        Verdict.WARNING,
        "A `practice-ledger` on the PATH leads nowhere, as after an update of the plugin.",
        "Run: ln -sf {command} {path}",
    ),
}

_STATE = {
    "settings-faulty": Finding(
        "settings",
        Verdict.WARNING,
        "The settings file has a fault, so the defaults are used.",
        "Correct or remove what is named.",
    ),
    "switched-off": Finding(
        "settings", Verdict.WARNING, "The product is switched off.", "Remove `enabled = false` from {file}"
    ),
    "state-nowhere": Finding(
        "state-place",
        Verdict.FAILURE,
        "There is no place to remember anything.",
        "Set {variable} to an absolute path for your shell and for the host, or unset it.",
    ),
    "state-unsafe": Finding(
        "state-access",
        Verdict.FAILURE,
        REASONS["state-unsafe"],
        'Make it yours alone, or move it away: chown -R "$(id -u)" {place} && chmod -R go-w {place}',
    ),
    "state-foreign": Finding(
        "state-access",
        Verdict.FAILURE,
        REASONS["state-foreign"],
        "Set {variable} to an absolute path of a new folder for your shell and for the host, or unset it.",
    ),
    "state-lock-blocked": Finding(
        "state-access",
        Verdict.FAILURE,
        "Something lies where a lock of the state belongs, so nothing is remembered.",
        "Move it away: {path}",
    ),
    "state-unwritable": Finding(
        "state-access", Verdict.FAILURE, "The state cannot be read or written.", "Run: chmod -R u+rwX {place}"
    ),
    "state-cannot-be-made": Finding(
        "state-access",
        Verdict.FAILURE,
        "The state directory is not there, and cannot be made.",
        "Make it yourself (mkdir -p {place}), or set {variable} to another absolute path.",
    ),
    "state-open-to-others": Finding(
        "state-access", Verdict.WARNING, "Other users may read the state.", "Run: chmod -R go-rwx {place}"
    ),
    "disk-read-only": Finding(
        "state-disk",
        Verdict.FAILURE,
        "The state lies on a file system that is read-only.",
        "Make it writable, or set {variable} to a folder on another one.",
    ),
    "disk-full": Finding("state-disk", Verdict.FAILURE, "The disk of the state is full.", "Free some space there."),
    "disk-nearly-full": Finding(
        "state-disk", Verdict.WARNING, "The disk of the state is nearly full.", "Free some space there."
    ),
    "disk-of-network": Finding(
        "state-disk",
        Verdict.WARNING,
        "The state lies on a network's file system, where locks may be slow or not hold.",
        "Set {variable} to a folder on a local disk, for your shell and for the host.",
    ),
    "state-damaged": Finding(
        "state-files",
        Verdict.WARNING,
        "Files of the state were damaged. Those conversations are forgotten, the others are not touched.",
        "Nothing has to be done; if it goes on, look after the disk.",
    ),
    "state-newer": Finding(
        "state-files",
        Verdict.WARNING,
        "Files of the state were written by a newer version, and are left alone.",
        "Update this program, or the plugin if its hooks are the older ones.",
    ),
    "state-elsewhere": Finding(
        "state-agreement",
        Verdict.WARNING,
        "A running host keeps its state in another place than this shell looks in.",
        "Give {variable}, XDG_STATE_HOME and HOME the same value in your shell and where the host is started.",
    ),
    "state-later-elsewhere": Finding(
        "state-agreement",
        Verdict.WARNING,
        "Another place where state may lie was written to more recently than this one.",
        "Give {variable} and XDG_STATE_HOME the same value in your shell and where the host is started.",
    ),
}

_READING = {
    "lore-missing": Finding(
        "lore", Verdict.WARNING, "No `lore` can be run from here, so nothing can be read.", "{problem}"
    ),
    "reads-in-text": Finding(
        "reads", Verdict.WARNING, "Practices were read lately in a form that proves nothing.", REASONS["not-json"]
    ),
    "sealed-id-missing": Finding(
        "sealed-reads",
        Verdict.WARNING,
        "This agent's shell does not name its call, so `practice-ledger read` prints and is not remembered.",
        None,
    ),
    "sealed-no-state": Finding(
        "sealed-reads",
        Verdict.WARNING,
        "The state cannot be read from this agent's shell, so `practice-ledger read` prints and is not remembered.",
        "Let the sandbox read the state directory; see the checks of the state.",
    ),
    "sealed-no-secret": Finding(
        "sealed-reads",
        Verdict.WARNING,
        "What receipts are made with is not there, so `practice-ledger read` prints and is not remembered.",
        "Start a new conversation with the hooks trusted; its start makes it.",
    ),
    "sealed-not-announced": Finding(
        "sealed-reads",
        Verdict.WARNING,
        "The start of this conversation was not seen, so `practice-ledger read` prints and is not remembered.",
        "Start a new conversation, or resume this one, with the hooks trusted.",
    ),
}

CHECK_BROKE = "check-broke"
_ANY = {
    CHECK_BROKE: Finding(
        "",
        Verdict.WARNING,
        "This check did not come to an end.",
        "Report it with the line above, if the other checks do not explain it.",
    )
}

FINDINGS = _HOST | _PROGRAM | _STATE | _READING | _ANY
"""Every finding by its code."""
