"""Promises of what reads text and keeps no state: commands, output, answers of Lorelum, receipts. [R14, R15, R25]"""

from __future__ import annotations

import json
import shlex
import unicodedata
from collections import Counter

from fuzz.command_text import same_script, written
from practice_ledger import bounds
from practice_ledger.contract.caller import Caller
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.names import is_practice_id
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.hosts.codex.adapter import TRUNCATION_NOTICES
from practice_ledger.lorelum.envelope import Answer, Failure, answer_in
from practice_ledger.lorelum.invocation import names_read
from practice_ledger.proof.payload_filter import RECEIPT_MARKER, may_hold_read
from practice_ledger.proof.read_proof import prove
from practice_ledger.proof.shell_script import Read, Script, parse
from practice_ledger.reading.practice_markdown import markdown
from practice_ledger.reading.terminal_text import harmless, laid_out
from practice_ledger.refusals import Refused
from practice_ledger.sealing.receipt import found, seal

PRACTICE = "pack.one"
SECRET = bytes(range(32))
EPOCH = "e" * 64
CALLER = Caller(ConversationKey("codex", "session"), "session", "call-1")
_MADE = [seal(SECRET, CALLER, EPOCH, PracticeRead(name, "a" * 64, "T", None, ["p"])) for name in ("pack.one", "pack.b")]
RECEIPTS = [line.decode("ascii").rstrip("\n") for line in _MADE if line]


def command(data: bytes) -> None:
    """The parser refuses or understands, and what it understood it understands again when written plainly."""
    text = _text(data)
    about_reads = names_read(text)
    try:
        script = parse(text)
    except Refused:
        return
    plain = written(script)
    assert len(plain) > bounds.COMMAND_BYTES or same_script(parse(plain), script)
    reads = Counter(reads_in(script))
    assert reads <= Counter(_loose_words(text))
    if reads:
        assert about_reads
        assert may_hold_read(json.dumps(text).encode())


def output(data: bytes) -> None:
    """A command and, behind a NUL, its output: only reads that the command asks for and the output shows, whole."""
    text, _, response = _text(data).partition("\0")
    try:
        reads = prove(text, response, TRUNCATION_NOTICES)
    except Refused:
        return
    asked = iter(reads_in(parse(text)))
    assert all(read.practice_id in asked for read in reads), "in the order of the command"
    shown = [answer for line in response.splitlines() if (answer := _loose_answer(line))]
    for read in reads:
        assert any(_says(answer, read) for answer in shown)
    for longer in (response + "x", "x" + response):
        try:
            prove(text, longer, TRUNCATION_NOTICES)
        except Refused:
            continue
        raise AssertionError("more than the command prints was let pass")


def envelope(data: bytes) -> None:
    """A line is refused or an answer, and every answer can be shown on any terminal."""
    try:
        answer = answer_in(_text(data), PRACTICE)
    except Refused:
        return
    if isinstance(answer, Failure):
        return
    assert isinstance(answer, Answer)
    assert answer.practice["id"] == PRACTICE
    shown = harmless(markdown(answer))
    assert not {unicodedata.category(character) for character in shown if character not in "\n\t\u200c\u200d"} & {
        *("Cc", "Cf", "Cs", "Zl", "Zp")
    }
    laid_out(shown, 80, bold=True)
    try:
        read = answer.proven()
    except Refused:
        return
    loose = _loose_answer(_text(data))
    assert loose
    assert _says(loose, read)


def receipts(data: bytes) -> None:
    """Whatever stands in an output, only what was made with the secret for this very call proves anything."""
    text = _text(data)
    for around in (text, RECEIPT_MARKER + text):
        for receipt in found(around):
            if receipt is None:
                continue
            try:
                read = receipt.read_of(SECRET, CALLER, EPOCH)
            except Refused:
                continue
            (made,) = (line for line in RECEIPTS if f'"id":"{read.practice_id}"' in line)
            assert made in around


def reads_in(script: Script) -> list[str]:
    """The ids of all reads of a script, nested ones too, in order."""
    ids: list[str] = []
    for statement in (statement for and_list in script.and_lists for statement in and_list):
        if isinstance(statement, Read):
            assert is_practice_id(statement.practice_id)
            ids.append(statement.practice_id)
        elif isinstance(statement, Script):
            ids += reads_in(statement)
    return ids


def _text(data: bytes) -> str:
    """Text as JSON can bring it: lone surrogates too, here made of bytes that are not UTF-8."""
    return data.decode("utf-8", "surrogateescape")


def _loose_words(text: str) -> list[str]:
    """The words of a script as the standard library cuts them, those of nested scripts too."""
    cut = shlex.shlex(text, posix=True, punctuation_chars=True)
    cut.whitespace_split = True
    words = list(cut)
    return words + [inner for word in words if "lore" in word and word != text for inner in _loose_words(word)]


def _loose_answer(line: str) -> dict[str, object] | None:
    """What the plain reader makes of a line."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None


def _says(answer: dict[str, object], read: PracticeRead) -> bool:
    data = answer.get("data")
    return (
        answer.get("ok") is True
        and isinstance(data, dict)
        and data["practice"]["id"] == read.practice_id
        and data["practice"]["title"] == read.title
        and data["contentDigest"] == read.content_digest
        and {source["packName"] for source in data["sources"]} == set(read.source_packs)
    )
