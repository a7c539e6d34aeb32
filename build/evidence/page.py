"""The two made parts of docs/evidence.md: the facts, and the table of builds and verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evidence.fact import Fact, Judgement, Verdict
from evidence.facts import FACTS, JUDGED
from evidence.modes import MODES
from evidence.result import Run

_CELLS = {Verdict.HOLDS: "yes", Verdict.FAILS: "**no**", Verdict.NOT_APPLICABLE: "n/a"}


def facts_table(facts: Sequence[Fact] = FACTS) -> str:
    """Every fact with what it was read off, what rests on it, and the test that drives a real Codex for it."""
    lines = ["| | fact | seen in | what rests on it | seen again by |", "|---|---|---|---|---|"]
    for fact in facts:
        test = f"`{fact.test}`" if fact.test.endswith(".py") or fact.test == "tests/host" else fact.test
        lines.append(f"| `{fact.name}` | {fact.text} | {fact.seen_in} | {fact.rests} | {test} |")
    return "\n".join(lines)


def verdicts_table(runs: Sequence[Run]) -> str:
    """A row for each fact, a column for each build, and below it what was seen where a fact does not hold."""
    lines = [
        f"| fact | {' | '.join(run.version for run in runs)} |",
        f"|---|{'---|' * len(runs)}",
        *(f"| `{fact.name}` | {' | '.join(_cell(run, fact) for run in runs)} |" for fact in JUDGED),
        "",
        *_about(runs),
        "",
        *_instead(runs),
    ]
    return "\n".join(lines)


def _cell(run: Run, fact: Fact) -> str:
    cells = [_CELLS[judgement.verdict] for judgement in _judgements(run, fact).values()]
    return cells[0] if len(set(cells)) == 1 else " / ".join(cells)


def _judgements(run: Run, fact: Fact) -> dict[str, Judgement]:
    """By mode."""
    return {
        mode: run.modes[mode].judgements[fact.name]
        if fact.name in run.modes[mode].judgements
        else Judgement(Verdict.NOT_APPLICABLE, run.modes[mode].none or "not judged yet")
        for mode in MODES
    }


def _about(runs: Sequence[Run]) -> Iterator[str]:
    for run in runs:
        modes = ", ".join(
            f"`{name}` has none ({run.modes[name].none})"
            if run.modes[name].none
            else f"`{name}` with {run.modes[name].model}"
            for name in MODES
        )
        pinned = "" if run.pinned else ", not pinned"
        yield f"- {run.version}{pinned}, run on {run.date}: {modes}"


def _instead(runs: Sequence[Run]) -> Iterator[str]:
    """What was seen instead, the same for several builds and modes said once."""
    for fact in JUDGED:
        said: dict[tuple[Verdict, str], list[str]] = {}
        for run in runs:
            by_mode = _judgements(run, fact)
            for mode, judgement in by_mode.items():
                if judgement.verdict != Verdict.HOLDS:
                    same = len(set(by_mode.values())) == 1
                    where = run.version if same else f"{run.version} {mode}"
                    places = said.setdefault((judgement.verdict, judgement.seen), [])
                    if where not in places:
                        places.append(where)
        for (verdict, seen), places in said.items():
            yield f"- `{fact.name}` {verdict} in {', '.join(places)}: {_escaped(seen)}."


def _escaped(text: str) -> str:
    return text.rstrip(".").replace("|", "\\|").replace("<", "\\<")
