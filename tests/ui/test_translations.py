# SPDX-License-Identifier: MIT
"""The languages of the window: nothing is missing, stale or broken, and the whole window speaks them."""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

import PySide6
import pytest
import translate
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLabel, QLineEdit, QMessageBox, QPlainTextEdit
from pytestqt.qtbot import QtBot

from onesist_desktop.ui.command_table import Menu
from onesist_desktop.ui.language import language_of, number_locale, speaking, system_language
from onesist_desktop.ui.transcript.notices import receipt_words
from onesist_desktop.ui.words import size_text, when_text
from tests.ui.fakes import receipt

HOW = "run: make translations, and translate what it lists"
PLACES = re.compile(r"%(?:[1-9]|n)")
MNEMONIC = re.compile(r"&(?!&)(\w)")


@dataclass(frozen=True)
class Entry:
    """A text of a ``.ts`` file. ``forms`` are its translations: several with a plural."""

    context: str
    source: str
    comment: str
    forms: tuple[str, ...]
    has_count: bool


def entries(name: str) -> list[Entry]:
    return [
        Entry(
            context.findtext("name", ""),
            one.findtext("source", ""),
            one.findtext("comment", ""),
            tuple(form.text or "" for form in one.iter("numerusform")) or (one.findtext("translation", ""),),
            one.get("numerus") == "yes",
        )
        for context in ElementTree.parse(translate.FOLDER / name).getroot().iter("context")
        for one in context.iter("message")
    ]


INDONESIAN = entries(translate.INDONESIAN)
ENGLISH = entries(translate.ENGLISH)
OF_QT = entries(translate.QT_INDONESIAN)
ALL = [*INDONESIAN, *ENGLISH, *OF_QT]


# -- the files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [translate.ENGLISH, translate.INDONESIAN])
def test_the_files_hold_exactly_what_the_code_says(tmp_path: Path, name: str) -> None:
    for one in (translate.ENGLISH, translate.INDONESIAN):
        shutil.copy(translate.FOLDER / one, tmp_path / one)
    translate.update(tmp_path, translate.texts_of(translate.source_files()))
    assert (tmp_path / name).read_text("utf-8") == (translate.FOLDER / name).read_text("utf-8"), HOW


@pytest.mark.parametrize("name", [translate.ENGLISH, translate.INDONESIAN, translate.QT_INDONESIAN])
def test_everything_is_translated_and_names_no_place(name: str) -> None:
    text = (translate.FOLDER / name).read_text("utf-8")
    assert list(translate.unfinished(translate.FOLDER / name)) == [], HOW
    assert not re.search(r'<location|type="(?:vanished|obsolete)"', text)
    assert all(form for entry in entries(name) for form in entry.forms)


def test_the_compiled_files_are_of_these_texts(tmp_path: Path) -> None:
    translate.release(translate.FOLDER, tmp_path)
    for name in translate.COMPILED:
        assert (tmp_path / name).read_bytes() == (translate.FOLDER / name).read_bytes(), HOW


def marks(text: str) -> tuple[object, ...]:
    """Return what is no language in a text: places, its key in a menu, space around it, and how it ends.

    A place that is named twice may be named once: "all %n" is one word elsewhere.
    """
    text = text.replace("...", "…")
    core = text.strip()
    end = core[-1:] if core[-1:] in "….:?" else ""
    return set(PLACES.findall(text)), len(MNEMONIC.findall(text)), text.partition(core)[::2], end


def test_a_translation_keeps_what_is_not_language() -> None:
    changed = [(entry, form) for entry in ALL for form in entry.forms if marks(form) != marks(entry.source) or "(s)" in form]
    assert changed == []


def test_english_has_a_singular_and_a_plural_of_all_that_is_counted() -> None:
    counted = {(entry.context, entry.source) for entry in INDONESIAN if entry.has_count}
    assert {(entry.context, entry.source) for entry in ENGLISH} == counted
    assert all(len(entry.forms) == 2 for entry in ENGLISH)
    assert all(entry.forms[0] != entry.forms[1] for entry in ENGLISH if "(s)" in entry.source)


def test_the_menus_have_different_keys() -> None:
    of_menus = [entry for entry in INDONESIAN if entry.context == "Commands" and "&" in entry.source]
    for titles in ([entry.source for entry in of_menus], [entry.forms[0] for entry in of_menus]):
        keys = [MNEMONIC.findall(title)[0].lower() for title in titles]
        assert len(set(keys)) == len(titles) == len(Menu)


def test_qt_says_what_we_translate_of_it() -> None:
    """The German of Qt knows every text of Qt."""
    german = QTranslator()
    file = Path(PySide6.__file__).parent / "Qt" / "translations" / "qtbase_de.qm"
    if not german.load(str(file)):
        pytest.skip("this Qt has no translations beside it")
    assert [entry.source for entry in OF_QT if not german.translate(entry.context, entry.source, entry.comment)] == []


