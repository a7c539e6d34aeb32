"""Is the plugin installed in a host, and would the host run its hooks?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from practice_ledger.doctor.check import fine, found
from practice_ledger.doctor.pasted_word import quote
from practice_ledger.hosts.host_report import Known, Trust

if TYPE_CHECKING:
    from practice_ledger.doctor.check import Check
    from practice_ledger.doctor.surroundings import Surroundings
    from practice_ledger.hosts.host_report import HostReport

_GUESSED = "read from the settings, which is a guess"


def host(surroundings: Surroundings, host: HostReport) -> Check:
    """Which host, and whether it could be asked."""
    seen = f"{host.program or 'not on the PATH'}, version {host.version or 'unknown'}, home {host.home}"
    if host.silence is not None and surroundings.in_agents_shell():
        return found("host-out-of-reach", seen, host.silence, host=host)
    if host.program is None:
        return found("host-missing", seen, host=host)
    if host.silence is not None:
        return found("host-silent", seen, host.silence, host=host)
    finding = _OF_VERSIONS.get(host.known, "host-lacks" if host.lacks_something else None)
    if finding is not None:
        return found(finding, seen, *host.known_of_version, host=host)
    return fine("host", seen, *host.known_of_version, host=host)


_OF_VERSIONS = {Known.OLDER: "host-older", Known.NEWER: "host-newer"}


def plugin(surroundings: Surroundings, host: HostReport) -> Check:
    """Installed, enabled, once."""
    seen = [
        f"{each.name}, version {each.version or 'unknown'}{'' if each.enabled else ', disabled'}, "
        f"{each.folder or 'without files'}"
        for each in host.installations
    ]
    seen += [f"not used: {folder}" for folder in host.leftovers]
    enabled = [each for each in host.installations if each.enabled]
    if not host.installations:
        return found("plugin-not-installed", *seen, f"looked in {host.settings}", host=host)
    if not enabled:
        return found("plugin-disabled", *seen, host=host, plugin=host.installations[0].name)
    if len(enabled) > 1:
        return found("plugin-twice", *seen, host=host, plugin=quote(enabled[-1].name))
    if enabled[0].folder is None:
        return found("plugin-files-missing", *seen, host=host, plugin=quote(enabled[0].name))
    return fine("plugin", *seen, host=host)


def hooks(surroundings: Surroundings, host: HostReport) -> Check:
    """Does the host know all hooks, and does nothing but trust keep it from running them?"""
    for obstacle in host.obstacles:
        return found(obstacle.finding, obstacle.evidence, host=host)
    if host.active is None:
        return fine("hooks", "not looked for: no plugin is installed and enabled", host=host)
    off = [hook.event for hook in host.hooks if not hook.enabled]
    if off:
        return found("hook-disabled", f"switched off: {', '.join(off)}", host=host)
    there = Counter(hook.event for hook in host.hooks if hook.installation == host.active.name)
    missing = Counter(host.expected_hooks) - there
    if missing or not there:
        events = ", ".join(missing) or "none of them"
        return found("hooks-not-listed", f"not there: {events}", host=host, plugin=quote(host.active.name))
    source = f"{host.name} lists them" if host.silence is None else _GUESSED
    return fine("hooks", f"{', '.join(there)} ({source})", host=host)


def trust(surroundings: Surroundings, host: HostReport) -> Check:
    """Each hook's trust, as the host sees it."""
    if not host.hooks:
        return fine("trust", "no hooks to trust", host=host)
    by_trust: dict[Trust, list[str]] = {}
    for hook in host.hooks:
        by_trust.setdefault(hook.trust, []).append(hook.event)
    seen = [f"{how}: {', '.join(events)}" for how, events in by_trust.items()]
    for worst, code in _WORST_FIRST.items():
        if worst in by_trust:
            return found(code, *seen, host=host)
    return fine("trust", *seen, f"{host.name} says so", host=host)


_WORST_FIRST = {
    Trust.UNTRUSTED: "hooks-untrusted",
    Trust.MODIFIED: "hooks-modified",
    Trust.NOT_RECORDED: "trust-not-recorded",
    Trust.RECORDED: "trust-guessed",
}


def two_hints(surroundings: Surroundings, host: HostReport) -> Check:
    """Is Lorelum's own plugin there too?"""
    if host.active is not None and host.lorelums_plugin is not None:
        return found("two-hints", host.lorelums_plugin, host=host, lorelums_plugin=host.lorelums_plugin)
    return fine("two-hints", "no plugin of Lorelum's is enabled beside this one", host=host)
