"""The reading command: asks Lorelum for Practices, seals what it saw, and prints them for a reader. [R23]"""
