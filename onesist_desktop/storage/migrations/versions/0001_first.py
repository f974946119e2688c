# SPDX-License-Identifier: MIT
"""First schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "app_values",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_app_values")),
    )
    op.create_table(
        "context_transfers",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("source_thread_id", sa.String(), nullable=False),
        sa.Column("target_thread_id", sa.String(), nullable=False),
        sa.Column("source_provider_id", sa.String(), nullable=True),
        sa.Column("target_provider_id", sa.String(), nullable=True),
        sa.Column("base_seq", sa.Integer(), nullable=True),
        sa.Column("source_seq", sa.Integer(), nullable=True),
        sa.Column("resolution", sa.String(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_context_transfers")),
    )
    op.create_index(op.f("ix_context_transfers_target_thread_id"), "context_transfers", ["target_thread_id"], unique=False)
    op.create_table(
        "projects",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("root_path", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("opened_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_projects")),
        sa.UniqueConstraint("root_path", name=op.f("uq_projects_root_path")),
    )
    op.create_table(
        "history_tokens",
        sa.Column("token_sha256", sa.String(), nullable=False),
        sa.Column("project_id", sa.String(), nullable=False),
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("session_row_id", sa.String(), nullable=True),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("revoked_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], name=op.f("fk_history_tokens_project_id")),
        sa.PrimaryKeyConstraint("token_sha256", name=op.f("pk_history_tokens")),
    )
    op.create_index(op.f("ix_history_tokens_session_row_id"), "history_tokens", ["session_row_id"], unique=False)
    op.create_table(
        "threads",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("project_id", sa.String(), nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("parent_thread_id", sa.String(), nullable=True),
        sa.Column("root_thread_id", sa.String(), nullable=True),
        sa.Column("forked_at_seq", sa.Integer(), nullable=True),
        sa.Column("merged_upto_seq", sa.Integer(), nullable=True),
        sa.Column("provider_id", sa.String(), nullable=True),
        sa.Column("model", sa.Text(), nullable=True),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("last_seq", sa.Integer(), server_default="0", nullable=False),
        sa.Column("queue_held", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("updated_at", sa.Float(), nullable=False),
        sa.Column("archived_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], name=op.f("fk_threads_project_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_threads")),
    )
    op.create_index(op.f("ix_threads_project_id_updated_at"), "threads", ["project_id", "updated_at"], unique=False)
    op.create_table(
        "chat_provider_sessions",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("provider_id", sa.String(), nullable=False),
        sa.Column("native_session_id", sa.Text(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("known_upto_seq", sa.Integer(), server_default="0", nullable=False),
        sa.Column("cwd", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=True),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("anchor", sa.Text(), nullable=True),
        sa.Column("truncate_to", sa.Text(), nullable=True),
        sa.Column("occupied", sa.Integer(), nullable=True),
        sa.Column("context_window", sa.Integer(), nullable=True),
        sa.Column("retired_reason", sa.String(), nullable=True),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("updated_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_chat_provider_sessions_thread_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat_provider_sessions")),
    )
    op.create_index(
        op.f("ix_chat_provider_sessions_thread_id_provider_id_state"),
        "chat_provider_sessions",
        ["thread_id", "provider_id", "state"],
        unique=False,
    )
    op.create_index(
        "uq_active_session",
        "chat_provider_sessions",
        ["thread_id", "provider_id"],
        unique=True,
        sqlite_where=sa.text("state = 'active'"),
        postgresql_where=sa.text("state = 'active'"),
    )
    op.create_table(
        "context_handoffs",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("transfer_id", sa.String(), nullable=False),
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("provider_id", sa.String(), nullable=False),
        sa.Column("run_id", sa.String(), nullable=True),
        sa.Column("session_row_id", sa.String(), nullable=True),
        sa.Column("strategy", sa.String(), nullable=False),
        sa.Column("covered", sa.Text(), nullable=False),
        sa.Column("included", sa.Text(), nullable=False),
        sa.Column("omitted", sa.Text(), nullable=False),
        sa.Column("included_count", sa.Integer(), nullable=False),
        sa.Column("omitted_count", sa.Integer(), nullable=False),
        sa.Column("size_bytes", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("made_by", sa.String(), nullable=False),
        sa.Column("delivery", sa.String(), nullable=False),
        sa.Column("supersedes_id", sa.String(), nullable=True),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("moved_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_context_handoffs_thread_id")),
        sa.ForeignKeyConstraint(["transfer_id"], ["context_transfers.id"], name=op.f("fk_context_handoffs_transfer_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_context_handoffs")),
    )
    op.create_index(op.f("ix_context_handoffs_session_row_id"), "context_handoffs", ["session_row_id"], unique=False)
    op.create_index(op.f("ix_context_handoffs_thread_id"), "context_handoffs", ["thread_id"], unique=False)
    op.create_table(
        "messages",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=True),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("provider_id", sa.String(), nullable=True),
        sa.Column("model", sa.Text(), nullable=True),
        sa.Column("run_id", sa.String(), nullable=True),
        sa.Column("origin_id", sa.String(), nullable=True),
        sa.Column("rolled_back", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("is_content", sa.Boolean(), nullable=False),
        sa.Column("data", sa.Text(), server_default="{}", nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_messages_thread_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
        sa.UniqueConstraint("thread_id", "seq", name=op.f("uq_messages_thread_id_seq")),
    )
    op.create_index(op.f("ix_messages_thread_id_is_content_seq"), "messages", ["thread_id", "is_content", "seq"], unique=False)
    op.create_index(op.f("ix_messages_run_id"), "messages", ["run_id"], unique=False)
    op.create_table(
        "queued_messages",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("attachments", sa.Text(), server_default="[]", nullable=False),
        sa.Column("provider_id", sa.String(), nullable=False),
        sa.Column("model", sa.Text(), nullable=True),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_queued_messages_thread_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_queued_messages")),
        sa.UniqueConstraint("thread_id", "position", name=op.f("uq_queued_messages_thread_id_position")),
    )
    op.create_table(
        "message_parts",
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["message_id"], ["messages.id"], name=op.f("fk_message_parts_message_id")),
        sa.PrimaryKeyConstraint("message_id", "ordinal", name=op.f("pk_message_parts")),
    )
    op.create_table(
        "runs",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("provider_id", sa.String(), nullable=False),
        sa.Column("model", sa.Text(), nullable=True),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("cwd", sa.Text(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("user_message_id", sa.String(), nullable=False),
        sa.Column("reply_message_id", sa.String(), nullable=True),
        sa.Column("session_row_id", sa.String(), nullable=True),
        sa.Column("handoff_id", sa.String(), nullable=True),
        sa.Column("delivery", sa.String(), nullable=True),
        sa.Column("had_due", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("delivered_any", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("prompt_held", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("reply_held", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("known_before", sa.Integer(), nullable=True),
        sa.Column("known_after", sa.Integer(), nullable=True),
        sa.Column("anchor_before", sa.Text(), nullable=True),
        sa.Column("anchor", sa.Text(), nullable=True),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column("detail", sa.Text(), nullable=True),
        sa.Column("usage", sa.Text(), nullable=True),
        sa.Column("started_at", sa.Float(), nullable=False),
        sa.Column("accepted_at", sa.Float(), nullable=True),
        sa.Column("finished_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["reply_message_id"], ["messages.id"], name=op.f("fk_runs_reply_message_id")),
        sa.ForeignKeyConstraint(["session_row_id"], ["chat_provider_sessions.id"], name=op.f("fk_runs_session_row_id")),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_runs_thread_id")),
        sa.ForeignKeyConstraint(["user_message_id"], ["messages.id"], name=op.f("fk_runs_user_message_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_runs")),
        sa.UniqueConstraint("thread_id", "ordinal", name=op.f("uq_runs_thread_id_ordinal")),
    )
    op.create_index(op.f("ix_runs_session_row_id"), "runs", ["session_row_id"], unique=False)
    op.create_index(op.f("ix_runs_status"), "runs", ["status"], unique=False)
    op.create_index(op.f("ix_runs_user_message_id"), "runs", ["user_message_id"], unique=False)
