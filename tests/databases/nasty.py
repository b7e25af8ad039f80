"""A table of everything that quoting and text forms can get wrong, made by a seed.

Names and values are also drawn at random from quotes, escapes, comments and line ends.
"""

import random

NAME = 'age "in" years; -- `x` \\'
TEXTS = [
    "plain", "it's", 'say "so"', "back\\slash", "\\", "\\'; DROP TABLE t; --", "'; DELETE FROM t; --", "a\nb", "a\r\nb",
    "tab\there", "${env:HOME}", "$1", "%s", "{x}", "*", "NULL", "null", "ümlaut", "e\u0301", "é", "😀", "\u2028", "--", "/* x */",
    "`tick`", '""', "''", "a;b", " lead", "trail ", "A", "a", "0", "00", "TRUE", "E'x'", "\\n", "\\u0041", "@p", ":name", "&x",
]


def rows(number: int, seed: int = 1):
    """Rows of age (a number or nothing), two texts, a day, a price with two places, and a text that is kept."""
    draw = random.Random(seed)
    for _ in range(number):
        yield (
            None if draw.random() < 0.03 else draw.randint(0, 99),
            draw.choice(TEXTS),
            None if draw.random() < 0.05 else draw.choice(TEXTS[:12]),
            f"19{draw.randint(40, 99)}-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}",
            f"{draw.choice([1.5, 2.25, 10, 0.05, 1234.5])}",
            draw.choice(TEXTS),
        )


def columns(dialect):
    """Its columns with their kinds. Spark takes no line end in a name."""
    broken = "süß name" if dialect == "spark" else "süß\nname"
    return {NAME: "whole", "select": "text", broken: "text", "day": "day", "price": "decimal", "note's": "text"}


def recipe(columns):
    """A recipe for it. Every value of the two texts has a row of its own."""
    age, select, broken, day, price, note = columns
    groups = [[text, f"g{place % 5}'\\", "*"] for place, text in enumerate(["", *TEXTS])]
    return {
        "kanon": 1,
        "columns": {
            age: {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [10, 50]}}},
            select: {"role": "quasi-identifier", "hierarchy": {"rows": groups}},
            broken: {"role": "quasi-identifier", "hierarchy": {"rows": groups}},
            day: {"role": "quasi-identifier", "hierarchy": {"dates": {"units": ["year"]}}},
            price: {"role": "quasi-identifier"},
            note: {"role": "sensitive", "release": {"mask": {"first": 1, "last": 1}}},
        },
        "privacy": {"k": 5, "suppression_limit": 0.1},
    }

# What texts are drawn from: quotes, escapes, comments, variables, line ends, and letters of several bytes.
PIECES = [
    "'", "''", '"', "`", "\\", "\\\\", ";", ";\n", "--", "/*", "*/", "$", "${", "}", "$$", "%", "%s", "?", ":a", "@b", "#", "{", "\n", "\r", "\r\n",
    "\t", " ", "  ", ",", "(", ")", "*", "NULL", "E'", "N'", "U&'", "x", "X", "0", "\\n", "\\x41", "\\u0041", "\\'", "é", "e\u0301", "ß", "İ",
    "\u00a0", "\u200b", "\u2028", "\ufeff", "\x01", "\x7f", "漢", "😀", "\U0010ffff",
]


def text(draw: random.Random, most: int) -> str:
    """A text of a few pieces."""
    return "".join(draw.choice(PIECES) for _ in range(draw.randint(1, most)))


def drawn(draw: random.Random, dialect: str):
    """Names of two quasi-identifiers and of another column, the values of each, and rows of them.

    Spark takes no blank, line end, comma, semicolon, bracket or equals sign in a name. Names that differ in case alone
    are one to some databases.
    """
    names: list[str] = []
    while len(names) < 3:
        name = text(draw, 4)
        if dialect == "spark":
            name = "".join(letter for letter in name if letter not in " ,;{}()\n\r\t=")
        taken = {other.casefold() for other in names}
        if name.strip() and len(name.encode()) <= 60 and name.casefold() not in taken:
            names.append(name)
    values = [sorted({text(draw, 5) for _ in range(12)}) for _ in names]
    rows = [[draw.choice(own) for own in values] for _ in range(150)]
    return names, values, rows
