# SPDX-License-Identifier: MIT
"""Files, pictures and long texts that are to go with a message."""

from __future__ import annotations

import asyncio
from functools import partial

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QObject, Qt
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtWidgets import QFileDialog

from onesist_desktop.core.errors import AttachmentError, AttachmentFault, InvalidInputError, OnesistError
from onesist_desktop.core.messages import AttachmentPart
from onesist_desktop.ui.composer import Composer
from onesist_desktop.ui.composer.sources import FileSource, PictureSource, Source, TextSource
from onesist_desktop.ui.controllers.desk import Desk

_DIALOG = "attach_dialog"


class AttachmentController(QObject):
    """Joins the composer's attachments to ``services.attachments``."""

    def __init__(self, desk: Desk, composer: Composer) -> None:
        super().__init__(desk)
        self._desk = desk
        self._attachments = composer.attachments
        self._copying: dict[int, asyncio.Task[object]] = {}
        self._folder = ""
        self._attachments.files_wanted.connect(self.choose_files)
        self._attachments.copy_wanted.connect(self._copy)
        self._attachments.copy_cancelled.connect(self._cancel)

    def choose_files(self) -> None:
        """Let the person choose files to attach."""
        desk = self._desk
        if desk.project is None or desk.window.findChild(QFileDialog, _DIALOG) is not None:
            return
        dialog = QFileDialog(desk.window, self.tr("Attach files"), self._folder or desk.project.root_path)
        dialog.setObjectName(_DIALOG)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda paths: self._on_chosen(dialog, paths))
        dialog.open()

    def _on_chosen(self, dialog: QFileDialog, paths: list[str]) -> None:
        self._folder = dialog.directory().absolutePath()
        self._attachments.take_files(paths)

    def _copy(self, key: int, name: str, source: Source) -> None:
        self._desk.spawn(
            partial(self._take_copy, key, name, source),
            "attach",
            partial(self._attachments.was_copied, key),
            on_error=lambda error: self._attachments.was_not_copied(key, _why(error)),
        )

    def _cancel(self, key: int) -> None:
        task = self._copying.get(key)
        if task is not None:
            task.cancel()

    async def _take_copy(self, key: int, name: str, source: Source) -> AttachmentPart:
        task = asyncio.current_task()
        if task is not None:
            self._copying[key] = task
        try:
            return await self._keep(name, source)
        finally:
            self._copying.pop(key, None)

    async def _keep(self, name: str, source: Source) -> AttachmentPart:
        service = self._desk.services.attachments
        match source:
            case FileSource(path):
                return await service.add_file(path)
            case TextSource(text):
                data = await asyncio.to_thread(text.encode, "utf-8", "replace")
                return await service.add_data(name, "text/plain", data)
            case PictureSource():
                picture = source.data
                if picture is None and source.image is not None:
                    # A large picture takes most of a second.
                    picture = await asyncio.to_thread(png_of, source.image)
                if not picture:
                    raise InvalidInputError(self.tr("the picture can't be read"))
                return await service.add_data(name, source.media_type, picture)


def png_of(image: QImage) -> bytes:
    """Return an image as PNG; empty when it can't be written. Takes long for a large one."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # Not QImage.save(): PySide 6.11 refuses the bytes that it asks for.
    QImageWriter(buffer, b"PNG").write(image)
    buffer.close()
    return bytes(data.data())


def _why(error: OnesistError) -> str:
    if not isinstance(error, AttachmentError):
        return str(error)
    match error.fault:
        case AttachmentFault.MISSING:
            return QCoreApplication.translate("AttachmentController", "it is not there any more")
        case AttachmentFault.FOLDER:
            return QCoreApplication.translate("AttachmentController", "it is a folder; attach the files in it")
        case AttachmentFault.NO_FILE:
            return QCoreApplication.translate("AttachmentController", "it is not a file")
        case AttachmentFault.UNREADABLE:
            return QCoreApplication.translate("AttachmentController", "it can't be read")
        case AttachmentFault.TOO_LARGE:
            return QCoreApplication.translate("AttachmentController", "it is too large")
