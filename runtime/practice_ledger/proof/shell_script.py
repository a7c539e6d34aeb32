"""Understands a script that consists of nothing but the statements whose output can be predicted. [R15, R16]"""

from __future__ import annotations

from practice_ledger import bounds
from practice_ledger.contract.names import is_practice_id
from practice_ledger.lorelum import invocation
from practice_ledger.proof import shell_words
from practice_ledger.proof.shell_words import BARE, QUOTED, REDIRECTION, Word, is_assignment
from practice_ledger.refusals import Refused

TYPE_CHECKING = False

_ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_SCRIPT_CHARACTERS = frozenset(map(chr, (*b"\t\n", *range(0x20, 0x7F))))
_LITERAL_CHARACTERS = frozenset(_ALPHANUMERIC + " ._:=#-")
_PATH_CHARACTERS = frozenset(_ALPHANUMERIC + "._/-")

_SETTINGS = (("-e",), ("-eu",), ("-u",), ("-o", "pipefail"), ("-euo", "pipefail"))
_PRINTING = ("echo", "printf")
_SHELLS = ("bash", "sh", "zsh")

_COMPOUND = ("if", "for", "foreach", "while", "until", "repeat", "case", "select", "function", "{", "[[", "!", "coproc")
_DECLARING = ("export", "declare", "typeset", "local", "readonly")


class Read:
    """`lore get` of one Practice: prints one answer about it."""

    __slots__ = ("practice_id",)

    def __init__(self, practice_id: str) -> None:
        self.practice_id = practice_id


class Print:
    """Prints `text` and succeeds. `text` is empty for statements that print nothing."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class ExitOnFailure:
    """`set -e` and its like: from here on the shell stops where an and-list fails at its last statement."""

    __slots__ = ()


class Script:
    """And-lists of statements, one after another. As a statement of another script: a nested shell that runs it."""

    __slots__ = ("and_lists",)

    def __init__(self, and_lists: tuple[tuple[Statement, ...], ...]) -> None:
        self.and_lists = and_lists


if TYPE_CHECKING:
    Statement = Read | Print | ExitOnFailure | Script


def parse(text: str) -> Script:
    """The script that `text` is for bash and zsh alike. Raises `Refused` for all that R15's table does not hold."""
    if len(text) > bounds.COMMAND_BYTES:
        raise Refused("too-long")
    if not _SCRIPT_CHARACTERS.issuperset(text):
        raise Refused("characters")
    return _script(text, "")


def _script(text: str, nested_in: str) -> Script:
    and_lists: list[tuple[Statement, ...]] = []
    and_list: list[Statement] = []
    words: list[Word] = []
    for token in shell_words.tokens(text + shell_words.NEWLINE):
        if isinstance(token, Word):
            if not words:
                _check_command(token)
            words.append(token)
        elif words:
            and_list.append(_statement(words, nested_in))
            words = []
            if token != shell_words.AND:
                and_lists.append(tuple(and_list))
                and_list = []
        elif token != shell_words.NEWLINE:
            raise Refused("syntax")
    if and_list:
        raise Refused("syntax")
    return Script(tuple(and_lists))


def _check_command(word: Word) -> None:
    """Refuses a statement by its first word, before later words can give a less telling reason."""
    if word.kind != BARE:
        raise Refused("quoting" if word.kind == QUOTED else "redirection")
    if word.text in _COMPOUND:
        raise Refused("compound")
    if word.text in _DECLARING or is_assignment(word.text):
        raise Refused("assignment")
    if word.text not in (invocation.COMMAND, "set", "cd", *_PRINTING, *_SHELLS):
        raise Refused("other-command")


def _statement(words: list[Word], nested_in: str) -> Statement:
    name, arguments = words[0].text, words[1:]
    if name == invocation.COMMAND:
        return _read(arguments)
    if any(word.kind == REDIRECTION for word in words):
        raise Refused("redirection")
    if name == "set":
        return _set(arguments, nested_in)
    if name == "cd":
        return _cd(arguments)
    if name in _SHELLS:
        return _nested_shell(name, arguments, nested_in)
    return _print(name, arguments)


def _read(arguments: list[Word]) -> Read:
    if arguments and arguments[-1].kind == REDIRECTION:
        arguments = arguments[:-1]
    if any(word.kind == REDIRECTION for word in arguments):
        raise Refused("redirection")
    if any(word.kind == QUOTED and not is_practice_id(word.text) for word in arguments):
        raise Refused("quoting")
    return Read(invocation.requested_practice(word.text for word in arguments))


def _set(arguments: list[Word], nested_in: str) -> Statement:
    options = tuple(word.text for word in arguments if word.kind == BARE)
    if len(options) != len(arguments) or options not in _SETTINGS:
        raise Refused("other-command")
    if "pipefail" in options and nested_in == "sh":
        raise Refused("nested-shell")  # dash is `sh` on many systems and knows no such option
    return ExitOnFailure() if options[0].startswith("-e") else Print("")


def _print(command: str, arguments: list[Word]) -> Print:
    if len(arguments) != 1 or arguments[0].kind != QUOTED or arguments[0].text.startswith("-"):
        raise Refused("other-command")
    lines = arguments[0].text.split("\\n") if command == "printf" else [arguments[0].text, ""]
    if not all(map(_LITERAL_CHARACTERS.issuperset, lines)):
        raise Refused("other-command")
    return Print("\n".join(lines))


def _cd(arguments: list[Word]) -> Print:
    """A `cd` that fails says so, and what it says is in no prediction."""
    path = arguments[0].text if len(arguments) == 1 else ""
    if not path.startswith("/") or not _PATH_CHARACTERS.issuperset(path):
        raise Refused("other-command")
    return Print("")


def _nested_shell(shell: str, arguments: list[Word], nested_in: str) -> Script:
    if nested_in or len(arguments) != 2 or arguments[1].kind != QUOTED:
        raise Refused("nested-shell")
    option, script = arguments
    if option.kind != BARE or option.text not in ("-c", "-lc"):
        raise Refused("nested-shell")
    if "$" in script.text or "`" in script.text or "\\" in script.text:
        raise Refused("nested-shell")
    return _script(script.text, shell)
