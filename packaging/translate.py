# SPDX-License-Identifier: MIT
"""Collects the texts of the window into ``resources/translations/*.ts`` and compiles these to ``.qm``. See docs/translating.md.

``lupdate`` reads Python only roughly: it misses texts with a computed count and takes a variable's name for a class. So the texts
are read with Python's own parser and handed to ``lupdate`` as a C++ file, which it knows best; it merges, sorts and writes.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

import PySide6

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "onesist_desktop"
FOLDER = PACKAGE / "resources" / "translations"
# English is in the code; what is translated of it is the plurals.
ENGLISH = "onesist_en.ts"
INDONESIAN = "onesist_id.ts"
# Texts of Qt itself, written by hand: Qt has no Indonesian.
QT_INDONESIAN = "qt_id.ts"
COMPILED = {"onesist_en.qm": (ENGLISH,), "onesist_id.qm": (INDONESIAN, QT_INDONESIAN)}

_TRANSLATORS = {"", "QCoreApplication", "QGuiApplication", "QApplication"}
# English plurals follow a rule; a guess from a like text would stand in its way.
_NO_GUESSES = ("-disable-heuristic", "sametext", "-disable-heuristic", "similartext")
# Where an object translates in somebody else's name. Qt then looks under that object's class.
_OTHERS = {"window": "MainWindow", "self._window": "MainWindow"}
_OPEN_ENGLISH = re.compile(
    r"(<source>(?P<source>[^<]*)</source>\s*(?:<comment>[^<]*</comment>\s*)?)<translation type=\"unfinished\">"
    r"(?P<space>\s*)<numerusform>[^<]*</numerusform>\s*<numerusform>[^<]*</numerusform>(?P<end>\s*)</translation>"
)


class TranslationError(Exception):
    """A text that can't be translated, or a tool that failed."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text as it stands in the code. ``has_count`` says that it has a plural."""

    context: str
    source: str
    comment: str = ""
    has_count: bool = False


def main(arguments: list[str]) -> int:
    """Bring the files up to date and say what is not translated yet, one line each; 1 if there is anything."""
    argparse.ArgumentParser(description=__doc__).parse_args(arguments)
    try:
        update(FOLDER, texts_of(source_files()))
        release(FOLDER, FOLDER)
    except TranslationError as error:
        print(error, file=sys.stderr)
        return 1
    missing = [line for name in (ENGLISH, INDONESIAN) for line in unfinished(FOLDER / name)]
    for line in missing:
        print(line)
    return 1 if missing else 0


def source_files() -> list[Path]:
    """Return the files that speak to a person, in a fixed order."""
    return [*sorted((PACKAGE / "ui").rglob("*.py")), PACKAGE / "window.py"]


