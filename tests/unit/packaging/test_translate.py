# SPDX-License-Identifier: MIT
from __future__ import annotations

import re
from pathlib import Path

import pytest
import translate
from translate import Text, TranslationError, fill_english

CODE = """
def _tr(text: str) -> str:
    return QCoreApplication.translate("Short", text)

class Panel(QWidget):
    class Inner:
        def show(self):
            self.tr("inner")

    def show(self):
        self.tr("two "
                "pieces")
        self.tr("%n left", None, int(self.seconds // 60))
        self.tr("Open", "a door")
        fill(_tr("short"), "a".translate(table))
        later = lambda: QApplication.translate("Other", "%n of them", None, n=1) if False else None
"""


def texts_in(folder: Path, code: str) -> list[Text]:
    file = folder / "x.py"
    file.write_text(code, "utf-8")
    return translate.texts_of([file])


def test_texts_are_found_with_the_class_whose_they_are(tmp_path: Path) -> None:
    code = CODE.replace("None, n=1", "None, len(self.all)")
    assert texts_in(tmp_path, code) == [
        Text("Inner", "inner"),
        Text("Panel", "two pieces"),
        Text("Panel", "%n left", has_count=True),
        Text("Panel", "Open", "a door"),
        Text("Short", "short"),
        Text("Other", "%n of them", has_count=True),
    ]


@pytest.mark.parametrize(
    ("call", "why"),
    [
        ("self.tr(f'{x} files')", "written out"),
        ("self.tr(text)", "written out"),
        ("QCoreApplication.translate(name, 'text')", "written out"),
        ("self.tr('%n files')", "belong together"),
        ("self.tr('files', None, 3)", "belong together"),
        ("self.tr('%n files', n=3)", "in their places"),
        ("other.tr('text')", "whose text"),
    ],
)
def test_a_text_that_could_not_be_translated_is_refused_with_its_place(tmp_path: Path, call: str, why: str) -> None:
    with pytest.raises(TranslationError, match=rf"^x\.py:3: .*{re.escape(why)}"):
        texts_in(tmp_path, f"class A:\n  def f(self):\n    {call}\n")


def test_a_text_outside_of_a_class_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TranslationError, match="whose text"):
        texts_in(tmp_path, "def f(self):\n    self.tr('x')\n")


def test_translate_may_be_given_a_shorter_name(tmp_path: Path) -> None:
    code = (
        "def f():\n  tr = QCoreApplication.translate\n  return [tr('A', 'text'), tr('A', '%n', None, 3), other('A', 'not this')]\n"
    )
    assert texts_in(tmp_path, code) == [Text("A", "text"), Text("A", "%n", has_count=True)]
    with pytest.raises(TranslationError, match=r"x\.py:3: .*written out"):
        texts_in(tmp_path, "def f(text):\n  tr = QCoreApplication.translate\n  return tr('A', text)\n")


def test_a_count_in_a_base_class_is_refused_as_qt_does_not_find_it(tmp_path: Path) -> None:
    counted = "class A:\n  def f(self):\n    self.tr('%n files', None, 3)\n"
    assert texts_in(tmp_path, counted) == [Text("A", "%n files", has_count=True)]
    with pytest.raises(TranslationError, match=r"x\.py:3: .*use translate"):
        texts_in(tmp_path, counted + "class B(x.A):\n  pass\n")


def test_translations_are_kept_sorted_and_dropped_with_their_text(tmp_path: Path) -> None:
    translate.update(tmp_path, [Text("B", "%n file(s)", has_count=True), Text("B", 'Say "ü" & <b>'), Text("A", "old")])
    english, indonesian = tmp_path / translate.ENGLISH, tmp_path / translate.INDONESIAN
    assert "<numerusform>%n file</numerusform>" in english.read_text("utf-8")
    assert "<numerusform>%n files</numerusform>" in english.read_text("utf-8")
    assert "old" not in english.read_text("utf-8")
    assert len(list(translate.unfinished(english))) == 0
    assert len(list(translate.unfinished(indonesian))) == 3
    text = indonesian.read_text("utf-8").replace('<translation type="unfinished"></translation>', "<translation>Jadi</translation>")
    indonesian.write_text(text, "utf-8")
    translate.update(tmp_path, [Text("B", 'Say "ü" & <b>'), Text("C", "new"), Text("B", "%n file(s)", has_count=True)])
    text = indonesian.read_text("utf-8")
    assert text.count("Jadi") == 1
    assert "&quot;ü&quot; &amp; &lt;b&gt;" in text
    assert ">old<" not in text
    assert str(tmp_path) not in text
    assert [line.rpartition(": ")[2] for line in translate.unfinished(indonesian)] == ["%n file(s)", "new"]


def test_english_plurals_that_somebody_wrote_are_kept() -> None:
    written = (
        "<source>%n copy(s)</source>\n<translation>\n<numerusform>%n copy</numerusform>\n<numerusform>%n copies</numerusform>\n"
        "</translation>"
    )
    assert fill_english(written) == written


def test_a_tool_that_fails_says_what_it_said(tmp_path: Path) -> None:
    with pytest.raises(TranslationError, match=r"lrelease failed: .*onesist_en\.ts"):
        translate.release(tmp_path, tmp_path)
    with pytest.raises(TranslationError, match="can't be run"):
        translate.run("no-such-tool")
