# SPDX-License-Identifier: MIT
"""Where threads work: worktrees, and the set-up commands that the person agreed to."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("threads", sa.Column("repository", sa.Text(), nullable=True))
    op.add_column("threads", sa.Column("worktree_id", sa.String(), nullable=True))
    op.create_index(op.f("ix_threads_worktree_id"), "threads", ["worktree_id"], unique=False)
    op.create_table(
        "worktrees",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("project_id", sa.String(), nullable=False),
        sa.Column("repository", sa.Text(), nullable=False),
        sa.Column("repository_path", sa.Text(), nullable=False),
        sa.Column("base_folder", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("is_ours", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("branch", sa.Text(), server_default="", nullable=False),
        sa.Column("made_branch", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("base", sa.Text(), server_default="", nullable=False),
        sa.Column("base_commit", sa.Text(), server_default="", nullable=False),
        sa.Column("steps", sa.Text(), server_default="{}", nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("size_bytes", sa.Integer(), nullable=True),
        sa.Column("setup_state", sa.String(), nullable=True),
        sa.Column("setup_command", sa.Text(), nullable=True),
        sa.Column("setup_output", sa.Text(), nullable=True),
        sa.Column("setup_exit_code", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("used_at", sa.Float(), nullable=False),
        sa.Column("ended_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], name=op.f("fk_worktrees_project_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_worktrees")),
    )
    op.create_index(op.f("ix_worktrees_project_id_state"), "worktrees", ["project_id", "state"], unique=False)
    op.create_index(op.f("ix_worktrees_path"), "worktrees", ["path"], unique=False)
    op.create_table(
        "setup_consents",
        sa.Column("project_path", sa.Text(), nullable=False),
        sa.Column("repository", sa.Text(), nullable=False),
        sa.Column("command_sha256", sa.String(), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("agreed_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("project_path", "repository", "command_sha256", name=op.f("pk_setup_consents")),
    )
