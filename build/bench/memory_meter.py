"""The peak memory of a hook: the largest resident size of any process that it starts.

Run as a script, it starts a command with standard input as it is and prints that size in bytes. It is a process of its
own because a child counts the memory of what it was forked from: the least that can be seen is an empty Python.
"""

import os
import sys

if __name__ == "__main__":
    null = os.open(os.devnull, os.O_WRONLY)
    child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, null, 1)])
    _, status, usage = os.wait4(child, 0)
    os.write(1, b"%d" % (usage.ru_maxrss * 1024))
    sys.exit(os.waitstatus_to_exitcode(status))
