# SPDX-License-Identifier: MIT
# Short names for packaging/dev.py, which does the work on every system. ARGS are handed on: make test ARGS="-k handoff"

PYTHON ?= python3
ARGS ?=
COMMANDS := run test agents-newest tour gallery screenshots bench lint format translations setup clean

.PHONY: $(COMMANDS)
.DEFAULT_GOAL := run

$(COMMANDS):
	@command -v $(PYTHON) >/dev/null 2>&1 || { echo "Python 3.11, 3.12 or 3.13 is needed: install python3 and try again." >&2; exit 1; }
	@$(PYTHON) packaging/dev.py $@ $(ARGS)
