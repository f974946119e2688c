# SPDX-License-Identifier: MIT
"""Alembic's entry: runs migrations on the connection that ``storage.migrate`` hands over."""

from alembic import context

from onesist_desktop.storage.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
