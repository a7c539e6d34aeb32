"""What the hooks have seen, and whether what was read could be proven."""

from __future__ import annotations

from typing import TYPE_CHECKING

from practice_ledger.contract.candidate import REJECTED, RESULTS
from practice_ledger.contract.host_events import HOST_EVENTS
from practice_ledger.doctor.check import Evidence, fine, found
from practice_ledger.refusals import TEXT_READ
from practice_ledger.storage import tally

if TYPE_CHECKING:
    from practice_ledger.doctor.check import Check
    from practice_ledger.doctor.surroundings import Surroundings
    from practice_ledger.hosts.host_report import HostReport


_NOTHING: tally.Counts = {tally.EVENTS: {}, tally.RESULTS: {}, tally.REFUSALS: {}}


def activity(surroundings: Surroundings, host: HostReport) -> Check:
    """The last event of each type."""
    counts = _counts(surroundings)
    events = (counts or _NOTHING)[tally.EVENTS]
    if not events:
        if counts is not None:
            return fine("activity", "none is counted: the counts were forgotten, and begin anew", host=host)
        if host.active is None:
            return fine("activity", "never ran", host=host)
        return found("hooks-never-ran", "no event was ever seen", host=host)
    seen = [_evidence(event, events.get(event)) for event in [*HOST_EVENTS, *(set(events) - set(HOST_EVENTS))]]
    return fine("activity", *seen, host=host)


def _evidence(event: str, count: dict[str, int] | None) -> Evidence:
    what = HOST_EVENTS.get(event, event)
    return (
        Evidence(text=f"{what}: {count['count']}, last", at=count["last"])
        if count
        else Evidence(text=f"{what}: none yet")
    )


def reads(surroundings: Surroundings) -> Check:
    """When something was last proven, and whether the last reads were in a form that proves nothing."""
    counts = _counts(surroundings) or _NOTHING
    proven = [count["last"] for word, count in counts[tally.RESULTS].items() if word in RESULTS and word != REJECTED]
    in_text = counts[tally.REFUSALS].get(TEXT_READ)
    seen = Evidence(text="last proven read", at=max(proven)) if proven else Evidence(text="no proven read yet")
    if in_text and (not proven or in_text["last"] > max(proven)):
        return found("reads-in-text", Evidence(text=f"{in_text['count']} in text, last", at=in_text["last"]), seen)
    return fine("reads", seen)


def _counts(surroundings: Surroundings) -> tally.Counts | None:
    """What was counted, None if no hook ever made a state directory."""
    state = surroundings.state()
    if state is None:
        return None
    try:
        return tally.counts(state) or _NOTHING
    finally:
        state.close()
