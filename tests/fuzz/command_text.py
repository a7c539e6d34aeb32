"""An understood script written plainly again, and whether two scripts are the same. [R15]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from practice_ledger.proof.shell_script import ExitOnFailure, Print, Read, Script

if TYPE_CHECKING:
    from practice_ledger.proof.shell_script import Statement


def written(script: Script, quote: str = '"') -> str:
    """Text that is understood as this script. Statements that print nothing are all the same one."""
    return "\n".join(" && ".join(_written(statement, quote) for statement in and_list) for and_list in script.and_lists)


def _written(statement: Statement, quote: str) -> str:
    if isinstance(statement, Read):
        return f"lore get {statement.practice_id} --json"
    if isinstance(statement, ExitOnFailure):
        return "set -e"
    if isinstance(statement, Script):
        return f"bash -c '{written(statement)}'"
    if not statement.text:
        return "set -u"
    if statement.text.endswith("\n") and statement.text.count("\n") == 1:
        return f"echo {quote}{statement.text[:-1]}{quote}"
    text = statement.text.replace("\n", "\\n")
    return f"printf {quote}{text}{quote}"


def same_script(one: Statement, other: Statement) -> bool:
    if isinstance(one, Script) and isinstance(other, Script):
        return [len(and_list) for and_list in one.and_lists] == [len(and_list) for and_list in other.and_lists] and all(
            same_script(mine, theirs)
            for mine_all, theirs_all in zip(one.and_lists, other.and_lists, strict=True)
            for mine, theirs in zip(mine_all, theirs_all, strict=True)
        )
    if isinstance(one, Read) and isinstance(other, Read):
        return one.practice_id == other.practice_id
    if isinstance(one, Print) and isinstance(other, Print):
        return one.text == other.text
    return isinstance(one, ExitOnFailure) and isinstance(other, ExitOnFailure)
