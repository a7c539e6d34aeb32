"""The program: `practice-ledger hook HOST` for hosts, everything else for people and agents."""

from __future__ import annotations

import sys


def main() -> None:
    if len(sys.argv) == 3 and sys.argv[1] == "hook" and not sys.argv[2].startswith("-"):
        from practice_ledger.hook import run

        run(sys.argv[2])
    if sys.argv[1:2] == ["read"]:
        from practice_ledger.reading import read_command

        ids = read_command.plain_ids(sys.argv[2:])
        if ids:
            read_command.run(ids)
    if sys.argv[1:] == ["--version"]:  # asked by programs, which wait for it
        from practice_ledger.commands.exit_status import ExitStatus
        from practice_ledger.commands.streams import VERSION, speak_utf_8, written

        speak_utf_8()
        sys.exit(written(f"{VERSION}\n", ExitStatus.OK))
    from practice_ledger.commands.command_line import run_command

    sys.exit(run_command(sys.argv[1:]))


if __name__ == "__main__":
    main()
