"""`python3 build VERB`: everything that is made from this tree. `python3 build --help` lists the verbs.

Kept readable for old interpreters, so that they can say what they lack instead of failing to parse.
"""

import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this very file is what an older interpreter reads
    sys.stderr.write(
        "error: this is Python %d.%d; building practice-ledger takes Python 3.11 or newer\n"  # noqa: UP031
        "  next: run it with a newer one, for example: python3.11 build --help\n" % sys.version_info[:2]
    )
    sys.exit(3)

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - for `python3 -m build`

try:
    from command_line import main

    sys.exit(main(sys.argv[1:]))
except KeyboardInterrupt:
    sys.exit(130)
