# SPDX-License-Identifier: MIT
"""Starts the gallery: ``python -m gallery``. With ``--picture FILE`` it writes a picture instead and ends."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from gallery.window import GalleryWindow, take_picture
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.theme.tokens import Scheme


def main(arguments: list[str]) -> int:
    """Show the gallery and return the exit code."""
    parser = argparse.ArgumentParser(prog="gallery", description=__doc__)
    parser.add_argument("--picture", type=Path, help="write a picture of everything to this file")
    parser.add_argument("--scheme", choices=[scheme.value for scheme in Scheme], default=Scheme.LIGHT.value)
    parser.add_argument("--text", type=int, default=100, metavar="PERCENT", help="size of the text")
    parser.add_argument("--mirrored", action="store_true", help="for languages that are written from right to left")
    options = parser.parse_args(arguments)
    app = QApplication(sys.argv[:1])
    theme = Theme(chosen=options.scheme, text_percent=options.text)
    theme.apply(app)
    window = GalleryWindow(theme)
    if options.mirrored:
        window.mirror(Qt.LayoutDirection.RightToLeft)
    if options.picture is not None:
        saved = take_picture(window).save(str(options.picture))
        print(options.picture if saved else f"{options.picture} can't be written")
        return 0 if saved else 1
    window.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
