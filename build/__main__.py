"""`python3 build VERB`: everything that is made from this tree. `python3 build --help` lists the verbs.

Kept readable for old interpreters, so that they can say what they lack instead of failing to parse.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this very file is what an older interpreter reads
    sys.stderr.write(
        "error: this is Python %d.%d; building practice-ledger takes Python 3.11 or newer\n"  # noqa: UP031
        "  next: run it with a newer one, for example: python3.11 build --help\n" % sys.version_info[:2]
    )
    sys.exit(3)

from command_line import main

sys.exit(main(sys.argv[1:]))
