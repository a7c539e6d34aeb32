"""Which shell calls prove reads and which do not: every shape of R15's table, and each reason of R16 at least once.

An expected output is written as pieces: `+<id>` for a successful answer about that id, `-` for a failed answer, and
anything else for itself.
"""

from __future__ import annotations

import json
import string

import pytest

import lorelum_answers
from practice_ledger import bounds
from practice_ledger.proof.read_proof import prove, understood
from practice_ledger.refusals import REASONS, Refused
from proof.real_shells import RealShells

IDS = ("a.b", "c.d", "e.f", "g.h", "a-1.b2-c.d3")
READ = "lore get a.b --json"
NOTICES = ("Warning: truncated output", "tokens truncated")
FAILED = {
    "protocolVersion": 2,
    "command": "get",
    "ok": False,
    "error": {"code": "practice.not-found", "message": "The requested Practice was not found."},
}

ACCEPTED = [
    # lore get
    ("lore get a.b", ["+a.b"]),
    ("lore get a.b --json", ["+a.b"]),
    ("lore --json get a.b", ["+a.b"]),
    ("lore get --json a.b", ["+a.b"]),
    ("lore --debug get a.b --no-project --json 2>/dev/null", ["+a.b"]),
    ("lore get 'a.b' --json", ["+a.b"]),
    ('lore get "a.b" --json', ["+a.b"]),
    ("lore get a.b --json 2>/dev/null", ["+a.b"]),
    ("lore get a.b --json 2>&1", ["+a.b"]),
    ("lore get a.b 2>&1;lore get c.d 2>/dev/null&&lore get e.f", ["+a.b", "+c.d", "+e.f"]),
    ("\tlore \t get\ta.b  ", ["+a.b"]),
    ("lore get a-1.b2-c.d3 --json", ["+a-1.b2-c.d3"]),
    # a failure has status 2 and no record
    ("lore get a.b --json", ["-"]),
    ("lore get a.b; lore get c.d", ["-", "+c.d"]),
    ("lore get a.b && lore get c.d", ["-"]),
    ("lore get a.b && lore get c.d && lore get e.f; lore get g.h", ["+a.b", "-", "+g.h"]),
    # joined
    ("lore get a.b\nlore get c.d", ["+a.b", "+c.d"]),
    ("lore get a.b;lore get c.d;", ["+a.b", "+c.d"]),
    ("lore get a.b &&\n\n# note\n lore get c.d\n", ["+a.b", "+c.d"]),
    # set
    ("set -e; lore get a.b; lore get c.d", ["+a.b", "+c.d"]),
    ("set -e; lore get a.b; lore get c.d", ["-"]),
    ("set -eu\nlore get a.b\nlore get c.d", ["-"]),
    ("set -euo pipefail; lore get a.b; lore get c.d", ["-"]),
    ("set -u; lore get a.b; lore get c.d", ["-", "+c.d"]),
    ("set -o pipefail; lore get a.b; lore get c.d", ["-", "+c.d"]),
    ("lore get a.b && set -e; lore get c.d; lore get e.f", ["-", "-", "+e.f"]),
    ("set -e; lore get a.b && lore get c.d; lore get e.f", ["-", "+e.f"]),
    ("set -e; lore get a.b && lore get c.d; lore get e.f", ["+a.b", "-"]),
    # echo and printf
    ("echo 'Az 09._:=#-'; lore get a.b", ["Az 09._:=#-\n", "+a.b"]),
    ('echo ""; lore get a.b', ["\n", "+a.b"]),
    ("printf '== '; lore get a.b; printf 'end\\n\\n'", ["== ", "+a.b", "end\n\n"]),
    ('printf "x\\n"', ["x\n"]),
    # cd
    ("cd /usr/../tmp && lore get a.b", ["+a.b"]),
    ("cd '/' && cd \"/tmp\"; lore get a.b", ["+a.b"]),
    # comments and empty lines
    ("", []),
    ("# don't $(run) `this`\n\n \t\n  #\nlore get a.b", ["+a.b"]),
    # nested shells
    ("bash -c 'lore get a.b --json'", ["+a.b"]),
    ("bash -lc 'lore get a.b --json'", ["+a.b"]),
    ("sh -c \"set -e; lore get 'a.b'; lore get c.d\" && lore get e.f; lore get g.h", ["-", "+g.h"]),
    ("zsh -c 'lore get a.b; lore get c.d' && lore get e.f", ["-", "+c.d", "+e.f"]),
    ("set -e; bash -c 'lore get a.b; lore get c.d'; echo 'x'", ["-", "+c.d", "x\n"]),
    ("set -e; bash -c 'lore get a.b'; echo 'x'", ["-"]),
    ("bash -c 'set -e'; lore get a.b; lore get c.d", ["-", "+c.d"]),
    ("zsh -c 'set -euo pipefail; lore get a.b; lore get c.d'; lore get e.f", ["-", "+e.f"]),
    ("bash -c 'lore get a.b\n# note\n' && lore get c.d", ["-"]),
    ("sh -c '' && lore get a.b", ["+a.b"]),
]

