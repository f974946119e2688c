# SPDX-License-Identifier: MIT
"""Threads that branch: forks with numbers, merges by message, rewinds, sessions that were forked from others; pins and removal."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("threads", sa.Column("fork_number", sa.Integer(), nullable=True))
    op.add_column("threads", sa.Column("is_renamed", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("threads", sa.Column("own_words", sa.Text(), server_default="", nullable=False))
    op.add_column("threads", sa.Column("parent_title", sa.Text(), server_default="", nullable=False))
    op.add_column("threads", sa.Column("pinned_at", sa.Float(), nullable=True))
    op.add_column("threads", sa.Column("deleted_at", sa.Float(), nullable=True))
    op.create_index(op.f("ix_threads_parent_thread_id"), "threads", ["parent_thread_id"], unique=False)
    op.add_column("chat_provider_sessions", sa.Column("forked_from", sa.Text(), nullable=True))
    op.add_column("chat_provider_sessions", sa.Column("fork_anchor", sa.Text(), nullable=True))
    op.add_column("chat_provider_sessions", sa.Column("inherited", sa.Text(), server_default="[]", nullable=False))
    op.add_column("context_transfers", sa.Column("message_id", sa.String(), nullable=True))
    op.create_index(op.f("ix_context_transfers_source_thread_id"), "context_transfers", ["source_thread_id"], unique=False)
    is_answer = sa.text("is_content AND (role = 'assistant' OR kind = 'merge')")
    op.create_index("ix_answers", "messages", ["thread_id", "seq"], sqlite_where=is_answer, postgresql_where=is_answer)
    op.add_column("queued_messages", sa.Column("manual", sa.Text(), nullable=True))
    op.create_table(
        "rewinds",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("to_seq", sa.Integer(), nullable=False),
        sa.Column("upto_seq", sa.Integer(), nullable=False),
        sa.Column("notice_id", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("moved_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_rewinds_thread_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rewinds")),
    )
    op.create_index(op.f("ix_rewinds_thread_id"), "rewinds", ["thread_id"], unique=False)
    op.create_table(
        "waiting_merges",
        sa.Column("child_thread_id", sa.String(), nullable=False),
        sa.Column("parent_thread_id", sa.String(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["child_thread_id"], ["threads.id"], name=op.f("fk_waiting_merges_child_thread_id")),
        sa.ForeignKeyConstraint(["parent_thread_id"], ["threads.id"], name=op.f("fk_waiting_merges_parent_thread_id")),
        sa.PrimaryKeyConstraint("child_thread_id", name=op.f("pk_waiting_merges")),
    )
    op.create_index(op.f("ix_waiting_merges_parent_thread_id"), "waiting_merges", ["parent_thread_id"], unique=False)
