"""Crashes, faults and long runs. `python3 build soak` runs them for long, tests/faults/ a part of them each time."""