REFUSED_COMMANDS = [
    *((f"{READ}{character}", "characters") for character in "\r\0\x0b\x1b\x7f\u00a0\u00e9\u2028"),
    ("# caf\u00e9\n" + READ, "characters"),
    (READ + "\n" * bounds.COMMAND_BYTES, "too-long"),
    (f"{READ} # note", "comment"),
    (f"{READ}; # note", "comment"),
    # not complete
    *(
        (text, "syntax")
        for text in (f"; {READ}", f"{READ};; {READ}", f"{READ} &&", f"{READ} && ; {READ}", f"&& {READ}")
    ),
    *((text, "syntax") for text in (f"{READ}\n; {READ}", f"{READ} && && {READ}", "echo 'x", f"bash -c '{READ} &&'")),
    # words
    *((text, "quoting") for text in ("lore get 'a.b'--json", "lore get 'a.b''c'", "echo 'a'b", "echo \"a\"'b'")),
    *(
        (text, "quoting")
        for text in ("lore get 'a'.b", "lore get a'.b'", "lore get a\\.b", "'lore' get a.b", "\\lore get a.b")
    ),
    *(
        (text, "quoting")
        for text in ("lore 'get' a.b", "lore get a.b '--json'", 'echo "a\\tb"', "lore get a.b \\\n--json")
    ),
    *(
        (text, "substitution")
        for text in ("lore get $id", "lore get `x`", 'lore get "$id"', 'echo "`x`"', "lore get $'a.b'")
    ),
    # operators
    *((READ + text, "pipe") for text in (" | jq .", "|cat", " |& cat")),
    *(
        (READ + text, "redirection")
        for text in (" > out.json", " >> out.json", " 2>err", " &> out", " < in", " <<EOF\nEOF")
    ),
    *(
        (READ + text, "redirection")
        for text in ("2>&1", " 2>&1 2>/dev/null", " 2>&1 --debug", " 2>/dev/null.txt", " 2> /dev/null")
    ),
    *((text, "redirection") for text in ("echo 'x' 2>&1", "cd / 2>/dev/null", f"bash -c '{READ}' 2>&1", "2>&1")),
    *((READ + text, "background") for text in (" &", "& lore get c.d", " &!")),
    (f"{READ} || true", "or-list"),
    # other shapes
    *(
        (text, "compound")
        for text in (f"({READ})", f"{{ {READ}; }}", f"! {READ}", f"if {READ}; then :; fi", "function f { :; }")
    ),
    *((text, "compound") for text in ("for id in a.b c.d; do lore get $id; done", f"while {READ}; do :; done")),
    *(
        (text, "assignment")
        for text in (f"A=1 {READ}", f"A='x y'; {READ}", f"A+=1 {READ}", f'export A="$B"; {READ}', f"A=$({READ})")
    ),
    *(
        (f"{text} {READ}", "other-command")
        for text in ("time", "command", "env", "sudo", "exec", "eval", "timeout 9", "sleep 1;")
    ),
    *((f"{text} get a.b", "other-command") for text in ("/usr/bin/lore", "./lore", "lore2", "LORE", "=lore", "alias")),
    *(
        (f"{text}; {READ}", "other-command")
        for text in ("echo x", "echo -n", "echo '-n'", "echo 'a' 'b'", "echo 'a%'", "echo")
    ),
    *(
        (f"{text}; {READ}", "other-command")
        for text in ("printf '%s'", "printf 'a' 'b'", "printf '-v'", "echo 'a\\n'", "printf 'a\nb'")
    ),
    *(
        (f"{text}; {READ}", "other-command")
        for text in ("cd", "cd -", "cd dir", "cd '/a b'", "cd /a /b", "cd ~", "cd -P /a", "cd /a*")
    ),
    *(
        (f"{text}; {READ}", "other-command")
        for text in ("set", "set -x", "set +e", "set '-e'", "set -e -u", "set -o errexit", "set -eo pipefail")
    ),
    # lore
    *(
        (f"lore {text}", "lore-arguments")
        for text in ("", "get", "get a.b c.d", "query x", "get a.b --verbose", "-- get a.b", "a.b get")
    ),
    *(
        (f"lore {text}", "lore-arguments")
        for text in ("get a.b --json --json", "--json get a.b --json", "get a.b --json=1", "get a.b -j")
    ),
    *(
        (f"lore {text}", "other-store")
        for text in ("--store-root /x get a.b", "get a.b --store-root=/x", "get a.b --project-root .")
    ),
    *(
        (f"lore get {text}", "practice-id")
        for text in ("a", "A.b", "a..b", "a.b-", "a.-b", "a--b.c", "a_b.c", "a.b/c", "a.{b,c}", "a.*")
    ),
    (f"lore get a.{'b' * bounds.PRACTICE_ID_BYTES}", "practice-id"),
    # nested shells
    *(
        (f"bash {text}", "nested-shell")
        for text in ("read.sh", "-c", "-c lore", f"-c '{READ}' x", f"-l -c '{READ}'", f"-ec '{READ}'")
    ),
    *(
        (f"bash -c '{text}'", "nested-shell")
        for text in ('lore get "$1"', "echo `x`", 'printf "a\\n"', 'bash -c "lore get a.b"')
    ),
    ("sh -c 'set -o pipefail; lore get a.b'", "nested-shell"),
    ("sh -lc 'set -euo pipefail; lore get a.b'", "nested-shell"),
    (f"bash -c '{READ} | cat'", "pipe"),
    (f"bash -c '{READ}; date'", "other-command"),
]

