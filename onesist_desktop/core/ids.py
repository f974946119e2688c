# SPDX-License-Identifier: MIT
"""Identifiers as distinct types, so that one can't be passed for another."""

from typing import NewType

ProjectId = NewType("ProjectId", str)
ThreadId = NewType("ThreadId", str)
MessageId = NewType("MessageId", str)
RunId = NewType("RunId", str)
ProviderId = NewType("ProviderId", str)
SessionRowId = NewType("SessionRowId", str)
"""One row of ``chat_provider_sessions``; the agent's own name of it is the *native session id*."""
HandoffId = NewType("HandoffId", str)
TransferId = NewType("TransferId", str)
QueuedId = NewType("QueuedId", str)
WorktreeId = NewType("WorktreeId", str)
RewindId = NewType("RewindId", str)
