"""One folder a host. Each holds a module `adapter` with

    def answer(payload: bytes, run: HookRun) -> bytes

which reads one event as its host sends it, verifies what it says, calls the ledger, and returns what the host is told,
b"" for nothing. It raises `Refused` for what is not recorded. Where a host's environment names the caller of a command,
a module `caller` beside it has

    def caller(environment: Mapping[str, str]) -> Caller | None

and where a host can say whether the product works in it, a module `installation` (see `host_report`).

A further host is a further folder and no change elsewhere; `practice-ledger hook <folder>` finds it.
"""
