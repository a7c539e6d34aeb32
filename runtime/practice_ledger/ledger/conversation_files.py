"""Loads and stores one conversation, and keeps damaged and newer documents out of harm's way. [R13]"""

from __future__ import annotations

from practice_ledger.ledger.document import VERSION, decode, encode
from practice_ledger.refusals import Refused
from practice_ledger.storage.stored_version import TooLong, is_newer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from practice_ledger.ledger.conversation import Conversation
    from practice_ledger.storage.state import State


def load(state: State, name: str, *, set_aside: bool = True) -> Conversation | None:
    """The conversation of this hash, or None if there is none.

    A damaged document is set aside, which needs the conversation's lock; without `set_aside` it stays where it is and
    raises `Refused("state-damaged")`. One of a later version is left alone and raises `Refused("state-newer")`.
    """
    try:
        data = state.read(name)
        return None if data is None else decode(name, data)
    except TooLong as found:
        if is_newer(found.beginning, VERSION):
            raise Refused("state-newer") from None
    except ValueError:
        pass
    if not set_aside:
        raise Refused("state-damaged")
    state.set_aside(name)
    return None


def store(state: State, name: str, conversation: Conversation) -> None:
    """Puts the conversation on the disk, within the bounds in force; the caller holds its lock."""
    conversation.keep_to_lowered_bounds()
    state.replace(name, encode(name, conversation))
