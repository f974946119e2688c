# SPDX-License-Identifier: MIT
"""Drafts, threads that were not read yet, outlines of long threads for handoffs, and indexes for jumping in them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    # Threads from before count as read.
    op.add_column("threads", sa.Column("is_unread", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "drafts",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("project_id", sa.String(), nullable=False),
        sa.Column("thread_id", sa.String(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("attachments", sa.Text(), server_default="[]", nullable=False),
        sa.Column("updated_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], name=op.f("fk_drafts_project_id")),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_drafts_thread_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_drafts")),
    )
    op.create_table(
        "handoff_outlines",
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("rules", sa.String(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_handoff_outlines_thread_id")),
        sa.PrimaryKeyConstraint("thread_id", "number", name=op.f("pk_handoff_outlines")),
    )
    for name, condition in (("ix_questions", "role = 'user'"), ("ix_errors", "kind = 'error'")):
        where = sa.text(condition)
        op.create_index(name, "messages", ["thread_id", "seq"], sqlite_where=where, postgresql_where=where)
