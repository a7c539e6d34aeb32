"""What a hostile Pack, repository, program or user of the machine tries, and what comes of it: see docs/security.md."""
