"""The receipts are out of the pipe before the text goes into the other. [R24]"""

from __future__ import annotations

import os
import select
import threading
import time
from pathlib import Path

from practice_ledger.reading.taking import until_taken

LONG = 30.0


def test_it_returns_once_the_reader_has_taken_what_was_written() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"receipt")
    reader = threading.Timer(0.05, os.read, (reading, 99))
    reader.start()
    until_taken(writing, LONG)
    left = select.poll()
    left.register(reading, select.POLLIN)
    assert left.poll(0) == []
    reader.join()
    os.close(reading)
    os.close(writing)


def test_a_reader_that_takes_nothing_is_waited_for_only_so_long() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"receipt")
    began = time.monotonic()
    until_taken(writing, 0.1)
    assert 0.1 <= time.monotonic() - began < LONG
    os.close(reading)
    os.close(writing)


def test_what_is_no_pipe_is_not_waited_for(tmp_path: Path) -> None:
    began = time.monotonic()
    with (tmp_path / "errors").open("wb", buffering=0) as file, Path(os.devnull).open("wb") as nothing:
        file.write(b"receipt")
        until_taken(file.fileno(), LONG)
        until_taken(nothing.fileno(), LONG)
    assert time.monotonic() - began < LONG
