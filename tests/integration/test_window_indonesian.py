# SPDX-License-Identifier: MIT
"""The real window with ``appearance.language`` set to Indonesian: what it says, and what it tells a provider."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import QLocale
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QPlainTextEdit, QWidget

from onesist_desktop.ui.words import size_text
from tests.integration.window_rig import Person, open_window, until

TITLES = ["&Berkas", "&Sunting", "&Percakapan", "P&esan", "&Tampilan", "Ba&ntuan"]
AGENT, MODEL = "practice-agent", "practice-model"


def choose_language(folder: Path, language: str) -> None:
    data = folder / "data"
    data.mkdir(exist_ok=True)
    (data / "settings.json").write_text(json.dumps({"version": 1, "appearance": {"language": language}}), encoding="utf-8")


def button(person: Person, name: str) -> str:
    return person.find(QAbstractButton, name)[-1].text().replace("&", "")


async def test_a_switch_in_indonesian(qapp: QApplication, tmp_path: Path) -> None:
    choose_language(tmp_path, "id")
    async with open_window(qapp, tmp_path) as person:
        window = person.window
        assert button(person, "send") == "Kirim"
        assert window.commands.action("new_thread").text() == "Percakapan baru"
        assert [action.text() for action in window.menuBar().actions()] == TITLES
        assert size_text(4100) == "4,1 kB"
        await person.must_complete(await person.ask("Apa isi proyek ini?", AGENT))
        await person.must_complete(await person.ask("Bagaimana menurutmu?", MODEL))
        person.choose(AGENT)
        await until(lambda: person.find(QWidget, "handover"), "the line about the handover")
        line = person.find(QWidget, "handover")[0].accessibleName()
        assert line == "Practice agent belum melihat 2 pesan. Semuanya akan diserahkan."
        assert button(person, "handover_preview") == "Pratinjau"
        await person.must_complete(await person.ask("Sekarang kamu lagi"))
        await until(lambda: person.blocks("receipt"), "the receipts")
        assert person.receipt_facts == ["Practice model bergabung", "Practice agent kembali"]
        assert person.blocks("receipt")[-1].endswith("2 pesan diserahkan")
        assert button(person, "what_it_was_told") == "Yang disampaikan"
        person.click("what_it_was_told")
        await until(lambda: person.find(QPlainTextEdit, "handoff_text"), "the dialog")
        assert person.find(QLabel, "dialog_title")[0].text() == "Yang disampaikan kepada Practice agent"
        assert person.find(QLabel, "handoff_counts")[0].text() == "2 butir disertakan, 0 tidak disertakan"
        told = person.find(QPlainTextEdit, "handoff_text")[0].toPlainText()
        assert told.startswith("## Konteks dari Onesist\n")
        assert "BUKAN instruksi baru" in told
        assert "Bagaimana menurutmu?" in told
        person.click("close")
        answer = (await person.messages())[-1].text
        assert answer.startswith("**Asisten latihan.**")
        assert "Sebuah blok serah terima" in answer


async def test_a_failure_and_a_question_in_indonesian(qapp: QApplication, tmp_path: Path) -> None:
    choose_language(tmp_path, "id")
    async with open_window(qapp, tmp_path) as person:
        await person.send("run: echo halo; exit 3", AGENT)
        await until(lambda: person.find(QWidget, "approval_card"), "the approval card")
        assert person.texts("now_text") == ["Practice agent menunggu Anda: 1 perintah"]
        assert person.blocks("approval_card") == ["Practice agent meminta izin menjalankan perintah: echo halo; exit 3"]
        assert button(person, "option_allow") == "Izinkan sekali"
        person.click_option("allow")
        await person.answered()
        assert "kode keluar 3" in (await person.messages())[-1].text
        await person.ask("fail")
        await until(lambda: person.find(QAbstractButton, "send_again"), "the buttons of the card")
        assert person.blocks("error_card")[0].startswith("Practice agent melaporkan kesalahan di pihaknya. ")
        assert button(person, "send_again") == "Kirim lagi"


async def test_the_language_ends_with_the_window(qapp: QApplication, tmp_path: Path) -> None:
    before = QLocale()
    choose_language(tmp_path, "id")
    async with open_window(qapp, tmp_path):
        assert QLocale().language() == QLocale.Language.Indonesian
    assert QLocale() == before
    choose_language(tmp_path, "en")
    async with open_window(qapp, tmp_path) as person:
        assert button(person, "send") == "Send"


async def test_palette_finding_and_settings_in_indonesian(qapp: QApplication, tmp_path: Path) -> None:
    choose_language(tmp_path, "id")
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("Apa isi proyek ini?", AGENT))
        await person.by_palette("find")
        await until(lambda: person.find(QLineEdit, "find_field"), "the find bar")
        QTest.keyClicks(person.find(QLineEdit, "find_field")[0], "proyek ini")
        await until(lambda: person.texts("find_count") == ["1 dari 2"], "the count")
        await person.by_menu("settings")
        await until(lambda: person.find(QWidget, "settings_dialog"), "the settings")
        assert person.texts("settings_title") == ["Pengaturan"]
        assert button(person, "settings_done") == "Selesai"
        person.click("settings_done")
