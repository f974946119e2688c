#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The one command for working on Onesist Desktop. Without arguments it lists what it can do: ``python3 packaging/dev.py``.

Standard library only, and readable by any Python 3, so that a machine with an old one gets a clear answer.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from devtools.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
