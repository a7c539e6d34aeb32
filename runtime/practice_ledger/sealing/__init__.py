"""Proof that a reading command carries itself: receipts, bound by a MAC to one call in one epoch. [R24, R25]"""
