# SPDX-License-Identifier: MIT
"""The schema. Portable SQL: text ids, floats for times in seconds since the epoch, JSON as text.

``migrations/`` creates and changes it; a test compares both, so a change here needs a migration.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}

metadata = MetaData(naming_convention=NAMING)

projects = Table(
    "projects",
    metadata,
    Column("id", String, primary_key=True),
    Column("title", Text, nullable=False),
    Column("root_path", Text, nullable=False, unique=True),
    Column("created_at", Float, nullable=False),
    Column("opened_at", Float, nullable=False),
)

# No foreign key on the parent: deleting a thread leaves its forks alone.
threads = Table(
    "threads",
    metadata,
    Column("id", String, primary_key=True),
    Column("project_id", String, ForeignKey("projects.id"), nullable=False),
    Column("title", Text, nullable=False, server_default=""),
    Column("parent_thread_id", String),
    Column("root_thread_id", String),
    Column("forked_at_seq", Integer),
    Column("merged_upto_seq", Integer),
    Column("provider_id", String),
    Column("model", Text),
    Column("effort", Text),
    Column("mode", String, nullable=False),
    Column("last_seq", Integer, nullable=False, server_default="0"),
    Column("queue_held", Boolean, nullable=False, server_default=false()),
    Column("is_unread", Boolean, nullable=False, server_default=false()),
    Column("created_at", Float, nullable=False),
    Column("updated_at", Float, nullable=False),
    Column("archived_at", Float),
    Column("repository", Text),
    Column("worktree_id", String),
    Column("fork_number", Integer),
    Column("is_renamed", Boolean, nullable=False, server_default=false()),
    Column("own_words", Text, nullable=False, server_default=""),
    Column("parent_title", Text, nullable=False, server_default=""),
    Column("pinned_at", Float),
    Column("deleted_at", Float),
    Index(None, "project_id", "updated_at"),
    Index(None, "worktree_id"),
    Index(None, "parent_thread_id"),
)

# Messages that were set aside: those of the thread from after ``to_seq`` up to ``upto_seq``. ``notice_id``: the line that says so.
rewinds = Table(
    "rewinds",
    metadata,
    Column("id", String, primary_key=True),
    Column("thread_id", String, ForeignKey("threads.id"), nullable=False),
    Column("to_seq", Integer, nullable=False),
    Column("upto_seq", Integer, nullable=False),
    Column("notice_id", String, nullable=False),
    Column("state", String, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("moved_at", Float),
    Index(None, "thread_id"),
)

# Forks that are to be merged back as soon as the parent's run has ended.
waiting_merges = Table(
    "waiting_merges",
    metadata,
    Column("child_thread_id", String, ForeignKey("threads.id"), primary_key=True),
    Column("parent_thread_id", String, ForeignKey("threads.id"), nullable=False),
    Column("created_at", Float, nullable=False),
    Index(None, "parent_thread_id"),
)

# Worktrees of threads. Never deleted, so that a folder of ours is always known as such; see core.workspaces.WorktreeState.
# ``made_branch``: the branch began with it. ``steps`` notes how far making or removing it got, so that a crash can be mended.
worktrees = Table(
    "worktrees",
    metadata,
    Column("id", String, primary_key=True),
    Column("project_id", String, ForeignKey("projects.id"), nullable=False),
    Column("repository", Text, nullable=False),
    Column("repository_path", Text, nullable=False),
    Column("base_folder", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("is_ours", Boolean, nullable=False),
    Column("state", String, nullable=False),
    Column("branch", Text, nullable=False, server_default=""),
    Column("made_branch", Boolean, nullable=False, server_default=false()),
    Column("base", Text, nullable=False, server_default=""),
    Column("base_commit", Text, nullable=False, server_default=""),
    Column("steps", Text, nullable=False, server_default="{}"),
    Column("note", Text, nullable=False, server_default=""),
    Column("size_bytes", Integer),
    Column("setup_state", String),
    Column("setup_command", Text),
    Column("setup_output", Text),
    Column("setup_exit_code", Integer),
    Column("created_at", Float, nullable=False),
    Column("used_at", Float, nullable=False),
    Column("ended_at", Float),
    Index(None, "project_id", "state"),
    Index(None, "path"),
)

# What the person agreed to run in new worktrees: once for each real path of a project, repository and command.
setup_consents = Table(
    "setup_consents",
    metadata,
    Column("project_path", Text, primary_key=True),
    Column("repository", Text, primary_key=True),
    Column("command_sha256", String, primary_key=True),
    Column("command", Text, nullable=False),
    Column("agreed_at", Float, nullable=False),
)

messages = Table(
    "messages",
    metadata,
    Column("id", String, primary_key=True),
    Column("thread_id", String, ForeignKey("threads.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("role", String, nullable=False),
    Column("kind", String),
    Column("status", String, nullable=False),
    Column("provider_id", String),
    Column("model", Text),
    Column("run_id", String),
    Column("origin_id", String),
    Column("rolled_back", Boolean, nullable=False, server_default=false()),
    Column("is_content", Boolean, nullable=False),
    Column("data", Text, nullable=False, server_default="{}"),
    Column("created_at", Float, nullable=False),
    UniqueConstraint("thread_id", "seq"),
    Index(None, "thread_id", "is_content", "seq"),
    Index(None, "run_id"),
)

IS_QUESTION, IS_ERROR = text("role = 'user'"), text("kind = 'error'")
"""As in the index that finds them: SQLite uses such an index only for the very same words."""
Index("ix_questions", messages.c.thread_id, messages.c.seq, sqlite_where=IS_QUESTION, postgresql_where=IS_QUESTION)
Index("ix_errors", messages.c.thread_id, messages.c.seq, sqlite_where=IS_ERROR, postgresql_where=IS_ERROR)
# What counts as an answer of a fork's own. Counted for all threads at once, so no row but the index is read.
IS_ANSWER = text("is_content AND (role = 'assistant' OR kind = 'merge')")
Index("ix_answers", messages.c.thread_id, messages.c.seq, sqlite_where=IS_ANSWER, postgresql_where=IS_ANSWER)

message_parts = Table(
    "message_parts",
    metadata,
    Column("message_id", String, ForeignKey("messages.id"), primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("data", Text, nullable=False),
)

# Derived from the messages, so that a long history needs not be read to choose from it; see storage/outlines.py.
handoff_outlines = Table(
    "handoff_outlines",
    metadata,
    Column("thread_id", String, ForeignKey("threads.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("rules", String, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

chat_provider_sessions = Table(
    "chat_provider_sessions",
    metadata,
    Column("id", String, primary_key=True),
    Column("thread_id", String, ForeignKey("threads.id"), nullable=False),
    Column("provider_id", String, nullable=False),
    Column("native_session_id", Text),
    Column("state", String, nullable=False),
    Column("known_upto_seq", Integer, nullable=False, server_default="0"),
    Column("cwd", Text, nullable=False),
    Column("model", Text),
    Column("mode", String, nullable=False),
    Column("anchor", Text),
    Column("truncate_to", Text),
    Column("occupied", Integer),
    Column("context_window", Integer),
    Column("retired_reason", String),
    Column("forked_from", Text),
    Column("fork_anchor", Text),
    Column("inherited", Text, nullable=False, server_default="[]"),
    Column("created_at", Float, nullable=False),
    Column("updated_at", Float, nullable=False),
    Index(None, "thread_id", "provider_id", "state"),
)
Index(
    "uq_active_session",
    chat_provider_sessions.c.thread_id,
    chat_provider_sessions.c.provider_id,
    unique=True,
    sqlite_where=chat_provider_sessions.c.state == "active",
)

runs = Table(
    "runs",
    metadata,
    Column("id", String, primary_key=True),
    Column("thread_id", String, ForeignKey("threads.id"), nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("provider_id", String, nullable=False),
    Column("model", Text),
    Column("effort", Text),
    Column("mode", String, nullable=False),
    Column("cwd", Text, nullable=False),
    Column("status", String, nullable=False),
    Column("user_message_id", String, ForeignKey("messages.id"), nullable=False),
    Column("reply_message_id", String, ForeignKey("messages.id")),
    Column("session_row_id", String, ForeignKey("chat_provider_sessions.id")),
    Column("handoff_id", String),
    Column("delivery", String),
    Column("had_due", Boolean, nullable=False, server_default=false()),
    Column("delivered_any", Boolean, nullable=False, server_default=false()),
    Column("prompt_held", Boolean, nullable=False, server_default=false()),
    Column("reply_held", Boolean, nullable=False, server_default=false()),
    Column("known_before", Integer),
    Column("known_after", Integer),
    Column("anchor_before", Text),
    Column("anchor", Text),
    Column("outcome", String),
    Column("reason", String),
    Column("detail", Text),
    Column("resets_at", Float),
    Column("usage", Text),
    Column("started_at", Float, nullable=False),
    Column("accepted_at", Float),
    Column("finished_at", Float),
    UniqueConstraint("thread_id", "ordinal"),
    Index(None, "status"),
    Index(None, "session_row_id"),
    Index(None, "user_message_id"),
)

# Messages that an agent took into a run while it worked. ``reply_id`` is the answer that each of them ended, if there was one;
# ``is_held``: the agent's session holds the message, and with ``reply_held`` the answer too.
run_steers = Table(
    "run_steers",
    metadata,
    Column("message_id", String, ForeignKey("messages.id"), primary_key=True),
    Column("run_id", String, ForeignKey("runs.id"), nullable=False),
    Column("reply_id", String, ForeignKey("messages.id")),
    Column("is_held", Boolean, nullable=False, server_default=true()),
    Column("reply_held", Boolean, nullable=False, server_default=true()),
    Index(None, "run_id"),
)

context_transfers = Table(
    "context_transfers",
    metadata,
    Column("id", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("source_thread_id", String, nullable=False),
    Column("target_thread_id", String, nullable=False),
    Column("source_provider_id", String),
    Column("target_provider_id", String),
    Column("base_seq", Integer),
    Column("source_seq", Integer),
    Column("resolution", String, nullable=False),
    Column("message_id", String),
    Column("created_at", Float, nullable=False),
    Index(None, "target_thread_id"),
    Index(None, "source_thread_id"),
)

context_handoffs = Table(
    "context_handoffs",
    metadata,
    Column("id", String, primary_key=True),
    Column("transfer_id", String, ForeignKey("context_transfers.id"), nullable=False),
    Column("thread_id", String, ForeignKey("threads.id"), nullable=False),
    Column("provider_id", String, nullable=False),
    Column("run_id", String),
    Column("session_row_id", String),
    Column("strategy", String, nullable=False),
    Column("covered", Text, nullable=False),
    Column("included", Text, nullable=False),
    Column("omitted", Text, nullable=False),
    Column("included_count", Integer, nullable=False),
    Column("omitted_count", Integer, nullable=False),
    Column("size_bytes", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("made_by", String, nullable=False),
    Column("delivery", String, nullable=False),
    Column("supersedes_id", String),
    Column("created_at", Float, nullable=False),
    Column("moved_at", Float),
    Index(None, "thread_id"),
    Index(None, "session_row_id"),
)

queued_messages = Table(
    "queued_messages",
    metadata,
    Column("id", String, primary_key=True),
    Column("thread_id", String, ForeignKey("threads.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("attachments", Text, nullable=False, server_default="[]"),
    Column("provider_id", String, nullable=False),
    Column("model", Text),
    Column("effort", Text),
    Column("mode", String, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("steering_run_id", String),
    Column("manual", Text),
    UniqueConstraint("thread_id", "position"),
)

# The id is that of the thread, or of the project for what was written before there was a thread: one draft for each.
drafts = Table(
    "drafts",
    metadata,
    Column("id", String, primary_key=True),
    Column("project_id", String, ForeignKey("projects.id"), nullable=False),
    Column("thread_id", String, ForeignKey("threads.id")),
    Column("text", Text, nullable=False),
    Column("attachments", Text, nullable=False, server_default="[]"),
    Column("updated_at", Float, nullable=False),
)

history_tokens = Table(
    "history_tokens",
    metadata,
    Column("token_sha256", String, primary_key=True),
    Column("project_id", String, ForeignKey("projects.id"), nullable=False),
    Column("thread_id", String, nullable=False),
    Column("session_row_id", String),
    Column("created_at", Float, nullable=False),
    Column("revoked_at", Float),
    Index(None, "session_row_id"),
)

model_lists = Table(
    "model_lists",
    metadata,
    Column("provider_id", String, primary_key=True),
    Column("fetched_at", Float, nullable=False),
    Column("models", Text, nullable=False),
)

app_values = Table(
    "app_values",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", Text, nullable=False),
)
