"""How many bytes a read Practice takes: `practice-ledger read` beside `lore get --json` and Lorelum's text.

    PYTHONPATH=runtime .build/venv/bin/python docs/reading_bytes.py [NUMBER]

Makes up that many different Practices, 34 by default: Markdown of headings, paragraphs, lists and code, with the sizes
of a public Pack (titles up to 60 bytes, `applies_when` of 130 to 320, bodies of 3.5 to 5 KB). Prints the table of
docs/reading.md. Lorelum's text is rebuilt from its description, its lines drawn in ASCII: near, not exact.
"""

from __future__ import annotations

import hashlib
import json
import random
import statistics
import sys
from collections.abc import Callable
from typing import Any

from practice_ledger.contract.caller import Caller
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.lorelum.envelope import Answer, answer_in
from practice_ledger.reading.practice_markdown import markdown
from practice_ledger.sealing.receipt import seal

_WORDS = [
    "agent",
    "change",
    "review",
    "test",
    "evidence",
    "decision",
    "context",
    "boundary",
    "failure",
    "task",
    "owner",
    "state",
    "schema",
    "caller",
    "contract",
    "release",
    "rollback",
    "migration",
    "input",
    "output",
    "before",
    "after",
    "when",
    "unless",
    "because",
    "never",
    "always",
    "keep",
    "name",
    "state",
    "check",
    "read",
    "write",
    "the",
    "a",
    "of",
    "to",
    "in",
    "that",
    "is",
    "it",
    "with",
    "for",
    "on",
    "as",
    "by",
    "at",
    "from",
    "this",
    "each",
    "its",
    "own",
    "small",
    "explicit",
    "complete",
]
_TOPICS = ("context", "verification", "delegation", "planning", "review", "tooling")
_SECTIONS = ("When to apply", "What to do", "Why", "How to check", "Example")


class _Author:
    """Writes Practices; the same seed writes the same ones."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - no secret
        self._number = seed

    def words(self, least: int, most: int) -> str:
        return " ".join(self._random.choices(_WORDS, k=self._random.randint(least, most)))

    def sentence(self) -> str:
        comma = f", {self.words(3, 8)}" if self._random.random() < 0.4 else ""
        quoted = f' "{self.words(1, 3)}"' if self._random.random() < 0.15 else ""
        code = f" `{self.words(1, 1)}`" if self._random.random() < 0.2 else ""
        return f"{self.words(6, 14)}{quoted}{code}{comma}.".capitalize()

    def paragraph(self) -> str:
        return " ".join(self.sentence() for _ in range(self._random.randint(2, 4)))

    def items(self) -> str:
        return "\n".join(f"- {self.sentence()}" for _ in range(self._random.randint(3, 5)))

    def example(self) -> str:
        return "```python\ndef check(state: str) -> bool:\n    " + f'return state == "{self.words(2, 4)}"\n```'

    def body(self) -> str:
        size = self._random.randint(3500, 4400)
        parts: list[str] = []
        while len("\n\n".join(parts)) < size:
            step, part = divmod(len(parts), 3)
            heading = f"## {_SECTIONS[step % len(_SECTIONS)]}"
            parts.append(heading if part == 0 else self.items() if part == 2 and step % 2 else self.paragraph())
        return "\n\n".join([*parts, self.example()]) + "\n"

    def answer(self) -> dict[str, Any]:
        title = self.words(4, 8).title()[:60].strip()
        topic = self._random.choice(_TOPICS)
        name = "-".join(title.lower().split())
        practice = {
            "id": f"agentic-coding.{topic}.{name}-{self._number}",
            "title": title,
            "stage": topic,
            "tech_stack": ["agentic-coding"],
            "applies_when": self.words(24, 50)[:320],
            "severity": self._random.choice(["info", "warn", "error"]),
            "body": self.body(),
            "anti_patterns": [self.sentence() for _ in range(self._random.randint(0, 4))],
        }
        root = "/home/dev/.lorelum/packs/agentic-coding-1.4.0/current"
        data = {
            "practice": practice,
            "contentDigest": hashlib.sha256(json.dumps(practice).encode()).hexdigest(),
            "sources": [{"packName": "agentic-coding", "sourcePath": f"practices/{topic}/{name}.md", "packRoot": root}],
        }
        trace = {"traceId": "00000000-0000-4000-8000-000000000001"}
        head = {"protocolVersion": 2, "toolVersion": "0.9.0", "command": "get", "diagnostics": trace}
        return {**head, "ok": True, "data": data}


def _as_json(raw: dict[str, Any]) -> str:
    return json.dumps(raw, ensure_ascii=False, separators=(",", ":")) + "\n"


def _as_text(raw: dict[str, Any]) -> str:
    """A tree of id, title, applies_when, body, anti_patterns and sources, without the digest."""
    practice, sources = raw["data"]["practice"], raw["data"]["sources"]
    lines = [practice["id"], f"|-- title: {practice['title']}", f"|-- applies_when: {practice['applies_when']}"]
    lines += ["|-- body", *(f"|   {line}".rstrip() for line in practice["body"].splitlines())]
    lines += ["|-- anti_patterns", *(f"|   |-- {text}" for text in practice["anti_patterns"])]
    lines += ["`-- sources"]
    lines += [f"    `-- {source['packName']} {source['sourcePath']} {source['packRoot']}" for source in sources]
    return "\n".join(lines) + "\n"


def _answer(raw: dict[str, Any]) -> Answer:
    answer = answer_in(_as_json(raw).removesuffix("\n"), raw["data"]["practice"]["id"])
    if not isinstance(answer, Answer):
        raise TypeError("the made-up Practice is no answer")
    return answer


def _as_markdown(raw: dict[str, Any]) -> str:
    return markdown(_answer(raw))


def _as_receipt(raw: dict[str, Any]) -> str:
    read: PracticeRead = _answer(raw).proven()
    caller = Caller(ConversationKey("host", "s" * 36), "s" * 36, "call_" + "c" * 24)
    return (seal(b"k" * 32, caller, "e" * 64, read) or b"").decode()


_FORMS: dict[str, Callable[[dict[str, Any]], str]] = {
    "`lore get <id> --json`": _as_json,
    "Lorelum's text (rebuilt)": _as_text,
    "`practice-ledger read <id>`": _as_markdown,
    "and its receipt, on standard error": _as_receipt,
}


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 34
    answers = [_Author(seed).answer() for seed in range(number)]
    bodies = [len(raw["data"]["practice"]["body"].encode()) for raw in answers]
    print(f"{number} Practices, bodies of {min(bodies)} to {max(bodies)} bytes\n")
    print("| form | least | median | most | of the JSON |\n|---|---|---|---|---|")
    whole = sum(len(_as_json(raw).encode()) for raw in answers)
    for name, form in _FORMS.items():
        sizes = [len(form(raw).encode()) for raw in answers]
        row = f"{min(sizes)} | {statistics.median(sizes):.0f} | {max(sizes)} | {sum(sizes) / whole:.0%}"
        print(f"| {name} | {row} |")


if __name__ == "__main__":
    main()
