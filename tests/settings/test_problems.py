"""A person is told where in the file something is wrong, what, and what is allowed."""

from __future__ import annotations

import time

import pytest

from practice_ledger import bounds
from practice_ledger.settings.problems import problems_in, unit

PATH = "/home/x/.config/practice-ledger/settings.toml"
CORRECT = "Correct the line, or remove the file."
LOWER = "a bound can be lowered, not raised."


def told(content: str | bytes) -> list[str]:
    data = content if isinstance(content, bytes) else content.encode()
    return [str(problem).removeprefix(PATH) for problem in problems_in(PATH, data)]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"hints = true\n# \xff\n", ", line 2: is not UTF-8 text. Save it as UTF-8."),
        (
            "hints = true\nenabled = maybe\n",
            f", line 2: is not TOML: Invalid value, column 11. {CORRECT}",
        ),
        (
            "[bounds]\nroots =\n",
            f", line 2: is not TOML: Invalid value, column 8. {CORRECT}",
        ),
        ("[bounds", f": is not TOML: Expected ']' at the end of a table declaration (at end of document). {CORRECT}"),
        ("x = " + "[" * 9000, f": is not TOML: nested too deep. {CORRECT}"),
        ("x = " + "9" * 9000, f": is not TOML: a number is too long. {CORRECT}"),
        ("\nenabled = 1\n", ", line 2: enabled may not be 1. Say true or false."),
        ('hints = "no"\n', ', line 1: hints may not be "no". Say true or false.'),
        ("bounds = 3\n", ", line 1: bounds may not be 3. Make it a table, [bounds]."),
        ("# x\nenable = false\n", ", line 2: enable is not a setting. Is enabled meant?"),
        ("colour = 1\n", ", line 1: colour is not a setting. Known: enabled, hints, bounds."),
        ("hint_items = 2\n", ", line 1: hint_items is not a setting. Is bounds.hint_items meant?"),
        ("[bounds]\n\nhint_item = 2\n", ", line 3: bounds.hint_item is not a setting. Is bounds.hint_items meant?"),
        ("[bounds]\nHINT_ITEMS = 2\n", ", line 2: bounds.HINT_ITEMS is not a setting. Is bounds.hint_items meant?"),
        (
            "enabled = true\nbounds.roots = 1000\n",
            f", line 2: bounds.roots may not be 1000. Say a whole number from 1 to 512; {LOWER}",
        ),
        (
            "[bounds]\nhint_bytes = 10\n",
            f", line 2: bounds.hint_bytes may not be 10. Say a whole number of bytes from 1024 to 3072; {LOWER}",
        ),
        (
            "bounds = { hook_seconds = 60 }\n",
            f", line 1: bounds.hook_seconds may not be 60. Say a number of seconds from 0.5 to 3.0; {LOWER}",
        ),
        (
            "[bounds]\nroots = 3.5\n",
            f", line 2: bounds.roots may not be 3.5. Say a whole number from 1 to 512; {LOWER}",
        ),
        (
            "[bounds]\nroots = true\n",
            f", line 2: bounds.roots may not be true. Say a whole number from 1 to 512; {LOWER}",
        ),
        (
            "[bounds]\nhint_items = 0x" + "F" * 4000 + "\n",
            f", line 2: bounds.hint_items may not be 0x{'f' * 58}.... Say a whole number from 1 to 8; {LOWER}",
        ),
        (
            "[bounds]\nlock_seconds = nan\n",
            f", line 2: bounds.lock_seconds may not be NaN. Say a number of seconds from 0.1 to 2.0; {LOWER}",
        ),
    ],
)
def test_one_fault_is_told_with_its_place_and_what_is_allowed(content: str | bytes, message: str) -> None:
    assert told(content) == [message]


def test_every_fault_is_told_in_the_order_of_the_file() -> None:
    content = "[bounds]\nhint_items = [\n  1,\n  2,\n]\n# roots = 3\nroots = 0\n[more]\nx = 1\n"
    assert [message.partition(" may")[0].partition(" is")[0] for message in told(content)] == [
        ", line 2: bounds.hint_items",
        ", line 7: bounds.roots",
        ", line 8: more",
    ]


def test_a_key_that_only_stands_in_a_text_or_a_comment_is_not_taken_for_the_place() -> None:
    content = '# enabled = 1\nnote = """\nenabled = 1\n"""\nenabled = 1\n'
    assert told(content)[1].startswith(", line 5: enabled ")


def test_line_ends_of_other_systems_change_no_line_number() -> None:
    assert [message[:9] for message in told("hints = 1\r\n\r\nenabled = 1\r\n")] == [", line 1:", ", line 3:"]


def test_what_a_terminal_would_obey_is_escaped() -> None:
    for message in told('\'\\u001b[31m\' = 1\n"\\u001b[31m\\u202e" = 2\nenabled = "\\u001b[0m\\u202e"\n'):
        assert message.isascii()
        assert message.isprintable()


def test_a_long_value_is_shortened() -> None:
    (message,) = told(f'enabled = "{"x" * 5000}"\n')
    assert len(message) < 200


def test_a_file_full_of_faults_is_told_in_short_and_soon() -> None:
    started = time.monotonic()
    assert len(told("\n".join(f"k{number} = 1" for number in range(1500)))) == 10
    assert [message[:3] for message in told("x = [" + "\n" * 9000 + "]\n")] == [": x"], "how far it goes is not known"
    array = "1,\n" * 98
    assert len(told("".join(f"k{number} = [\n{array}]\n" for number in range(51)))) == 10
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("name", bounds.LEAST)
def test_each_bound_says_its_own_limits(name: str) -> None:
    (message,) = told(f"[bounds]\n{name.lower()} = {bounds.CEILINGS[name] + 1}\n")
    assert f"from {bounds.LEAST[name]} to {bounds.CEILINGS[name]};" in message
    assert (f" of {unit(name)} " in message) == bool(unit(name))
