"""The hook's dispatcher: one payload in, one answer or nothing out, whatever goes wrong. [R2, R12, R21]"""

from __future__ import annotations

import os

from practice_ledger import bounds
from practice_ledger.deadline import Deadline
from practice_ledger.hook_run import HookRun
from practice_ledger.refusals import Refused
from practice_ledger.settings.settings import put_in_force

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

_STDIN = 0
_STDOUT = 1
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # some programs on Windows put it before UTF-8


def run(host: str) -> NoReturn:
    """Reads one payload of `host` from standard input, answers on standard output, and ends the process with status 0.

    Ends without the interpreter's own shutdown, which costs more than the work.
    """
    try:
        payload = _drained(_STDIN)
        deadline = Deadline()
        deadline.enforce()
        _write(answer(host, payload, deadline))
    except BaseException:  # noqa: S110 - the last guard: nothing may reach the host but an answer
        pass
    os._exit(0)


def answer(host: str, payload: bytes | None, deadline: Deadline) -> bytes:
    """What `host` is told after one event; b"" for nothing and whenever anything is wrong.

    The settings hold for the rest of the process.
    """
    if not put_in_force(keep=True).enabled:
        return b""
    if bounds.lowered:
        deadline.keep_to_bounds()
    run = HookRun(deadline)
    reply = b""
    try:
        if payload is None:
            raise Refused("payload")
        reply = _adapter(host)(payload.removeprefix(_BYTE_ORDER_MARK), run)
    except Refused as refused:
        run.refused(refused.reason)
    except OSError as error:
        run.refused("state-unwritable", f"errno {error.errno}")
    except Exception as error:
        run.refused("internal", f"{type(error).__name__} {_place(error)}")
    try:
        run.close()
    except Exception:  # noqa: S110 - what is counted must not cost the answer
        pass
    return reply


def _adapter(host: str) -> Callable[[bytes, HookRun], bytes]:
    name = f"practice_ledger.hosts.{host}.adapter"
    if not host.isidentifier():
        raise Refused("payload")
    module = __import__(name, fromlist=("answer",))
    found: Callable[[bytes, HookRun], bytes] = module.answer
    return found


def _drained(descriptor: int) -> bytes | None:
    """Everything the host sends, so that it never writes into a closed pipe; None for more than `PAYLOAD_BYTES`."""
    chunks: list[bytes] | None = []
    size = 0
    while chunk := os.read(descriptor, 1 << 16):
        size += len(chunk)
        if size > bounds.PAYLOAD_BYTES:
            chunks = None
        if chunks is not None:
            chunks.append(chunk)
    return None if chunks is None else b"".join(chunks)


def _write(reply: bytes) -> None:
    while reply:
        reply = reply[os.write(_STDOUT, reply) :]


def _place(error: BaseException) -> str:
    """Where in this program an error was raised: file name and line."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "unknown"
    return f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"
