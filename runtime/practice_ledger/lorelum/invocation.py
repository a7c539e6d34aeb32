"""How `lore get` is called: which argument words are understood, and the one command that a hint may name."""

from __future__ import annotations

from practice_ledger.contract.names import is_practice_id
from practice_ledger.refusals import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

COMMAND = "lore"
READ = "get"

_UNDERSTOOD_OPTIONS = ("--json", "--no-project", "--debug")
_OTHER_STORE_OPTIONS = ("--store-root", "--project-root")

_HOST_VARIABLES = ("LORELUM_HOST_KEY", "LORELUM_HOST_SESSION_ID")
_PLAIN_VALUE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._:-")

_AS_LOOSE_WORDS = str.maketrans({**dict.fromkeys("(){}[]'\"`$\\", " "), **dict.fromkeys("\n;&|<>", " ; ")})


def read_command(practice_id: str) -> str:
    """The command line that reads one Practice. [R18, R20] Raises ValueError for what is no Practice id."""
    if not is_practice_id(practice_id):
        raise ValueError("not a Practice id")
    return f"{COMMAND} {READ} {practice_id}"


def answer_arguments(practice_id: str) -> list[str]:
    """The words after `lore` that have it answer with one Practice in the published form. [R23]"""
    return [READ, practice_id, "--json"]


def requested_practice(arguments: Iterable[str]) -> str:
    """The id that `lore` was asked for, given the words after `lore` with their quotes removed. [R15, R14.6]

    Raises `Refused` for another store, for other arguments, and for what is no Practice id.
    """
    options: list[str] = []
    positional: list[str] = []
    for word in arguments:
        if word.partition("=")[0] in _OTHER_STORE_OPTIONS:
            raise Refused("other-store")
        (options if word.startswith("-") else positional).append(word)
    once = len(options) == len(set(options))
    if not once or not set(options).issubset(_UNDERSTOOD_OPTIONS) or len(positional) != 2 or positional[0] != READ:
        raise Refused("lore-arguments")
    if not is_practice_id(positional[1]):
        raise Refused("practice-id")
    return positional[1]


def names_read(command: str) -> bool:
    """Whether a shell command's text may be about a read at all, in any form, followed or not.

    Decides only whether a refusal is worth counting, so it may be generous: it looks for the words and not for grammar.
    """
    if COMMAND not in command or READ not in command:
        return False
    words = iter(command.translate(_AS_LOOSE_WORDS).split())
    return any(_is_lore(word) and _next_is_read(words) for word in words)


def _is_lore(word: str) -> bool:
    return word == COMMAND or word.endswith(f"/{COMMAND}")


def _next_is_read(words: Iterator[str]) -> bool:
    """Whether the first word that is no global option is `get`."""
    for word in words:
        if word in _OTHER_STORE_OPTIONS:
            next(words, None)
        elif not word.startswith("-"):
            return word == READ
    return False


def without_host_prefix(command: str, host_key: str, session_id: str) -> str:
    """The command without the two `export` lines that Lorelum's own plugin puts before it, or unchanged. [R14.4]

    Only exactly these two, in order and with exactly these values, are taken off.
    """
    rest = command
    for variable, value in zip(_HOST_VARIABLES, (host_key, session_id), strict=True):
        export = f"export {variable}='{value}'"
        if not _PLAIN_VALUE.issuperset(value) or not rest.startswith((export + "\n", export + ";")):
            return command
        rest = rest[len(export) + 1 :].lstrip(" \t")
    return rest
