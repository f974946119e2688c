# SPDX-License-Identifier: MIT
"""The whole window in its languages, and in one that nobody speaks: there every word that is not translated stands out."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import translate
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from onesist_desktop.ui.dialogs.base import FramedDialog
from onesist_desktop.ui.language import speaking
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import FakeServices
from tests.ui.said import Said, listen
from tests.ui.said_acts import everything_said

# Everything that the window can say takes the better part of a minute, and more on a busy machine.
pytestmark = pytest.mark.timeout(400)

WORD = re.compile(r"[^\W\d_]{2,}")
# Names and what a person or an agent wrote. Everything else is said by the window.
DATA = re.compile(
    r"Onesist|Toko Kita|Claude Code|Codex|Ollama|Practice agent|LM Studio|OpenRouter|OpenAI|Anthropic|Google|Own service"
    r"|Gemini CLI|Goose|block\.github\.io|geminicli\.com|my-agent --acp"
    r"|gpt-5|claude-sonnet-4-5|gemini-2\.5-pro|qwen/?[\w/-]*|ultra"
    r"|Sonnet 4\.5|sonnet|opus|my_?[\w.…]*|npm install(?: -g [\w@/-]+)?|claude\b|Run a command|/home/sari/Projects/toko-kita"
    r"|~/[\w/-]+|https?://\S+|HTTP 401|python|v?2\.1|Ctrl|Shift|Enter|Alt|PgUp|PgDown|Return|Up|Down|End|\bF\d+\b"
    r"|</?span[^>]*>|\bdan\b|\bmain\b"  # How a label is dressed, and how the language's own lists end.
    r"|\d+ (?:s|min|kB|MB|GB)\b|\d\d:\d\d|English|Bahasa Indonesia|TypeScript|\.(?:png|txt)$|\b(?:Sen|Sel|Rab|Kam|Jum|Sab|Min)$"
)


def all_dialogs(base: type = FramedDialog) -> set[type]:
    below: set[type] = set(base.__subclasses__())
    return below.union(*map(all_dialogs, below)) if below else {base}


def forms(name: str) -> Iterator[str]:
    for one in ElementTree.parse(translate.FOLDER / name).getroot().iter("message"):
        yield from (form.text or "" for form in one.iter("numerusform"))
        yield one.findtext("translation", "").strip()


@contextmanager
def speaking_nonsense(qapp: QApplication, folder: Path) -> Iterator[None]:
    """Speak a language in which every text of ours is between brackets."""
    tree = ElementTree.parse(translate.FOLDER / translate.INDONESIAN)
    for one in tree.getroot().iter("message"):
        (translation,) = one.findall("translation")
        form = translation.find("numerusform")
        (translation if form is None else form).text = f"⟦{one.findtext('source')}⟧"
    tree.write(folder / "nonsense.ts", encoding="utf-8", xml_declaration=True)
    translate.run("lrelease", "-silent", str(folder / "nonsense.ts"), "-qm", str(folder / "nonsense.qm"))
    translator = QTranslator()
    assert translator.load(str(folder / "nonsense.qm"))
    qapp.installTranslator(translator)
    try:
        yield
    finally:
        qapp.removeTranslator(translator)


def outside(text: str) -> str:
    """Return what of a text is not between brackets. What was painted may have been cut within them."""
    before = ""
    while before != text:
        before, text = text, re.sub(r"⟦[^⟦⟧]*⟧", "", text)
    return re.sub(r"⟦[^⟧]*…", "", text)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Said:
    made = Said()
    listen(made, monkeypatch)
    return made


async def test_every_word_of_the_window_can_be_translated(
    qapp: QApplication, qtbot: QtBot, services: FakeServices, theme: Theme, tmp_path: Path, said: Said
) -> None:
    with speaking(qapp, "id"), speaking_nonsense(qapp, tmp_path):
        await everything_said(services, theme, said, (1200, 800))
    assert {one.__name__ for one in all_dialogs() if not one.__subclasses__()} <= {one.__name__ for one in said.dialogs}
    # What is not listed here shows for a moment only, or needs a broken computer.
    assert len(unsaid(said)) < len(set(sources())) / 10
    assert sorted(text for text in said.all if WORD.search(DATA.sub("", outside(text)))) == []


@pytest.mark.parametrize(("locale", "size"), [("en", (1440, 900)), ("id", (1440, 900)), ("id", (960, 640))])
async def test_the_window_and_its_dialogs_speak_a_language(
    qapp: QApplication, qtbot: QtBot, services: FakeServices, theme: Theme, said: Said, locale: str, size: tuple[int, int]
) -> None:
    with speaking(qapp, locale):
        await everything_said(services, theme, said, size)
    assert sorted(said.cut) == []
    known = set(forms(translate.INDONESIAN if locale == "id" else translate.ENGLISH))
    known |= {entry for entry in sources() if locale == "en"}
    assert said.cut_texts(known) == []
    assert [text for text in said.all if re.search(r"%[1-9n]|\(s\)", text)] == []
    joined = "\n".join(said.all)
    english = ("handed over", "Rename thread", "Allow once", "answers still being written", "Send now", "keyring", "Appearance")
    indonesian = (
        "diserahkan",
        "Ganti nama percakapan",
        "Izinkan sekali",
        "jawaban masih ditulis",
        "Kirim sekarang",
        "penyimpan kunci",
        "Penampilan",
    )
    spoken, silent = (english, indonesian) if locale == "en" else (indonesian, english)
    assert [word for word in spoken if word not in joined] == []
    assert [word for word in silent if word in joined] == []


def unsaid(said: Said) -> list[str]:
    """Return the texts that can be translated and were never said."""
    joined = "\n".join(said.all)
    patterns = {text: re.sub("%[1-9n]", ".*", re.escape(text.replace("&", ""))) for text in sources()}
    return sorted(text for text, pattern in patterns.items() if not re.search(pattern, joined))


def sources() -> Iterator[str]:
    for one in ElementTree.parse(translate.FOLDER / translate.INDONESIAN).getroot().iter("message"):
        yield one.findtext("source", "")
