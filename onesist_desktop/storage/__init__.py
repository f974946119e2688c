# SPDX-License-Identifier: MIT
"""The database. The only user of SQLAlchemy."""
