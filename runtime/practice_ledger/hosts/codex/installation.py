"""This product in Codex: is it installed, would its hooks run, and who says so. Looks only."""

from __future__ import annotations

import os
import re
import time
from typing import TYPE_CHECKING, Any

from practice_ledger.foreign_files import Unreadable
from practice_ledger.hosts.codex import app_server, caller, config, hook_trust, known_versions, plugin_files
from practice_ledger.hosts.codex.next_steps import NEXT_STEPS
from practice_ledger.hosts.codex.running import running
from practice_ledger.hosts.codex.scratch_home import environment_without_home, scratch_home
from practice_ledger.hosts.host_report import HostReport, Installation, Obstacle
from practice_ledger.other_programs import printed
from practice_ledger.search_path import can_run, on_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

_VERSION_SECONDS = 1.0  # kept for it where Codex does not answer
_IDS = (caller.SESSION_VARIABLE, caller.THREAD_VARIABLE, caller.CALL_VARIABLE)


def report(environment: Mapping[str, str], folder: str, seconds: float) -> HostReport:
    """Codex as a person in `folder` with this environment meets it; asks Codex itself for at most `seconds`."""
    home = config.home_of(environment)
    program = next((path for path in on_path("codex", environment.get("PATH")) if can_run(path)), None)
    told = _Told(program, home, folder, seconds)
    installations = tuple(_installations(home, told))
    in_use = {each.folder for each in installations}
    unknown_events = {lack.event for lack in known_versions.lacks(told.version)}
    return HostReport(
        name="Codex",
        home=home,
        settings=os.path.join(home, config.FILE),
        program=program,
        version=told.version,
        known=known_versions.known(told.version),
        known_of_version=tuple(known_versions.account(told.version)),
        lacks_something=bool(known_versions.lacks(told.version)),
        silence=told.silence,
        next_steps=NEXT_STEPS,
        installations=installations,
        leftovers=tuple(
            version
            for marketplace in plugin_files.marketplaces(home)
            for version in plugin_files.versions(home, marketplace)
            if version not in in_use
        ),
        hooks=tuple(_hooks(told, installations)),
        expected_hooks=tuple(
            event
            for each in installations[:1]
            for event, _, _ in plugin_files.hooks_of(each.folder or "")
            if event not in unknown_events
        ),
        obstacles=tuple(_obstacles(told)),
        lorelums_plugin=_enabled_plugin(told.settings, plugin_files.LORELUMS_PLUGIN),
        ids={name: bool(environment.get(name)) for name in _IDS},
        running=tuple(running(home)),
    )


class _Told:
    """What Codex says of itself, or, if it says nothing (`silence` says why), what its files say."""

    def __init__(self, program: str | None, home: str, folder: str, seconds: float) -> None:
        self.silence: str | None = None
        self.version: str | None = None
        self.answers: dict[str, Any] = {}
        self.fault: str | None = None
        self.as_real: Callable[[str], str] = str
        self._ask(program, home, folder, seconds)
        self.listed = hook_trust.listed(self.answers.get("hooks/list"))
        if self.listed is None and self.silence is None:
            self.silence = "it does not list hooks"
        self.settings = config.table(self.answers.get("config/read"), "config")
        self.requirements = config.table(self.answers.get("configRequirements/read"), "requirements")
        if not self.settings:
            self._read_files(home)

    def _ask(self, program: str | None, home: str, folder: str, seconds: float) -> None:
        if program is None:
            self.silence = "it is not on the PATH"
            return
        if not os.path.isdir(home):
            self.silence = f"it was never used: there is no {home}"
            self.version = _printed_version(program, seconds)
            return
        end_at = time.monotonic() + seconds
        try:
            name = self._ask_in_scratch(program, home, folder, seconds - _VERSION_SECONDS)
            self.version = _version_in(name, "/")
        except app_server.NoAnswer as error:
            self.silence = str(error)
        except Unreadable as error:
            self.silence = f"{os.path.join(home, config.FILE)}: {error}"
        except OSError as error:
            self.silence = f"there is no place for a copy of its settings: {error.strerror}"
        if self.silence is not None:
            self.version = _printed_version(program, end_at - time.monotonic())

    def _ask_in_scratch(self, program: str, home: str, folder: str, seconds: float) -> str:
        """How Codex names itself. Raises what asking and making a place for it raise."""
        asked_for = os.fsencode(folder).decode("utf-8", "replace")
        questions: dict[str, dict[str, Any]] = {
            "hooks/list": {"cwds": [asked_for]},
            "config/read": {"cwd": asked_for, "includeLayers": False},
            "configRequirements/read": {},
        }
        with scratch_home(home) as scratch:
            self.as_real = scratch.as_real
            command = [program, *scratch.options]
            name, self.answers = app_server.answers(command, folder, seconds, questions, scratch.environment)
        return name

    def _read_files(self, home: str) -> None:
        complaints = hook_trust.complaints(self.answers.get("hooks/list"))
        try:
            self.settings = config.read(os.path.join(home, config.FILE))
        except Unreadable as error:
            self.fault = str(error)
        else:
            if complaints and "config/read" not in self.answers:
                self.fault = self.as_real(complaints[0])
        if "configRequirements/read" not in self.answers:
            try:
                found = config.read(config.REQUIREMENTS)
            except Unreadable:
                return
            self.requirements = {
                "allowManagedHooksOnly": found.get("allow_managed_hooks_only"),
                "featureRequirements": found.get("features"),
            }


