"""Opens the directory that holds the state, and none that holds something else. [R13]

The state directory is the product's own: a mark lies in it. The product puts that into a directory that it made, or
that it found empty, and into no other. So no file in it has to be told from somebody's own of the same name.
"""

from __future__ import annotations

from practice_ledger.storage.private_folder import PrivateFolder

MARK = "practice-ledger-state"


def opened_root(path: str, *, create: bool) -> PrivateFolder | None:
    """The state directory at an absolute path, made and marked if need be with `create`; without it, None where none
    was ever used.

    Raises `OSError`, and `Refused`: `state-foreign` for a directory that holds something else, `state-unsafe`.
    """
    try:
        root = PrivateFolder.at(path, create=create)
    except FileNotFoundError:
        if create:
            raise
        return None
    try:
        if root.holds(MARK) or _unmarked(root, create=create):
            return root
    except BaseException:
        root.close()
        raise
    root.close()
    return None


def _unmarked(root: PrivateFolder, *, create: bool) -> bool:
    from practice_ledger.storage.adoption import adopted

    return adopted(root, create=create)
