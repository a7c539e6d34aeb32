"""What a state holds, and whether it is one that the product may leave behind."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from practice_ledger import bounds, strict_json
from practice_ledger.ledger.document import Damaged, decode
from practice_ledger.refusals import Refused
from practice_ledger.storage import diagnostics, state, tally
from practice_ledger.storage.locks import ROOTS_LOCK
from practice_ledger.storage.private_folder import TEMPORARY_SUFFIX
from practice_ledger.storage.state_root import MARK
from practice_ledger.validation import validator

Views = dict[str, object]
MISSING, DAMAGED = "missing", "damaged"

_ROOT_NAMES = {
    MARK,
    state.CONVERSATIONS,
    state.LOCKS,
    state.DAMAGED,
    state.SECRET_FILE,
    tally.FILE,
    diagnostics.FILE,
    diagnostics.OLDER_FILE,
}
LOCK_FILES = bounds.LOCK_STRIPES + 2  # those of the conversations, that of all of them, and the tally's


def views(folder: Path) -> Views:
    """What each conversation of a state remembers, without times and salts, by its hash."""
    found: Views = {}
    for path in sorted((folder / state.CONVERSATIONS).glob("*.json")):
        found[path.stem] = _view(path)
    return found


def _view(path: Path) -> object:
    try:
        held = decode(path.stem, path.read_bytes())
    except (Damaged, Refused, OSError):
        return DAMAGED
    return (
        held.generation,
        held.thread is not None,
        tuple((each.practice_id, each.content_digest, each.title, each.sequence) for each in held.candidates),
        tuple((call.generation, call.doubled) for call in held.pending),
        len(held.sealed),
    )


def neither_old_nor_new(old: Views, new: Views, found: Views, *, may_be_dropped: int = 0) -> list[str]:
    """Conversations that are in none of the two. A damaged one may also be gone: it was set aside. So may others that
    hold nothing, up to `may_be_dropped` of all: where one cannot be dropped, the next in order goes."""
    wrong = []
    gone = sum(name not in found for name in old)
    for name in sorted({*old, *new, *found}):
        allowed = [old.get(name, MISSING), new.get(name, MISSING)]
        if DAMAGED in allowed or (gone <= may_be_dropped and holds_nothing(allowed[0])):
            allowed.append(MISSING)
        if found.get(name, MISSING) not in allowed:
            wrong.append(f"{name[:8]} is {found.get(name, MISSING)}, neither {allowed[0]} nor {allowed[1]}")
    return wrong


def holds_nothing(view: object) -> bool:
    return isinstance(view, tuple) and not view[2]


def odd_files(folder: Path, temporary_files: int, *, conversations: int = bounds.ROOTS) -> list[str]:
    """Whatever should not lie in a state: foreign names, modes that are not private, too many temporary files, more
    files than are promised."""
    wrong = []
    temporary = 0
    for path in folder.rglob("*"):
        found = path.lstat()
        if stat.S_IMODE(found.st_mode) != (0o700 if stat.S_ISDIR(found.st_mode) else 0o600):
            wrong.append(f"mode {stat.S_IMODE(found.st_mode):o} of {path.name}")
        if path.name.endswith(TEMPORARY_SUFFIX):
            temporary += 1
        elif path.parent == folder and path.name not in _ROOT_NAMES:
            wrong.append(f"foreign file {path.name}")
    if temporary > temporary_files:
        wrong.append(f"{temporary} temporary files")
    for name, limit in ((state.CONVERSATIONS, conversations), (state.LOCKS, LOCK_FILES), (state.DAMAGED, 8)):
        inner = folder / name
        number = sum(not path.name.endswith(TEMPORARY_SUFFIX) for path in inner.iterdir()) if inner.is_dir() else 0
        if number > limit:
            wrong.append(f"{number} files in {name}")
    return wrong


def secret_lost(old: Path, folder: Path) -> list[str]:
    """The secret is whole or not there, and one that was there is the same."""
    before, after = old / state.SECRET_FILE, folder / state.SECRET_FILE
    if before.exists():
        return [] if after.exists() and after.read_bytes() == before.read_bytes() else ["the secret was lost"]
    return [] if not after.exists() or len(after.read_bytes()) == bounds.SECRET_BYTES else ["half a secret"]


def counted(folder: Path, kind: str) -> Mapping[str, int] | None:
    """Counts of the tally by word; None for a tally that is damaged."""
    path = folder / tally.FILE
    if not path.exists():
        return {}
    try:
        found = validator("practice_ledger.storage.tally_models:Tally")(strict_json.parse(path.read_text()))
    except ValueError:
        return None
    return {word: count.count for word, count in getattr(found, kind).items()}


def age_temporary_files(folder: Path) -> None:
    """Makes temporary files, and the last look for them, so old that the next start of a session sweeps them."""
    for path in (*folder.rglob(f"*{TEMPORARY_SUFFIX}"), *folder.rglob(ROOTS_LOCK)):
        os.utime(path, (1, 1))


def read_ids(path: Path) -> list[str]:
    """The ids that a document holds, the newest last; none if it is missing or damaged."""
    try:
        return [held.practice_id for held in decode(path.stem, path.read_bytes()).candidates]
    except (Damaged, OSError):
        return []
