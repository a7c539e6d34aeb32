"""How often what happened, and when last: events seen, results of recording, refusals by reason. [R16]

Counts only; nothing of a conversation. A count may be lost when many hooks end at once or a process dies: none is
worth a wait. So the numbers are lower bounds.
"""

from __future__ import annotations

from practice_ledger import strict_json
from practice_ledger.refusals import Refused
from practice_ledger.storage.locks import TALLY_LOCK
from practice_ledger.storage.private_folder import is_temporary
from practice_ledger.storage.stored_version import TooLong, is_newer
from practice_ledger.validation import validator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from practice_ledger.storage.state import State

    Counts = dict[str, dict[str, dict[str, int]]]

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
            found = counts(state)
            if found is None:
                return
            for kind, word in happened:
                seen = found[kind].get(word, {"count": 0})
                found[kind][word] = {"count": min(seen["count"] + 1, strict_json.LARGEST_INTEGER), "last": now}
            state.root.replace(FILE, strict_json.dump({"version": VERSION, **found}).encode(), durable=False)
    except (OSError, Refused):
        return


def forget(state: State) -> None:
    """Removes all counts, and what dead writers left of them. Raises `OSError` and `Refused`."""
    with state.locked(TALLY_LOCK):
        for name, _ in state.root.entries():
            if name == FILE or (name.startswith(f"{FILE}.") and is_temporary(name)):
                state.root.remove(name)


def counts(state: State) -> Counts | None:
    """The counts by kind and word; empty ones if there are none or they are damaged, None if a newer version wrote
    them. Takes no lock. Raises `OSError`."""
    found: Counts = {EVENTS: {}, RESULTS: {}, REFUSALS: {}}
    try:
        data = state.root.read(FILE, _LIMIT)
        if data is None:
            return found
        if is_newer(data, VERSION):
            return None
        stored = validator("practice_ledger.storage.tally_models:Tally")(strict_json.parse(data.decode()))
    except TooLong as long:
        return None if is_newer(long.beginning, VERSION) else found
    except ValueError:
        return found
    for kind, words in found.items():
        words.update((word, vars(count)) for word, count in getattr(stored, kind).items())
    return found