def _installations(home: str, told: _Told) -> Iterator[Installation]:
    sources = {
        hook_trust.installation_of(hook): told.as_real(str(hook.get("sourcePath"))) for hook in told.listed or ()
    }
    plugins = config.table(told.settings, "plugins")
    for name in dict.fromkeys([*_ours(plugins), *sources]):
        source = sources.get(name, "").removesuffix(os.path.join(os.sep, *plugin_files.HOOKS))
        copies = plugin_files.versions(home, name.partition("@")[2])
        folder = source if os.path.isdir(source) else next(iter(copies), None)
        enabled = name in sources or config.table(plugins, name).get("enabled") is not False
        yield Installation(name, enabled, folder, plugin_files.version_of(folder) if folder else None)


def _ours(plugins: Mapping[str, Any], plugin: str = plugin_files.PLUGIN) -> list[str]:
    return [name for name in plugins if name.startswith(f"{plugin}@")]


def _enabled_plugin(settings: object, plugin: str) -> str | None:
    plugins = config.table(settings, "plugins")
    return next(
        (name for name in _ours(plugins, plugin) if config.table(plugins, name).get("enabled") is not False), None
    )


def _hooks(told: _Told, installations: Sequence[Installation]) -> Iterator[Any]:
    if told.listed is not None:
        yield from hook_trust.as_told(told.listed)
        return
    for installation in installations:
        if installation.enabled:
            yield from hook_trust.as_recorded(installation, told.settings)


def _obstacles(told: _Told) -> Iterator[Obstacle]:
    """Nothing stands in the way of hooks that Codex lists."""
    if told.listed:
        return
    if told.fault:
        yield Obstacle("host-settings-unreadable", told.fault)
    demanded = config.table(told.requirements, "featureRequirements")
    if told.requirements.get("allowManagedHooksOnly") is True:
        yield Obstacle("hooks-off-by-policy", "the policy says: allow_managed_hooks_only = true")
    for feature in ("hooks", "codex_hooks", "plugins"):
        if demanded.get(feature) is False:
            yield Obstacle("hooks-off-by-policy", f"the policy says: features.{feature} = false")
    chosen = config.table(told.settings, "features")
    for feature in ("hooks", "codex_hooks"):
        if chosen.get(feature) is False and demanded.get("hooks") is not True:
            yield Obstacle("hooks-off-by-setting", f"features.{feature} = false")
    if chosen.get("plugins") is False and demanded.get("plugins") is not True:
        yield Obstacle("plugins-off-by-setting", "features.plugins = false")


def _printed_version(program: str, seconds: float) -> str | None:
    try:
        said = printed([program, "--version"], max(seconds, _VERSION_SECONDS), environment_without_home())
    except OSError:
        return None
    lines = said.splitlines()
    own = [line for line in lines if line.startswith("codex")]  # a warning may stand before it
    return _version_in((own or lines or [""])[0], r"(?:^|[\s(])v?")


def _version_in(text: str, before: str) -> str | None:
    """The first version in a text that stands right behind what the pattern `before` matches."""
    tail = r"(?:[-+][0-9A-Za-z.+-]{1,64})?(?![\w+-]|\.\w)"
    found = re.search(rf"{before}([0-9]{{1,9}}\.[0-9]{{1,9}}\.[0-9]{{1,9}}{tail})", text)
    return found[1] if found else None
