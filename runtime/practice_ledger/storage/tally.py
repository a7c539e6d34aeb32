"""How often what happened, and when last: events seen, results of recording, refusals by reason. [R16]

Counts only; nothing of a conversation. A count may be lost when many hooks end at once or a process dies: none is
worth a wait. So the numbers are lower bounds.
"""

from __future__ import annotations

from practice_ledger import strict_json
from practice_ledger.refusals import Refused
from practice_ledger.storage.locks import TALLY_LOCK
from practice_ledger.validation import Invalid, validator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from practice_ledger.storage.state import State

FILE = "tally.json"
VERSION = 1
EVENTS = "events"
RESULTS = "results"
REFUSALS = "refusals"
_LIMIT = 64 * 1024
_PATIENCE = 0.1  # seconds


def count(state: State, happened: Iterable[tuple[str, str]], now: int) -> None:
    """Adds one to each (`EVENTS`, `RESULTS` or `REFUSALS`, word). That it cannot be written is no fault."""
    try:
        with state.locked(TALLY_LOCK, _PATIENCE):
            found = _read(state)
            if found is None:
                return
            for kind, word in happened:
                seen = found[kind].get(word)
                found[kind][word] = {"count": (seen.count if seen else 0) + 1, "last": now}
            state.root.replace(FILE, strict_json.dump(found).encode(), durable=False)
    except (OSError, ValueError, Refused):
        return


def _read(state: State) -> dict[str, dict[str, object]] | None:
    """The stored tally, an empty one if there is none or it is damaged, None if a newer version wrote it."""
    empty: dict[str, object] = {"version": VERSION, EVENTS: {}, RESULTS: {}, REFUSALS: {}}
    try:
        data = state.root.read(FILE, _LIMIT)
        if data is None:
            return empty
        raw = strict_json.parse(data.decode())
        if isinstance(raw, dict) and isinstance(raw.get("version"), int) and raw["version"] > VERSION:
            return None
        return vars(validator("practice_ledger.storage.tally_models:Tally")(raw))
    except (ValueError, Invalid):
        return empty