def texts_of(files: Iterable[Path]) -> list[Text]:
    """Return the texts of all files. Raises TranslationError for one that can't be translated."""
    trees = [(file.name, ast.parse(file.read_text("utf-8"), file.name)) for file in files]
    classes = (node for _, tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    bases = {_last_name(base) for one in classes for base in one.bases}
    return [text for name, tree in trees for text in _Reader(name, _short_forms(tree), _other_names(tree), bases).texts(tree)]


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one file.

    Attributes:
        short_forms: Functions that only add a context to ``translate``.
        other_names: What ``translate`` is also called, as in ``tr = QCoreApplication.translate``.
        bases: The classes that others are made of.
    """

    name: str
    short_forms: Mapping[str, str]
    other_names: Set[str]
    bases: Set[str]

    def texts(self, node: ast.AST, class_name: str = "") -> Iterator[Text]:
        """Yield the texts in a piece of the file, which is in ``class_name``."""
        if isinstance(node, ast.FunctionDef) and node.name in self.short_forms:
            return
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call):
                yield from self._called(child, class_name)
            yield from self.texts(child, child.name if isinstance(child, ast.ClassDef) else class_name)

    def _called(self, call: ast.Call, class_name: str) -> Iterator[Text]:
        owner, _, called = ast.unparse(call.func).rpartition(".")
        if called == "tr" and owner:
            context = class_name if owner == "self" else _OTHERS.get(owner)
            if not context:
                raise self._error(call, f"{owner}.tr(): whose text is it? Use QCoreApplication.translate")
            text = self._text(context, call, call.args)
            if text.has_count and context in self.bases:
                raise self._error(call, "a count is only filled in by the class itself, not by those made of it; use translate")
            yield text
        elif _is_translate(call) or (not owner and called in self.other_names):
            yield self._text(self._literal(call.args[0]), call, call.args[1:])
        elif not owner and called in self.short_forms:
            yield self._text(self.short_forms[called], call, call.args)

    def _text(self, context: str, call: ast.Call, arguments: Sequence[ast.expr]) -> Text:
        if call.keywords or not 1 <= len(arguments) <= 3:
            raise self._error(call, "give text, comment and count in their places")
        source, comment = self._literal(arguments[0]), self._literal(arguments[1]) if len(arguments) > 1 else ""
        has_count = len(arguments) == 3
        if has_count != ("%n" in source):
            raise self._error(call, "%n and a count belong together")
        return Text(context, source, comment, has_count)

    def _literal(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, str)):
            return node.value or ""
        raise self._error(node, "a text to translate has to be written out")

    def _error(self, node: ast.expr, problem: str) -> TranslationError:
        return TranslationError(f"{self.name}:{node.lineno}: {problem}")


def _short_forms(tree: ast.Module) -> dict[str, str]:
    """Return the functions of a file that only hand their text on to ``translate``, with the context they add."""
    found = {}
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and isinstance(function.body[-1], ast.Return):
            call = function.body[-1].value
            own = [argument.arg for argument in function.args.args]
            if isinstance(call, ast.Call) and _is_translate(call) and [ast.unparse(given) for given in call.args[1:]] == own:
                context = call.args[0]
                if isinstance(context, ast.Constant) and isinstance(context.value, str):
                    found[function.name] = context.value
    return found


def _other_names(tree: ast.Module) -> set[str]:
    """Return the names that ``translate`` itself was given in a file."""
    assigned = (node for node in ast.walk(tree) if isinstance(node, ast.Assign) and _names_translate(node.value))
    return {target.id for node in assigned for target in node.targets if isinstance(target, ast.Name)}


def _is_translate(call: ast.Call) -> bool:
    return _names_translate(call.func)


def _names_translate(node: ast.expr) -> bool:
    owner, _, called = ast.unparse(node).rpartition(".")
    return called == "translate" and owner in _TRANSLATORS


def _last_name(node: ast.expr) -> str:
    return ast.unparse(node).rpartition(".")[2]


def update(folder: Path, texts: Iterable[Text]) -> None:
    """Bring the ``.ts`` files of a folder up to date. What is translated is kept, what nobody says any more is dropped."""
    with tempfile.TemporaryDirectory() as made:
        stub = Path(made) / "texts.cpp"
        stub.write_text("".join(f"{line}\n" for line in _stub_lines(texts)), encoding="utf-8")
        common = [
            "-silent",
            "-warnings-are-errors",
            "-no-obsolete",
            "-sort-messages",
            "-locations",
            "none",
            "-source-language",
            "en",
        ]
        for name, options in ((ENGLISH, ["-pluralonly", *_NO_GUESSES]), (INDONESIAN, [])):
            language = Path(name).stem.rpartition("_")[2]
            run("lupdate", *common, *options, "-target-language", language, str(stub), "-ts", str(folder / name))
    english = folder / ENGLISH
    english.write_bytes(fill_english(english.read_bytes().decode("utf-8")).encode("utf-8"))


def _stub_lines(texts: Iterable[Text]) -> Iterator[str]:
    yield "void texts() {"
    for text in sorted(set(texts), key=lambda one: (one.context, one.source, one.comment, one.has_count)):
        words = ", ".join(json.dumps(word, ensure_ascii=False) for word in (text.context, text.source, text.comment))
        yield f"QCoreApplication::translate({words}{', 1' if text.has_count else ''});"
    yield "}"


def fill_english(ts: str) -> str:
    """Write the plurals of English that are still open: ``message(s)`` is *message* and *messages*. Others are kept."""

    def forms(found: re.Match[str]) -> str:
        one, many = (found["source"].replace("(s)", ending) for ending in ("", "s"))
        both = "".join(f"{found['space']}<numerusform>{form}</numerusform>" for form in (one, many))
        return f"{found[1]}<translation>{both}{found['end']}</translation>"

    return _OPEN_ENGLISH.sub(forms, ts)


def release(folder: Path, target: Path) -> None:
    """Compile the ``.ts`` files of ``folder`` into ``target``."""
    for name, sources in COMPILED.items():
        run("lrelease", "-silent", *(str(folder / source) for source in sources), "-qm", str(target / name))


def unfinished(file: Path) -> Iterator[str]:
    """Yield the texts of a file that nobody has translated."""
    for message in re.findall(r"<message.*?</message>", file.read_text("utf-8"), re.DOTALL):
        if 'type="unfinished"' in message:
            source = re.search(r"<source>(.*?)</source>", message, re.DOTALL)
            yield f"{file.name}: not translated: {source[1] if source else message}"


def run(tool: str, *arguments: str) -> None:
    """Run a tool that comes with PySide6. Raises TranslationError with what it says if it fails."""
    program = Path(PySide6.__file__).parent / (f"{tool}.exe" if sys.platform == "win32" else tool)
    try:
        result = subprocess.run([str(program), *arguments], capture_output=True, check=False, stdin=subprocess.DEVNULL)
    except OSError as error:
        raise TranslationError(f"{tool} can't be run: {error}") from error
    if result.returncode:
        raise TranslationError(f"{tool} failed: {(result.stdout + result.stderr).decode('utf-8', 'replace').strip()}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
