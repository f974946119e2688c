# SPDX-License-Identifier: MIT
"""Claude Code as an answerer: its own program, driven by its stream-json protocol over pipes.

How *accepted*, *send again* and *stop* work here is described in :mod:`.session` (the process), :mod:`.turn` (one prompt)
and :mod:`.attempts` (the ids under which a prompt is sent).
"""
