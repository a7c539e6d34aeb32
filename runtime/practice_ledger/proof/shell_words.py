"""Cuts script text into words and separators, as far as bash, dash and zsh provably agree on the cuts. [R15, R16]"""

from __future__ import annotations

from practice_ledger.refusals import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

NEWLINE = "\n"
SEMICOLON = ";"
AND = "&&"

# What a word is written as.
BARE = "bare"
QUOTED = "quoted"
REDIRECTION = "redirection"

# Where two operators share a start, the longer one stands first.
_OPERATORS = (
    ("&&", ""),
    ("&>", "redirection"),
    ("&", "background"),
    ("||", "or-list"),
    ("|", "pipe"),
    ("<", "redirection"),
    (">", "redirection"),
    ("(", "compound"),
    (")", "compound"),
    (";", ""),
    ("\n", ""),
)
_WORD_ENDS = " \t\n;&|<>()"
_UNFOLLOWED = {"\\": "quoting", "'": "quoting", '"': "quoting", "$": "substitution", "`": "substitution"}
_STDERR_REDIRECTIONS = ("2>/dev/null", "2>&1")
_NAME_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"


class Word:
    """One word. `text` has no quotes; the backslashes of a quoted word are still in it."""

    __slots__ = ("kind", "text")

    def __init__(self, kind: str, text: str) -> None:
        self.kind = kind
        self.text = text


def is_assignment(text: str) -> bool:
    """Whether a shell takes a statement's first word, `text`, for an assignment."""
    name, equals, _ = text.partition("=")
    return bool(equals and name) and not name.removesuffix("+").strip(_NAME_CHARACTERS) and not name[0].isdigit()


def tokens(script: str) -> Iterator[Word | str]:
    """Yields `Word`s, and the separators as plain strings. Whole-line comments are left out.

    Raises `Refused` at the first place that is not followed; the tokens before it have been given by then.
    """
    position = 0
    line_is_empty = statement_is_empty = True
    while position < len(script):
        character = script[position]
        if character in " \t":
            position += 1
        elif character == "#":
            if not line_is_empty:
                raise Refused("comment")
            position = _line_end(script, position)
        elif separator := _operator(script, position):
            yield separator
            position += len(separator)
            line_is_empty = separator == NEWLINE
            statement_is_empty = True
        else:
            word, position = _word(script, position, statement_is_empty)
            yield word
            line_is_empty = statement_is_empty = False


def _line_end(script: str, position: int) -> int:
    end = script.find("\n", position)
    return len(script) if end < 0 else end


def _operator(script: str, position: int) -> str:
    for operator, reason in _OPERATORS:
        if script.startswith(operator, position):
            if reason:
                raise Refused(reason)
            return operator
    return ""


def _word(script: str, position: int, is_first: bool) -> tuple[Word, int]:
    """The word at `position` and where it ends."""
    if script[position] in "'\"":
        return _quoted(script, position)
    for redirection in _STDERR_REDIRECTIONS:
        end = position + len(redirection)
        if script.startswith(redirection, position) and _ends_word(script, end):
            return Word(REDIRECTION, redirection), end
    return _bare(script, position, is_first)


def _ends_word(script: str, position: int) -> bool:
    return position == len(script) or script[position] in _WORD_ENDS


def _bare(script: str, start: int, is_first: bool) -> tuple[Word, int]:
    end = start
    while not _ends_word(script, end):
        reason = _UNFOLLOWED.get(script[end])
        if reason:
            raise Refused("assignment" if is_first and is_assignment(script[start:end]) else reason)
        end += 1
    return Word(BARE, script[start:end]), end


def _quoted(script: str, start: int) -> tuple[Word, int]:
    quote = script[start]
    end = script.find(quote, start + 1)
    if end < 0:
        raise Refused("syntax")
    text = script[start + 1 : end]
    if quote == '"':
        _check_double_quoted(text)
    if not _ends_word(script, end + 1):
        raise Refused("quoting")
    return Word(QUOTED, text), end + 1


def _check_double_quoted(text: str) -> None:
    """Refuses what a shell would replace. All of them leave `\\n` alone; no other escape is followed."""
    if "$" in text or "`" in text:
        raise Refused("substitution")
    if "\\" in text.replace("\\n", ""):
        raise Refused("quoting")
