"""The conversation that `python3 build demo` plays."""
