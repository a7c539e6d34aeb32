"""usage: python build/release [the options of `python3 build release`]"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

TREE = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TREE / "build")]

from problem import INTERRUPTED, Problem  # noqa: E402 - started as a folder, it finds its modules only now
from release import exported, making  # noqa: E402
from verbs.release import parser  # noqa: E402


def main(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        if options.exported:
            making.archives_of_export(options.target, exported.read(options.exported))
        elif options.combine:
            making.combine(options.combine, tested=not options.untested)
        else:
            making.build(options.target, dirty=options.dirty, twice=options.twice, tested=not options.untested)
    except Problem as problem:
        sys.stderr.write(problem.text)
        return problem.status
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


sys.exit(main(sys.argv[1:]))
