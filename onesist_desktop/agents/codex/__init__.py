# SPDX-License-Identifier: MIT
"""Codex as an answerer: the person's own program, driven by its ``app-server`` protocol over pipes.

How *accepted*, *send again* and *stop* work here is described in :mod:`.turn` (one prompt), what a session is given in
:mod:`.launch`, and why each session has a process of its own in :mod:`.session`.
"""
