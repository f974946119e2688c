# SPDX-License-Identifier: MIT
"""Texts that break what shows them: by size, by markup, by letters. Words like ``w12w`` have to be readable in all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

MEGABYTE = 1_000_000

RTL, LTR_MARK, OVERRIDE, ISOLATE = "\u05e9\u05dc\u05d5\u05dd", "\u200e", "\u202e", "\u2066"
ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"

HTML = """w1w <script>fetch('http://evil.example/w2w')</script>
<img src=x onerror="alert('w3w')"> <iframe src="https://evil.example/w4w"></iframe> <b>w5w</b> <style>*{display:none}</style>

<div onclick="steal()">

w6w <!-- w7w --> <a href="javascript:alert(1)">w8w</a> <svg/onload=alert(1)> <meta http-equiv="refresh" content="0;url=http://evil">

</div>

<table><tr><td>w9w</td></tr></table> &lt;b&gt;w10w&lt;/b&gt; <object data="file:///etc/passwd">w11w</object>
"""

PICTURES = """w1w ![w2w](file:///etc/passwd) ![w3w](https://evil.example/pixel.png) ![w4w](data:image/png;base64,iVBORw0KGgo=)

![w5w](//evil.example/share/a.png) ![w6w](\\\\\\\\evil.example\\\\share\\\\a.png)
![w7w](/etc/passwd) ![w8w](qrc:/a.png) ![w9w](:/a.png)

![w10w][ref] ![w11w](relative/a.png "title") [![w12w](http://evil.example/b.png)](http://evil.example)

[ref]: http://evil.example/c.png
"""

LINKS = """[w1w](file:///etc/passwd) [w2w](javascript:alert%281%29) [w3w](data:text/html,x) [w4w](//evil.example/x)
[w5w](smb://evil.example/x) [w6w](vbscript:x) [w7w](http:///nohost) [w8w](mailto:a@b.example) [w9w](relative) [w10w](#anchor)
[w11w](https://good.example/page) <https://good.example/w12w> https://good.example/w13w ftp://evil.example/w14w
[w15w](http://good.example:99999/x) [w16w](https:evil.example) [w17w](HTTPS://GOOD.example) [w18w](about:blank)
"""

BROKEN_TABLES = """w1w

| a | b |
|---|
| w2w | w3w | w4w |

|w5w|
|-|
|w6w|w7w|w8w|w9w|
| \\| w10w `|` | w11w
||||||
w12w

| only | head |
|:-:|:-|

|-|-|
|-|-|
"""

ODD_LETTERS = (
    f"w1w {OVERRIDE}w2w{RTL} {ISOLATE}w3w {ZERO_WIDTH * 9}w4w {FAMILY * 3} w5w e{chr(0x301) * 200} w6w \u0000 w7w "
    "\u001b[31mw8w\u001b[0m\n\n"
    f"\ud800 w9w \udfff w10w \ufffc\ufffd\ufeff w11w \u2028w12w\u2029w13w \x0b\x0cw14w \x85w15w \ufdd0\ufdd1w16w {RTL * 300} w17w\n"
)


def many_lines(count: int) -> str:
    return "\n".join(f"    x{number} = call({number})  # w{number}w" for number in range(count))


def _nested(marks: str, count: int) -> str:
    return f"w1w\n\n{marks * count}w2w\n\nw3w\n"


def _table(columns: int, rows: int) -> str:
    row = "|".join("c" for _ in range(columns))
    return f"w1w\n\n|{row}|\n|{'-|' * columns}\n" + f"|{row}|\n" * rows + "\nw2w\n"


TEXTS: Mapping[str, Callable[[], str]] = {
    "html": lambda: HTML,
    "pictures": lambda: PICTURES,
    "links": lambda: LINKS,
    "broken tables": lambda: BROKEN_TABLES,
    "odd letters": lambda: ODD_LETTERS,
    "10,000 lines of code": lambda: f"w0w\n\n```python\n{many_lines(10_000)}\n```\n\nw10001w",
    "10,000 lines in a fence that never closes": lambda: f"w0w\n\n```js\n{many_lines(10_000)}",
    "fence in a list that never closes": lambda: f"- w0w\n  ```\n{many_lines(300)}",
    "a line of a megabyte": lambda: "w0w " + "x" * MEGABYTE + " w1w",
    "code in one long line": lambda: "```json\n" + '{"a":1},' * (MEGABYTE // 24) + "\n```\nw1w",
    "letters without width": lambda: "w0w" + ZERO_WIDTH * (MEGABYTE // 20) + "w1w",
    "combining marks": lambda: "w0w " + ("e" + "\u0301\u0300" * 20) * 2_000 + " w1w",
    "right to left": lambda: "w0w\n\n" + f"{OVERRIDE}{RTL} abc {ISOLATE}{RTL}\n\n" * 2_000 + "w1w",
    "emoji": lambda: "w0w " + FAMILY * 20_000 + " w1w",
    "quotes in quotes, under the limit of a line": lambda: _nested("> ", 3_900),
    "lists in lists, under the limit of a line": lambda: _nested("- ", 3_900),
    "lists in quotes": lambda: _nested("> - ", 1_900),
    "a ladder of lists": lambda: "\n".join("  " * depth + f"- w{depth}w" for depth in range(400)),
    "brackets": lambda: _nested("[", 50_000),
    "links that never close": lambda: "w1w " + "[a](" * 12_000 + "\n\nw2w",
    "emphasis": lambda: "w1w " + "*a_" * 16_000 + "\n\n" + "**a" * 2_500 + "\n\nw2w",
    "backticks of growing length": lambda: "w1w " + " ".join("`" * count for count in range(1, 300)) + "\n\nw2w",
    "a wide table": lambda: _table(1_300, 3),
    "a table of 10,000 columns": lambda: _table(10_000, 2),
    "a table with one wide row": lambda: "w1w\n\n|a|\n|-|\n|" + "b|" * 3_900 + "\n|c|\n\nw2w",
    "a large table": lambda: _table(40, 400),
    "tiny paragraphs": lambda: "w1w\n\n" + "a\n\n" * 10_000 + "w2w",
    "tiny headings": lambda: "w1w\n" + "# a\n" * 8_000 + "w2w",
    "tiny fences": lambda: "w1w\n\n" + "```\na\n```\n" * 3_000 + "\nw2w",
    "halves of letters": lambda: "w1w " + "\ud800" * 300_000 + "\n\nw2w",
    "carriage returns": lambda: "w1w" + "\r" * 300_000 + "w2w",
    "line separators": lambda: "w1w" + "\u2028" * 20_000 + "a\u2029" * 20_000 + "w2w",
    "tabs": lambda: "w1w" + "\t" * 200_000 + "w2w",
    "nothing but blanks": lambda: "w1w" + " \n" * 200_000 + "w2w",
    "5 MB": lambda: "w1w\n" + ("The quick brown fox jumps over the lazy dog, once for each line of this text.\n" * 64_000) + "w2w",
    "100,000 short lines": lambda: "w1w\n" + "ab c\n" * (MEGABYTE // 10) + "w2w",
}
