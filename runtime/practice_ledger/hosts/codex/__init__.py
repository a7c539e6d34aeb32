"""The Codex adapter: the only place that knows what Codex sends and what it takes for an answer."""
