"""What may be done with a path, and which kind of file system it lies on."""

from __future__ import annotations

import os

from practice_ledger.foreign_files import Unreadable, content_of

_MOUNTS = "/proc/self/mountinfo"
OF_A_NETWORK = frozenset(
    (
        *(
            "9p",
            "afs",
            "beegfs",
            "ceph",
            "cifs",
            "glusterfs",
            "gfs2",
            "lustre",
            "nfs",
            "nfs4",
            "ocfs2",
            "smb3",
            "smbfs",
        ),
        *("fuse.ceph", "fuse.glusterfs", "fuse.s3fs", "fuse.sshfs"),
    )
)


def nearest_that_is_there(path: str) -> str:
    """The path, or the nearest folder above it that exists."""
    while not os.path.lexists(path) and path != os.path.dirname(path):
        path = os.path.dirname(path)
    return path


def may(path: str, mode: int) -> bool:
    """Whether this process may do that, as it would find out by trying."""
    return os.access(path, mode, effective_ids=os.access in os.supports_effective_ids)


def kind_of(path: str, mounts: str = _MOUNTS) -> str | None:
    """The kind of file system, such as `ext4`, None if unknown. `mounts` is a file as Linux has it."""
    best, kind = "", None
    whole = os.path.realpath(path)
    try:
        lines = os.fsdecode(content_of(mounts)).splitlines()
    except (OSError, Unreadable):
        return None
    for line in lines:
        place, _, of = line.partition(" - ")
        words = place.split(" ")
        if len(words) < 5 or not of:
            continue
        point = _unescaped(words[4])
        # The last one of the same place covers those before it.
        if len(point) >= len(best) and (whole == point or whole.startswith(f"{point.rstrip('/')}/")):
            best, kind = point, of.split(" ")[0]
    return kind


def _unescaped(point: str) -> str:
    for code, character in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        point = point.replace(code, character)
    return point
