"""Scripts that are to be accepted, made from a grammar of their own: no code is shared with the parser. [R15]"""

from __future__ import annotations

from hypothesis import strategies as st

IDS = ("pack.one", "pack.part.two-b", "other.3.x", "pack.missing", "other.missing.y")
BLANKS = st.sampled_from([" ", " ", " ", "  ", "\t", " \t "])
LITERALS = st.text("abzAZ09 ._:=#-", max_size=8).filter(lambda text: not text.startswith("-"))
PLAIN_COMMENTS = ["#", "# note", "  # a && b | c > d ; (e) {f} *!", "\t#!/bin/sh"]
COMMENTS = [*PLAIN_COMMENTS, "# don't", '# "', "# $(x) `y` \\"]
PIECES = [*" \t\n;&|<>()'\"#$`\\-=.a2{}!~*?/", "&&", "lore", "get", "--json", "2>&1", "set -e", "''"]


@st.composite
def reads(draw: st.DrawFn, quotes: tuple[str, ...]) -> str:
    """One `lore get`, of which nothing but the answer shows."""
    options = draw(st.lists(st.sampled_from(["--json", "--no-project", "--debug"]), unique=True))
    before = draw(st.integers(0, len(options)))
    quote = draw(st.sampled_from(["", *quotes]))
    words = ["lore", *options[:before], "get", quote + draw(st.sampled_from(IDS)) + quote, *options[before:]]
    if "--debug" in options:
        words.append("2>/dev/null")
    elif draw(st.integers(0, 3)) == 0:
        words.append(draw(st.sampled_from(["2>/dev/null", "2>&1"])))
    return "".join(word + draw(BLANKS) for word in words[:-1]) + words[-1]


@st.composite
def other_statements(draw: st.DrawFn, quotes: tuple[str, ...], pipefail: bool) -> str:
    quote = draw(st.sampled_from(quotes))
    kind = draw(st.sampled_from(["set", "set", "cd", "echo", "printf"]))
    if kind == "set":
        options = ["-e", "-e", "-eu", "-u", *(["-o pipefail", "-euo pipefail"] if pipefail else [])]
        return f"set {draw(st.sampled_from(options))}".replace(" ", draw(BLANKS))
    if kind == "cd":
        return draw(st.sampled_from(["cd /", f"cd {quote}/tmp/../tmp{quote}", "cd  /usr/bin"]))
    text = draw(LITERALS)
    if kind == "printf" and len(quotes) > 1:
        text += draw(st.sampled_from(["", r"\n", r"\nz\n\n"]))
    return f"{kind}{draw(BLANKS)}{quote}{text}{quote}"


@st.composite
def nested_shells(draw: st.DrawFn, pipefail: bool) -> str:
    shell = draw(st.sampled_from(["bash", "sh", "zsh"]))
    option = draw(st.sampled_from(["-c", "-c", "-lc"]))
    quote, inner = draw(st.sampled_from([("'", '"'), ('"', "'")]))
    script = draw(scripts((inner,), pipefail and shell != "sh"))
    return f"{shell}{draw(BLANKS)}{option}{draw(BLANKS)}{quote}{script}{quote}"


@st.composite
def scripts(draw: st.DrawFn, quotes: tuple[str, ...] = ("'", '"'), pipefail: bool = True) -> str:
    """The text of a script; inside a nested shell, one kind of quote is left."""
    is_outer = len(quotes) > 1
    comments = st.sampled_from(COMMENTS if is_outer else PLAIN_COMMENTS)
    gaps = st.one_of(st.just(""), st.just(""), BLANKS, comments.map("\n{}\n".format), st.just("\n \t\n"))
    statements = [reads(quotes), reads(quotes), other_statements(quotes, pipefail)]
    if is_outer:
        statements += [nested_shells(pipefail), nested_shells(pipefail)]
    text = draw(st.sampled_from(["", "", " ", "\n", *(line + "\n" for line in PLAIN_COMMENTS)]))
    for number in range(draw(st.integers(1, 4))):
        if number:
            text += draw(st.sampled_from([";", " ; ", "\n", " && ", "&&", " &&"])) + draw(gaps)
        text += draw(st.one_of(statements))
    return text + draw(st.sampled_from(["", "", "\n", ";", " ;\n", "\n# end", "\t"]))


@st.composite
def small_edits(draw: st.DrawFn, text: str) -> str:
    """`text` with one or two places changed, doubled or lost."""
    for _ in range(draw(st.integers(1, 2))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from([0, 0, 1, 1, 4])))
        change = st.one_of(st.just(""), st.sampled_from(PIECES), st.just(text[start:end] * 2))
        text = text[:start] + draw(change) + text[end:]
    return text
