# SPDX-License-Identifier: MIT
"""``python -m onesist_desktop``."""

import sys

from onesist_desktop.main import main

sys.exit(main())
