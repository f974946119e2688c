# SPDX-License-Identifier: MIT
"""Which panels are shown, how wide they are, and where the window is; remembered from one start to the next."""

from __future__ import annotations

import logging
from functools import partial

from PySide6.QtCore import QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QWidget

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.services.views import WindowPlace
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.panels.frame_body import FrameBody, SidePanel
from onesist_desktop.ui.panels.inspector_panel import MAX_WIDTH as INSPECTOR_MAX
from onesist_desktop.ui.panels.inspector_panel import MIN_WIDTH as INSPECTOR_MIN
from onesist_desktop.ui.panels.threads_panel import MAX_WIDTH as SIDEBAR_MAX
from onesist_desktop.ui.window_place import fitted

log = logging.getLogger(__name__)

SAVE_DELAY_MS = 500
_THREE_COLUMNS, _TWO_COLUMNS = 1200, 880


class LayoutController(QObject):
    """Joins the frame to ``services.preferences``.

    What the person wants of a panel where there is room for it is kept apart from whether it lies over the centre now, where
    there is not: a narrow window forgets nothing of a wide one.

    Args:
        resort: Gets the focus that was in a panel which goes away.

    Signals:
        changed(): A panel is shown or hidden now.
    """

    changed = Signal()

    def __init__(self, desk: Desk, window: QMainWindow, body: FrameBody, resort: QWidget) -> None:
        super().__init__(desk)
        self._resort = resort
        self._desk = desk
        self._window = window
        self._body = body
        self._has_thread_page = False
        place = desk.services.preferences.place
        self._wants_sidebar = place.is_sidebar_shown
        self._wants_inspector = place.is_inspector_shown
        least = desk.theme.size("sidebar_min")
        body.sidebar.width = min(max(place.sidebar_width, least), SIDEBAR_MAX)
        body.inspector.width = min(max(place.inspector_width, INSPECTOR_MIN), INSPECTOR_MAX)
        self._saved = place
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(SAVE_DELAY_MS)
        self._delay.timeout.connect(self._save)
        body.moved.connect(self.remember)
        body.floating_changed.connect(self.changed)
        desk.theme.changed.connect(self.arrange)

    # -- panels -------------------------------------------------------------------------------------------------------------

    @property
    def is_sidebar_shown(self) -> bool:
        """Whether the sidebar is to be seen."""
        return self._body.is_shown(self._body.sidebar)

    @property
    def is_inspector_shown(self) -> bool:
        """Whether the inspector is to be seen."""
        return self._body.is_shown(self._body.inspector)

    def show_page(self, *, is_thread: bool) -> None:
        """Another page is in the centre: the inspector belongs to a thread's, the sidebar to a project."""
        self._has_thread_page = is_thread
        self._body.close_floating()
        self.arrange()

    def toggle_sidebar(self) -> None:
        """Show the sidebar if it is hidden, else hide it."""
        if self._desk.project is None:
            return
        if self._body.sidebar.is_docked:
            self._wants_sidebar = not self._wants_sidebar
            self._leave(self._body.sidebar, is_shown=self._wants_sidebar)
            self.arrange()
            self.remember()
        else:
            self._body.slide(self._body.sidebar, is_shown=not self.is_sidebar_shown)

    def toggle_inspector(self) -> None:
        """Show the inspector if it is hidden, else hide it."""
        self.show_inspector(not self.is_inspector_shown)

    def show_inspector(self, wanted: bool = True) -> None:
        """Show or hide the inspector."""
        if not self._has_thread_page:
            return
        if self._body.inspector.is_docked:
            self._wants_inspector = wanted
            self._leave(self._body.inspector, is_shown=wanted)
            self.arrange()
            self.remember()
        elif wanted != self.is_inspector_shown:
            self._body.slide(self._body.inspector, is_shown=wanted)

    def close_floating(self) -> bool:
        """Close what lies over the centre. Return whether there was something."""
        return self._body.close_floating()

    def arrange(self) -> None:
        """Dock what the window has room for, and let the rest slide over the centre on demand."""
        body, width = self._body, self._window.width()
        if self._has_room(width, _TWO_COLUMNS):
            body.dock(body.sidebar, is_shown=self._wants_sidebar and self._desk.project is not None)
        else:
            body.undock(body.sidebar)
        if self._has_room(width, _THREE_COLUMNS):
            body.dock(body.inspector, is_shown=self._wants_inspector and self._has_thread_page)
        else:
            body.undock(body.inspector)
        self.changed.emit()

    # -- the window's place -------------------------------------------------------------------------------------------------

    @property
    def place(self) -> WindowPlace:
        """Where the window and its panels are now."""
        window, body = self._window, self._body
        is_maximized = window.isMaximized() or window.isFullScreen()
        usual = QRect(window.pos(), window.size())
        if is_maximized:
            # Where it goes when it is made smaller again, as far as the platform tells.
            usual = window.normalGeometry() if window.normalGeometry().isValid() else usual
        return WindowPlace(
            width=usual.width(),
            height=usual.height(),
            x=usual.x(),
            y=usual.y(),
            is_maximized=window.isMaximized(),
            sidebar_width=body.sidebar.width,
            inspector_width=body.inspector.width,
            is_sidebar_shown=self._wants_sidebar,
            is_inspector_shown=self._wants_inspector,
        )

    def restore(self) -> None:
        """Put the window where it was, on a screen that is there now."""
        primary = QGuiApplication.primaryScreen()
        others = [screen for screen in QGuiApplication.screens() if screen is not primary]
        size, corner = fitted(self._saved, [screen.availableGeometry() for screen in [primary, *others]])
        self._window.resize(size)
        if corner is not None:
            self._window.move(corner)
        if self._saved.is_maximized:
            self._window.setWindowState(self._window.windowState() | Qt.WindowState.WindowMaximized)
        self._body.share_width()

    def remember(self) -> None:
        """Keep the window's place a little later: while something is dragged it is another one all the time."""
        if self._window.isVisible() and not self._desk.is_closed:
            self._delay.start()

    def stop(self) -> None:
        """The window closes; whoever closes it keeps its place."""
        self._delay.stop()

    def _save(self) -> None:
        place = self.place
        if place == self._saved:
            return
        self._saved = place
        # Nothing that a person has to be told: the window only opens elsewhere the next time.
        self._desk.spawn(partial(self._desk.services.preferences.save_place, place), "window place", on_error=_log_not_saved)

    def _leave(self, panel: SidePanel, *, is_shown: bool) -> None:
        """Take the focus out of a panel before it goes, so that it isn't lost."""
        focused = self._window.focusWidget()
        if not is_shown and focused is not None and panel.widget.isAncestorOf(focused):
            self._resort.setFocus(Qt.FocusReason.OtherFocusReason)

    def _has_room(self, width: int, border: int) -> bool:
        # Large text needs more room, though not twice as much for twice the size.
        return width >= border * (100 + max(100, self._desk.theme.text_percent)) // 200


def _log_not_saved(error: OnesistError) -> None:
    log.info("the window's place was not kept: %s", error)
