"""Fuzzing guided by coverage: what takes bytes from elsewhere keeps its promises for any bytes. [R14, R21, R25]

python -m fuzz.run --target T --seconds N     with `tests` and `runtime` on PYTHONPATH

`corpus/<target>/` holds inputs that reach different places, and every input that was once a fault.
"""