def test_words_of_the_glossary() -> None:
    said = {entry.source: entry.forms[0] for entry in INDONESIAN}
    glossary = {
        "Send": "Kirim",
        "Queue": "Antrekan",
        "Stop": "Hentikan",
        "Now": "Kini",
        "Next": "Lalu",
        "What it was told": "Yang disampaikan",
        "Allow once": "Izinkan sekali",
        "Don't allow": "Tolak",
        "Ask": "Tanya dulu",
        "Accept edits": "Terima suntingan",
        "Plan only": "Hanya rencana",
        "Full access": "Akses penuh",
        "%1 joined": "%1 bergabung",
        "%1 started afresh": "%1 mulai dari awal",
        "%n message(s) handed over, %1 left out": "%n pesan diserahkan, %1 tidak disertakan",
        "failed · exit code %1": "gagal · kode keluar %1",
        "%1 % full": "%1 % terisi",
        "Send now": "Kirim sekarang",
        "Send again": "Kirim lagi",
        "Project folder": "Folder proyek",
        "Run": "Proses",
        "has seen everything": "sudah melihat semuanya",
    }
    assert {source: said[source] for source in glossary} == glossary


# -- choosing -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("id", "id"),
        ("id_ID", "id"),
        ("ID-id", "id"),
        ("in_ID", "id"),
        ("en_GB.UTF-8", "en"),
        ("C", None),
        ("", None),
        ("idx", None),
    ],
)
def test_a_locale_means_a_language(locale: str, language: str | None) -> None:
    assert language_of(locale) == language


def test_the_first_language_of_ours_that_a_person_prefers_is_spoken() -> None:
    assert system_language(["de-DE", "de", "id-Latn-ID", "en-US"]) == "id"
    assert system_language(["fr"]) == "en"
    assert system_language([]) == "en"
    assert system_language() in {"en", "id"}


def test_numbers_are_written_as_the_desktop_does_where_it_speaks_the_language() -> None:
    british, german = QLocale("en_GB"), QLocale("de_DE")
    assert number_locale("en", british) == british
    assert number_locale("en", german) == QLocale("en_US")
    assert number_locale("id", british) == QLocale("id_ID")


def test_numbers_and_days_are_in_the_language(qapp: QApplication) -> None:
    now = 1_700_000_000.0  # A Tuesday
    assert (size_text(4100), size_text(1), size_text(312)) == ("4.1 kB", "1 byte", "312 bytes")
    assert when_text(now - 86_400, now) == "Mon"
    with speaking(qapp, "id_ID"):
        assert (size_text(4100), size_text(1), size_text(312)) == ("4,1 kB", "1 byte", "312 byte")
        assert when_text(now - 86_400, now) == "Sen"
        assert when_text(now - 300, now) == "5 mnt"
    assert size_text(4100) == "4.1 kB"


def test_a_counted_receipt_in_indonesian(qapp: QApplication) -> None:
    data = receipt("t", 1, receipt="back", included=1, omitted=0).data
    with speaking(qapp, "id"):
        assert receipt_words(data, str).sentence == "claude kembali · 1 pesan diserahkan"
    assert receipt_words(data, str).sentence == "claude is back · 1 message handed over"
    with speaking(qapp, "fr"):
        assert receipt_words(data, str).sentence == "claude is back · 1 message handed over"


def test_buttons_and_menus_of_qt_are_in_indonesian(qapp: QApplication, qtbot: QtBot) -> None:
    with speaking(qapp, "id"):
        box = QMessageBox()
        qtbot.addWidget(box)
        box.setStandardButtons(QMessageBox.StandardButton.Ok | QMessageBox.StandardButton.Cancel | QMessageBox.StandardButton.Yes)
        assert sorted(button.text().replace("&", "") for button in box.buttons()) == ["Batal", "OK", "Ya"]
        field = QLineEdit("text")
        qtbot.addWidget(field)
        menu = field.createStandardContextMenu()
        texts = [action.text().partition("\t")[0].replace("&", "") for action in menu.actions() if not action.isSeparator()]
        menu.deleteLater()
        assert texts == ["Urungkan", "Ulangi", "Potong", "Salin", "Tempel", "Hapus", "Pilih semua"]
        area = QPlainTextEdit("text")
        qtbot.addWidget(area)
        menu = area.createStandardContextMenu()
        texts = [action.text().partition("\t")[0].replace("&", "") for action in menu.actions() if not action.isSeparator()]
        menu.deleteLater()
        assert texts == ["Urungkan", "Ulangi", "Potong", "Salin", "Tempel", "Hapus", "Pilih semua"]
        dialog = QFileDialog()
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        qtbot.addWidget(dialog)
        shown = {label.text().replace("&", "") for label in dialog.findChildren(QLabel)}
        assert {"Cari di:", "Folder:"} <= shown
        assert {"Pilih", "Batal"} <= {button.text().replace("&", "") for button in dialog.findChildren(QAbstractButton)}
