# SPDX-License-Identifier: MIT
"""How much a model may think, messages that running turns took, when a limit ends, and remembered lists of models."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    for table in ("threads", "runs", "queued_messages"):
        op.add_column(table, sa.Column("effort", sa.Text(), nullable=True))
    op.add_column("runs", sa.Column("resets_at", sa.Float(), nullable=True))
    op.add_column("queued_messages", sa.Column("steering_run_id", sa.String(), nullable=True))
    op.create_table(
        "run_steers",
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("run_id", sa.String(), nullable=False),
        sa.Column("reply_id", sa.String(), nullable=True),
        sa.Column("is_held", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("reply_held", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.ForeignKeyConstraint(["message_id"], ["messages.id"], name=op.f("fk_run_steers_message_id")),
        sa.ForeignKeyConstraint(["reply_id"], ["messages.id"], name=op.f("fk_run_steers_reply_id")),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_run_steers_run_id")),
        sa.PrimaryKeyConstraint("message_id", name=op.f("pk_run_steers")),
    )
    op.create_index(op.f("ix_run_steers_run_id"), "run_steers", ["run_id"], unique=False)
    op.create_table(
        "model_lists",
        sa.Column("provider_id", sa.String(), nullable=False),
        sa.Column("fetched_at", sa.Float(), nullable=False),
        sa.Column("models", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("provider_id", name=op.f("pk_model_lists")),
    )
