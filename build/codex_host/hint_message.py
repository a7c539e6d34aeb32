"""Recognises the product's hint in what a model was sent."""

from __future__ import annotations

from codex_host.sent_request import SentRequest


def hints_of(request: SentRequest) -> list[str]:
    """The hints that a request carries: developer messages that name the reading command. More than one is a fault."""
    return [text for text in request.developer_messages() if "`lore get " in text]
