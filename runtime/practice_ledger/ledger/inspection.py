"""All that is remembered, as it lies on the disk, for a person. Takes no lock and changes nothing. [R4, R12]"""

from __future__ import annotations

from practice_ledger.ledger.conversation_files import load
from practice_ledger.refusals import Refused
from practice_ledger.storage import contents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from practice_ledger.ledger.conversation import Conversation
    from practice_ledger.storage.contents import StoredFile
    from practice_ledger.storage.state import State

# Why a document could not be looked into.
DAMAGED = "damaged"
NEWER = "newer"
UNREADABLE = "unreadable"
FAULTS = {
    DAMAGED: "The file is damaged; the next event of its conversation sets it aside and starts over.",
    NEWER: "The file was written by a newer version of practice-ledger; this one leaves it alone.",
    UNREADABLE: "The file could not be read (no permission, or a fault of the disk).",
}

HANDLE_DIGITS = 6
ACCEPTED_DIGITS = 4


class Inspected:
    """One conversation's document: a conversation, or a fault (one of the words above)."""

    __slots__ = ("conversation", "fault", "file", "handle", "name")

    def __init__(self, name: str, handle: str, file: StoredFile, found: Conversation | str) -> None:
        self.name = name
        self.handle = handle
        self.file = file
        self.conversation = None if isinstance(found, str) else found
        self.fault = found if isinstance(found, str) else None

    def last_used(self) -> int:
        """The newest read or else the announcement, in Unix seconds; of a fault the last write of its file."""
        return self.file.written_at if self.conversation is None else self.conversation.last_used()


class Inspection:
    """What was found: `files` is everything in the state directory, `conversations` one for each document, the last
    used first. `handles` gives each conversation that any file belongs to a short name that no other one has."""

    __slots__ = ("conversations", "files", "handles")

    def __init__(self, files: list[StoredFile], handles: dict[str, str], conversations: list[Inspected]) -> None:
        self.files = files
        self.handles = handles
        self.conversations = conversations

    def of_kind(self, *kinds: str) -> list[StoredFile]:
        return [file for file in self.files if file.kind in kinds]

    def handle(self, name: str) -> str:
        """Also of a conversation that came after this was looked up."""
        return self.handles.get(name, name[: 2 * HANDLE_DIGITS])

    def named(self, word: str) -> list[str]:
        """The conversations that a handle, or a longer or shorter beginning of their hash, names."""
        word = word.lower()
        return [name for name in self.handles if len(word) >= ACCEPTED_DIGITS and name.startswith(word)]


def inspect(state: State) -> Inspection:
    """Looks at everything. Raises `OSError`."""
    files = contents.stored_files(state.root)
    handles = _handles({file.conversation for file in files if file.conversation and file.kind != contents.FOREIGN})
    conversations = []
    for file in files:
        if file.kind == contents.DOCUMENT and file.conversation:
            found = _found(state, file.conversation)
            if found is not None:
                conversations.append(Inspected(file.conversation, handles[file.conversation], file, found))
    conversations.sort(key=lambda each: (-each.last_used(), each.name))
    return Inspection(files, handles, conversations)


def _found(state: State, name: str) -> Conversation | str | None:
    """The conversation, why it cannot be had, or None if it has gone meanwhile."""
    try:
        return load(state, name, set_aside=False)
    except Refused as refused:
        return NEWER if refused.reason == "state-newer" else DAMAGED
    except OSError:
        return UNREADABLE


def _handles(names: Iterable[str]) -> dict[str, str]:
    ordered = sorted(names)
    handles = {}
    for index, name in enumerate(ordered):
        neighbours = ordered[max(0, index - 1) : index] + ordered[index + 1 : index + 2]
        digits = max([HANDLE_DIGITS, *(_in_common(name, other) + 1 for other in neighbours)])
        handles[name] = name[:digits]
    return handles


def _in_common(one: str, other: str) -> int:
    """How many characters two different names have in common at their beginning."""
    return next(index for index, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1])
