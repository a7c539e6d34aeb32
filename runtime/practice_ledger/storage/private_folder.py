"""Folders of the state, private to their owner, in which no name is ever followed elsewhere. [R13]

Everything is done relative to an open folder, so that nobody can swap a parent for a link meanwhile. Methods raise
`OSError` as the system does, and `Refused("state-unsafe")` for what another user could have planted.
"""

from __future__ import annotations

import errno
import os
import stat
import sys

from practice_ledger.refusals import Refused
from practice_ledger.storage.stored_version import TooLong

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

TEMPORARY_SUFFIX = ".tmp"
_RANDOM_DIGITS = 12
if sys.platform != "win32":
    _FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
    _FILE = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY


class PrivateFolder:
    """One open folder of the state. Names are single path components made by this package, never by a host."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        found = os.fstat(descriptor)
        if found.st_uid != os.geteuid() or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            os.close(descriptor)
            raise Refused("state-unsafe")

    @classmethod
    def at(cls, path: str, *, create: bool) -> Self:
        """Opens the root folder at an absolute path. With `create`, makes what is missing of it, 0700 each."""
        if create:
            _make_folders(path)
        try:
            return cls(os.open(path, _FOLDER))
        except NotADirectoryError:
            raise Refused("state-unsafe") from None

    def folder(self, name: str, *, create: bool) -> PrivateFolder:
        """Opens a folder in this one."""
        if create:
            _make_folder(name, self._descriptor)
        try:
            return PrivateFolder(os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=self._descriptor))
        except NotADirectoryError:
            raise Refused("state-unsafe") from None

    def close(self) -> None:
        os.close(self._descriptor)

    def holds(self, name: str) -> bool:
        """Whether there is a plain file of the owner's of this name."""
        try:
            return _is_plain(os.stat(name, dir_fd=self._descriptor, follow_symlinks=False))
        except FileNotFoundError:
            return False

    def read(self, name: str, limit: int, *, secret: bool = False) -> bytes | None:
        """A file's bytes, or None if there is no such file. Raises `ValueError` for one that is no plain file of the
        owner's, is longer than `limit` bytes (`TooLong`), or, with `secret`, that others may read or have written."""
        try:
            descriptor = os.open(name, os.O_RDONLY | _FILE, dir_fd=self._descriptor)
        except FileNotFoundError:
            return None
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.ENXIO):  # a link, a socket
                raise ValueError("not a plain file") from None
            raise
        try:
            found = os.fstat(descriptor)
            if not _is_plain(found) or (secret and found.st_mode & (stat.S_IRWXG | stat.S_IRWXO)):
                raise ValueError("not a plain file")
            return content_of(descriptor, limit)
        finally:
            os.close(descriptor)

    def replace(self, name: str, data: bytes, *, durable: bool = True) -> None:
        """Puts `data` in place of a file, whole or not at all, 0600 under any umask.

        `durable` waits until the bytes are on the disk before they take the name.
        """
        temporary = temporary_name(name)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FILE
        descriptor = os.open(temporary, flags, 0o600, dir_fd=self._descriptor)
        try:
            try:
                os.fchmod(descriptor, 0o600)
                write_all(descriptor, data)
                if durable:
                    os.fsync(descriptor)
            finally:
                os.close(descriptor)
            os.rename(temporary, name, src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)
        except BaseException:
            self.remove(temporary)
            raise

    def open_for_append(self, name: str) -> int:
        """A descriptor of a plain file of the owner's, made if missing, 0600."""
        descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_APPEND | _FILE, 0o600, dir_fd=self._descriptor)
        found = os.fstat(descriptor)
        if not _is_plain(found):
            os.close(descriptor)
            raise Refused("state-unsafe")
        if found.st_mode & 0o777 != 0o600:
            os.fchmod(descriptor, 0o600)
        return descriptor

    def move(self, name: str, folder: PrivateFolder, new_name: str) -> None:
        os.rename(name, new_name, src_dir_fd=self._descriptor, dst_dir_fd=folder._descriptor)

    def remove(self, name: str) -> None:
        """Removes a file; that it is gone already is no fault."""
        try:
            os.unlink(name, dir_fd=self._descriptor)
        except FileNotFoundError:
            pass

    def remove_folder(self, name: str) -> None:
        """Removes an empty folder."""
        os.rmdir(name, dir_fd=self._descriptor)

    def sync(self) -> None:
        """Waits until what was removed here is gone from the disk too."""
        os.fsync(self._descriptor)

    def entries(self, beginning: str = "") -> list[tuple[str, os.stat_result]]:
        """Name and state of every entry whose name begins so, in no order; a link's own state."""
        return entries_of(self._descriptor, beginning)

    def names(self) -> list[str]:
        return os.listdir(self._descriptor)

    def written_at(self, name: str) -> float:
        """Time of the last write in Unix seconds. Raises `FileNotFoundError`."""
        return os.stat(name, dir_fd=self._descriptor, follow_symlinks=False).st_mtime

    def set_written_at(self, name: str, when: int) -> None:
        os.utime(name, (when, when), dir_fd=self._descriptor, follow_symlinks=False)

    def names_by_age(self) -> list[tuple[float, str]]:
        """(time of the last write in Unix seconds, name) of every entry, oldest first."""
        return sorted((state.st_mtime, name) for name, state in self.entries())


