"""What the bounds of the ledger and the hint come to, on Practices of real sizes. Measures no time: seeded, the same
everywhere. `python3 build bench --calibrate` writes it into docs/decisions/0006-calibration.md.
"""
