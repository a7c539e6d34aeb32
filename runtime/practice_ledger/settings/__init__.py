"""A person's settings: one optional file, never able to break a hook."""
