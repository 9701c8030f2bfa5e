"""How columns are divided, and what is made of the answers."""

from collections.abc import Callable, Iterator

#: Lines that are decided on at once: few enough for a cache, and for 32-bit offsets even if each has the longest length that is compared.
LINES = 2000

#: Takes the offsets and the bytes of a column, and gives a byte for each line: 1 if it stays.
Decide = Callable[[bytes, bytes], bytes]


def parts(count: int, size: int = LINES) -> Iterator[tuple[int, int]]:
    """Where each part begins and ends."""
    for start in range(0, count, size):
        yield start, min(start + size, count)


def whole_numbers(groups: bytes) -> list[int | None]:
    """32-bit integers, with `None` for those below zero."""
    return [None if number < 0 else number for number in memoryview(groups).cast("i")]


def named(column: object, names: list[object]) -> object:
    """The name of the column that holds the lines; a table of one column needs none."""
    shown = ", ".join(map(repr, names[:20])) or "none"
    if column is None and len(names) == 1:
        return names[0]
    if column is None:
        raise TypeError(f"name the column that holds the lines: filter(data, column); the columns are {shown}")
    if column not in names:
        raise KeyError(f"there is no column {column!r}: the columns are {shown}")
    return column