REFUSED_OUTPUTS = [
    (READ, ["Warning: truncated output (original token count: 9)\n\n", "+a.b"], "truncated"),
    (READ, [lorelum_answers.line("a.b", body="x\u20269 tokens truncated\u2026y")], "truncated"),
    (READ, ["B (a.b)\n|-- text\n"], "not-json"),
    (READ, ["[1]\n"], "not-json"),
    (READ, [" ", "+a.b"], "not-json"),
    (READ, [], "output-differs"),
    (READ, ["+a.b", "+a.b"], "output-differs"),
    (READ, ["+a.b", "\n"], "output-differs"),
    (READ, ["+a.b", "debug: x\n"], "output-differs"),
    (READ, [lorelum_answers.line("a.b").rstrip("\n")], "output-differs"),
    (READ, [lorelum_answers.line("a.b").replace("\n", "\r")], "output-differs"),
    (READ, [lorelum_answers.line("a.b").replace("\n", "\r\r\n")], "output-differs"),
    ("echo 'x'; " + READ, ["+a.b"], "output-differs"),
    ("echo 'x'; " + READ, ["y\n", "+a.b"], "output-differs"),
    ("cd /nowhere; " + READ, ["cd: no such file or directory: /nowhere\n", "+a.b"], "not-json"),
    ("set -e; lore get a.b; lore get c.d", ["-", "+c.d"], "output-differs"),
    ("lore get a.b && lore get c.d", ["-", "+c.d"], "output-differs"),
    ("lore get a.b && lore get c.d", ["+a.b"], "output-differs"),
    (READ, ['{"ok":true}\n'], "envelope"),
    (READ, ["+c.d"], "other-practice"),
    ("lore get a.b; lore get c.d", ["+c.d", "+a.b"], "other-practice"),
    (READ, [lorelum_answers.line("a.b", pack_root="project-layer-1")], "project-layer"),
]