def temporary_name(name: str) -> str:
    """What a file is called until it takes this name."""
    return f"{name}.{os.getpid()}.{os.urandom(_RANDOM_DIGITS // 2).hex()}{TEMPORARY_SUFFIX}"


def is_temporary(name: str) -> bool:
    """Whether `replace` makes such names, and hardly anybody else: the folder may hold files of its owner's own."""
    if not name.endswith(TEMPORARY_SUFFIX):  # asked of each of 512 conversations
        return False
    parts = name.rsplit(".", 3)
    return (
        len(parts) == 4
        and parts[1].isdecimal()
        and len(parts[2]) == _RANDOM_DIGITS
        and not parts[2].strip("0123456789abcdef")
    )


def _is_plain(found: os.stat_result) -> bool:
    """A hard link is no danger in a folder that only its owner may write, and a backup may have made one."""
    return stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid()


def content_of(descriptor: int, limit: int) -> bytes:
    """What is left to read of a file. Raises `TooLong` if that is more than `limit` bytes."""
    chunks = []
    while limit >= 0 and (chunk := os.read(descriptor, limit + 1)):
        chunks.append(chunk)
        limit -= len(chunk)
    if limit < 0:
        raise TooLong(b"".join(chunks))
    return b"".join(chunks)


def entries_of(folder: int | str, beginning: str) -> list[tuple[str, os.stat_result]]:
    """Name and state of every entry whose name begins so, in no order; a link's own state."""
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.name.startswith(beginning):
                continue
            try:
                found.append((entry.name, entry.stat(follow_symlinks=False)))
            except FileNotFoundError:
                continue
    return found


def write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _make_folder(name: str, parent: int | None = None) -> None:
    try:
        os.mkdir(name, 0o700, dir_fd=parent)
    except FileExistsError:
        return
    os.chmod(name, 0o700, dir_fd=parent)  # the umask may have taken the owner's own bits


def _make_folders(path: str) -> None:
    if os.path.isdir(path):
        return
    parent = os.path.dirname(path.rstrip("/"))
    if parent and parent != path:
        _make_folders(parent)
        if os.geteuid() == 0 and os.stat(parent).st_uid != 0:
            raise Refused("state-unsafe")  # root with another user's HOME would lock that user out
    _make_folder(path)


if sys.platform == "win32":  # which knows neither owners by number nor names relative to an open folder
    from practice_ledger.storage.windows_folder import WindowsFolder as PrivateFolder
