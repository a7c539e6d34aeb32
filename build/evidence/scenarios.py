"""All scenarios, in the order in which they are played."""

from __future__ import annotations

from evidence.conversation_scenarios import CONVERSATIONS
from evidence.environment_scenarios import ENVIRONMENT
from evidence.other_scenarios import OTHERS

SCENARIOS = (*CONVERSATIONS, *ENVIRONMENT, *OTHERS)
