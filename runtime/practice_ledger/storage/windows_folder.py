"""The folders of the state on Windows; what `private_folder` is elsewhere. [R13]

Private by the place: what is made below a user's own %LOCALAPPDATA% is the user's alone. A link of any kind (a reparse
point) below the root of the state is refused. Files are opened so that others may replace or remove them meanwhile, and
what another process holds open for a moment is tried again for `bounds.BUSY_SECONDS`: Windows puts no file in place of
one that anybody has open. Nor in place of a read-only one, whatever may be done with its folder: files of the state are
made writable again.
"""

from __future__ import annotations

import os
import stat
import sys
import time

from practice_ledger import bounds
from practice_ledger.refusals import Refused
from practice_ledger.storage.private_folder import content_of, entries_of, temporary_name, write_all

assert sys.platform == "win32"  # noqa: S101 - for the type checker; nobody else imports this

import _winapi  # noqa: E402
import msvcrt  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Self

_GENERIC_WRITE = 0x40000000
_SHARED_BY_ALL = 1 | 2 | 4  # FILE_SHARE_READ, FILE_SHARE_WRITE, FILE_SHARE_DELETE
_OPEN_OR_MAKE = 4  # OPEN_ALWAYS
_THE_LINK_ITSELF = 0x00200000  # FILE_FLAG_OPEN_REPARSE_POINT
_FOLDERS_TOO = 0x02000000  # FILE_FLAG_BACKUP_SEMANTICS, so that a folder can be told from what may not be opened


class WindowsFolder:
    """One folder of the state, with the methods of `PrivateFolder`."""

    def __init__(self, path: str) -> None:
        self._path = path

    @classmethod
    def at(cls, path: str, *, create: bool) -> Self:
        """The root folder at an absolute path, which may be a link."""
        if create:
            try:
                os.makedirs(path, 0o700, exist_ok=True)
            except (FileExistsError, NotADirectoryError):
                raise Refused("state-unsafe") from None
        if not stat.S_ISDIR(os.stat(path).st_mode):
            raise Refused("state-unsafe")
        return cls(path)

    def folder(self, name: str, *, create: bool) -> WindowsFolder:
        path = self._at(name)
        if create:
            try:
                os.mkdir(path, 0o700)
            except FileExistsError:
                pass
        found = os.lstat(path)
        if not stat.S_ISDIR(found.st_mode) or _is_link(found):
            raise Refused("state-unsafe")
        return WindowsFolder(path)

    def close(self) -> None:
        pass  # nothing is held open

    def holds(self, name: str) -> bool:
        try:
            return _is_plain(os.lstat(self._at(name)))
        except FileNotFoundError:
            return False

    def read(self, name: str, limit: int, *, secret: bool = False) -> bytes | None:
        try:
            descriptor: int = _patiently(lambda: self._opened(name, _winapi.GENERIC_READ, _winapi.OPEN_EXISTING))
        except FileNotFoundError:
            return None
        try:
            if not _is_plain(os.fstat(descriptor)):
                raise ValueError("not a plain file")
            return content_of(descriptor, limit)
        finally:
            os.close(descriptor)

    def replace(self, name: str, data: bytes, *, durable: bool = True) -> None:
        temporary = temporary_name(name)
        path = self._at(temporary)
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_BINARY, 0o600)
            try:
                write_all(descriptor, data)
                if durable:
                    os.fsync(descriptor)
            finally:
                os.close(descriptor)
            self.move(temporary, self, name)
        except BaseException:
            self.remove(temporary)
            raise

    def open_for_append(self, name: str) -> int:
        access = _winapi.GENERIC_READ | _GENERIC_WRITE
        descriptor: int = _patiently(lambda: self._opened(name, access, _OPEN_OR_MAKE), self._at(name))
        if not _is_plain(os.fstat(descriptor)):
            os.close(descriptor)
            raise Refused("state-unsafe")
        return descriptor

    def move(self, name: str, folder: WindowsFolder, new_name: str) -> None:
        _patiently(lambda: os.replace(self._at(name), folder._at(new_name)), folder._at(new_name))

    def remove(self, name: str) -> None:
        try:
            _patiently(lambda: os.unlink(self._at(name)), self._at(name))
        except FileNotFoundError:
            pass

    def remove_folder(self, name: str) -> None:
        os.rmdir(self._at(name))

    def sync(self) -> None:
        pass  # NTFS keeps its names in a journal, and lets none but an administrator flush a folder

    def entries(self, beginning: str = "") -> list[tuple[str, os.stat_result]]:
        return entries_of(self._path, beginning)

    def names(self) -> list[str]:
        return os.listdir(self._path)

    def written_at(self, name: str) -> float:
        return os.lstat(self._at(name)).st_mtime

    def set_written_at(self, name: str, when: int) -> None:
        _patiently(lambda: os.utime(self._at(name), (when, when)), self._at(name))

    def names_by_age(self) -> list[tuple[float, str]]:
        return sorted((state.st_mtime, name) for name, state in self.entries())

    def _at(self, name: str) -> str:
        return os.path.join(self._path, name)

    def _opened(self, name: str, access: int, disposition: int) -> int:
        """A descriptor that hinders nobody. (`os.open` would forbid others to replace the file.)"""
        flags = _THE_LINK_ITSELF | _FOLDERS_TOO
        handle = _winapi.CreateFile(self._at(name), access, _SHARED_BY_ALL, 0, disposition, flags, 0)
        return msvcrt.open_osfhandle(handle, os.O_APPEND)


def _patiently(action: Callable[[], Any], changed: str | None = None) -> Any:
    """What `action` returns, tried again while another process is in the way. `changed` is the path of a file that it
    changes."""
    end = time.monotonic() + bounds.BUSY_SECONDS
    while True:
        try:
            return action()
        except PermissionError:  # Windows says so of a file that is open elsewhere, about to be gone, or read-only
            if time.monotonic() >= end:
                raise
            if changed is not None:
                _make_writable(changed)
        time.sleep(bounds.LOCK_POLL_SECONDS)


def _make_writable(path: str) -> None:
    try:
        found = os.lstat(path)
        if _is_plain(found) and found.st_file_attributes & stat.FILE_ATTRIBUTE_READONLY:
            os.chmod(path, stat.S_IWRITE)
    except OSError:
        pass  # what was tried is tried again, and says what is wrong


def _is_plain(found: os.stat_result) -> bool:
    return stat.S_ISREG(found.st_mode) and not _is_link(found)


def _is_link(found: os.stat_result) -> bool:
    return bool(found.st_file_attributes & stat.FILE_ATTRIBUTE_REPARSE_POINT)
