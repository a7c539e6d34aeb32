"""Times, sizes and numbers in words."""

from __future__ import annotations

import pytest

from practice_ledger.commands.wording import ago, ahead, number, place, places, size, span

DAY = 24 * 3600


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s"), (59, "59 s"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"), (DAY - 1, "23 h"), (14 * DAY, "14 d")],
)
def test_a_span_is_told_in_its_largest_whole_unit(seconds: int, words: str) -> None:
    assert span(seconds) == words


def test_a_time_that_a_clock_set_back_made_the_future_is_not_told_as_past() -> None:
    assert (ago(120), ago(-120), ahead(120), ahead(-120)) == ("2 min ago", "in 2 min", "in 2 min", "2 min ago")


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (1023, "1023 bytes"),
        (1024, "1.0 KiB"),
        (1024 * 1024, "1.0 MiB"),
        (3 * 1024**3, "3072.0 MiB"),
    ],
)
def test_a_size_is_told_in_the_unit_that_fits(count: int, words: str) -> None:
    assert size(count) == words


def test_one_of_a_thing_is_told_in_the_singular() -> None:
    assert (number(1, "candidate"), number(0, "candidate"), number(2, "copy", "copies")) == (
        "1 candidate",
        "0 candidates",
        "2 copies",
    )


def test_a_path_in_the_home_directory_is_told_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/you/")
    assert (place("/home/you/x y"), place("/home/you"), place("/home/younger/x")) == ("~/x y", "~", "/home/younger/x")


@pytest.mark.parametrize("home", ["", "/"])
def test_without_a_home_of_its_own_a_path_is_told_as_it_is(monkeypatch: pytest.MonkeyPatch, home: str) -> None:
    monkeypatch.setenv("HOME", home)
    assert place("/x") == "/x"


def test_paths_in_a_text_are_told_from_the_home_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/you")
    text = 'a /home/you/b; "/home/you" (/home/you) X=/home/you/c, /home/younger /mnt/home/you/d'
    assert places(text) == 'a ~/b; "/home/you" (~) X=~/c, /home/younger /mnt/home/you/d'
