"""What the hooks have seen, and whether what was read could be proven."""

from __future__ import annotations

from typing import TYPE_CHECKING

from practice_ledger.contract.candidate import REJECTED, RESULTS
from practice_ledger.doctor.check import Evidence, fine, found
from practice_ledger.storage import tally

if TYPE_CHECKING:
    from practice_ledger.doctor.check import Check
    from practice_ledger.doctor.surroundings import Surroundings
    from practice_ledger.hosts.host_report import HostReport

_EVENTS = {
    "root-opened": "start of a conversation",
    "call-begun": "start of a read",
    "call-finished": "end of a read",
    "sealed-call-finished": "end of a sealed read",
    "child-started": "start of a subagent",
    "root-ended": "end of a conversation",
}
_TEXT = "not-json"


def activity(surroundings: Surroundings, host: HostReport) -> Check:
    """The last event of each type."""
    events = _counts(surroundings)[tally.EVENTS]
    if not events:
        if host.active is None:
            return fine("activity", "never ran", host=host)
        return found("hooks-never-ran", "no event was ever seen", host=host)
    seen = [_evidence(event, events.get(event)) for event in [*_EVENTS, *(set(events) - set(_EVENTS))]]
    return fine("activity", *seen, host=host)


def _evidence(event: str, count: dict[str, int] | None) -> Evidence:
    what = _EVENTS.get(event, event)
    return (
        Evidence(text=f"{what}: {count['count']}, last", at=count["last"])
        if count
        else Evidence(text=f"{what}: none yet")
    )


def reads(surroundings: Surroundings) -> Check:
    """When something was last proven, and whether the last reads were in a form that proves nothing."""
    counts = _counts(surroundings)
    proven = [count["last"] for word, count in counts[tally.RESULTS].items() if word in RESULTS and word != REJECTED]
    in_text = counts[tally.REFUSALS].get(_TEXT)
    seen = Evidence(text="last proven read", at=max(proven)) if proven else Evidence(text="no proven read yet")
    if in_text and (not proven or in_text["last"] > max(proven)):
        return found("reads-in-text", Evidence(text=f"{in_text['count']} in text, last", at=in_text["last"]), seen)
    return fine("reads", seen)


def _counts(surroundings: Surroundings) -> tally.Counts:
    nothing: tally.Counts = {tally.EVENTS: {}, tally.RESULTS: {}, tally.REFUSALS: {}}
    state = surroundings.state()
    if state is None:
        return nothing
    try:
        return tally.counts(state) or nothing
    finally:
        state.close()
