"""The build's command line: one verb, one module of `verbs`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from problem import EXIT_STATUSES, INTERRUPTED, Problem
from verbs import bench, demo, docs, evidence, plugin, release, soak, test

_VERBS = {
    "demo": demo,
    "test": test,
    "plugin": plugin,
    "docs": docs,
    "bench": bench,
    "soak": soak,
    "evidence": evidence,
    "release": release,
}
_DESCRIPTION = """\
Builds, shows and tests practice-ledger. Takes Python 3.11 or newer and network access for the package indexes that pip
and npm are configured for. All is made in .build/ (one to four GB, mostly Codex) and dist/. Both
may be deleted, but for a dist/ that Codex was told of: it looks there again. New here? Run: python3 build demo
"""


def main(arguments: Sequence[str]) -> int:
    """Runs one verb and returns the exit status (see problem.py)."""
    parser = argparse.ArgumentParser(
        prog="python3 build",
        description=_DESCRIPTION,
        epilog=EXIT_STATUSES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    for name, module in _VERBS.items():
        verb = verbs.add_parser(name, help=module.SUMMARY, description=module.DESCRIPTION, usage=module.USAGE)
        verb.set_defaults(run=module.run, takes_more=module.TAKES_MORE)
    options, more = parser.parse_known_args(arguments)
    if more and not options.takes_more:
        parser.error(f"{options.verb} takes no arguments: {' '.join(more)}")
    try:
        status: int = options.run(more)
    except Problem as problem:
        sys.stderr.write(problem.text)
        return problem.status
    except KeyboardInterrupt:
        sys.stderr.write("\ninterrupted; the same command goes on where this one stopped\n")
        return INTERRUPTED
    return status