def printed(pieces: list[str]) -> str:
    answers = {"-": json.dumps(FAILED) + "\n"}
    return "".join(
        lorelum_answers.line(piece[1:]) if piece.startswith("+") else answers.get(piece, piece) for piece in pieces
    )


@pytest.mark.parametrize(("command", "pieces"), ACCEPTED)
def test_an_accepted_command_with_its_own_output_proves_its_successful_reads(command: str, pieces: list[str]) -> None:
    reads = prove(command, printed(pieces), NOTICES)
    assert [read.practice_id for read in reads] == [piece[1:] for piece in pieces if piece.startswith("+")]


@pytest.mark.parametrize(("command", "pieces"), ACCEPTED)
def test_an_accepted_command_prints_in_real_shells_what_the_table_says(
    command: str, pieces: list[str], real_shells: RealShells
) -> None:
    successful = tuple(piece[1:] for piece in pieces if piece.startswith("+"))
    failures = " ".join(f"{practice_id}=store.busy" for practice_id in IDS if practice_id not in successful)
    for run in real_shells.run(command, failures=failures).values():
        assert run.read_ids == successful
        assert [read.practice_id for read in prove(command, run.stdout, NOTICES)] == list(successful)


@pytest.mark.parametrize("path", ["/", "/Az_09.-/x", "//a/../b"])
def test_cd_takes_any_absolute_path_of_plain_characters(path: str) -> None:
    for text in (f"cd {path}", f"cd '{path}'", f'cd "{path}"'):
        understood(f"{text} && {READ}")


@pytest.mark.parametrize("command", ["echo", "printf"])
def test_a_literal_holds_no_character_beyond_the_table(command: str) -> None:
    taken = set()
    for character in map(chr, range(0x20, 0x7F)):
        try:
            understood(f"{command} 'a{character}b'")
        except Refused:
            continue
        taken.add(character)
    assert taken == set(string.ascii_letters + string.digits + " ._:=#-")


@pytest.mark.parametrize("name", ["ksh", "dash", "ash", "fish", "/bin/sh", "rbash", "busybox"])
def test_no_other_shell_is_followed(name: str) -> None:
    with pytest.raises(Refused, match="other-command"):
        understood(f"{name} -c '{READ}'")


@pytest.mark.parametrize(("command", "reason"), REFUSED_COMMANDS)
def test_a_command_outside_the_table_is_refused_for_one_reason(command: str, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        understood(command)
    assert refusal.value.reason == reason


@pytest.mark.parametrize(("command", "pieces", "reason"), REFUSED_OUTPUTS)
def test_another_output_is_refused_for_one_reason(command: str, pieces: list[str], reason: str) -> None:
    understood(command)
    with pytest.raises(Refused) as refusal:
        prove(command, printed(pieces), NOTICES)
    assert refusal.value.reason == reason


def test_a_refused_command_proves_nothing_whatever_it_printed() -> None:
    with pytest.raises(Refused, match="pipe"):
        prove(f"{READ} | cat", lorelum_answers.line("a.b"), NOTICES)


def test_every_reason_about_commands_and_outputs_is_shown_here() -> None:
    shown = {row[-1] for row in (*REFUSED_COMMANDS, *REFUSED_OUTPUTS)}
    about_calls = list(REASONS).index("not-announced")
    assert shown == set(list(REASONS)[:about_calls])
