"""Lines of an iterable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress
from typing import Any

from .._urlsift import _column, _lines
from .parts import Decide, parts, whole_numbers


class Lines:
    """A list of lines, each `bytes` or `str`."""

    def __init__(self, lines: Iterable[Any]) -> None:
        self._lines: list[Any] = lines if isinstance(lines, list) else list(_lines(lines))

    def first(self) -> Any:
        """The first line, which may be a header."""
        return self._lines[0] if self._lines else None

    def without_first(self) -> Lines:
        """All other lines."""
        return Lines(self._lines[1:])

    def __len__(self) -> int:
        return len(self._lines)

    def columns(self) -> Iterator[tuple[bytes, bytes]]:
        """The lines as columns."""
        for start, end in parts(len(self._lines)):
            yield _column(self._lines[start:end], start)

    def filtered(self, decide: Decide) -> list[Any]:
        """The lines that stay."""
        kept: list[Any] = []
        for start, end in parts(len(self._lines)):
            part = self._lines[start:end]
            kept.extend(compress(part, decide(*_column(part, start))))
        return kept

    def numbered(self, groups: bytes) -> list[int | None]:
        """The number of the group of each line."""
        return whole_numbers(groups)

    def described(self, shapes: list[str | None]) -> list[str | None]:
        """The template of each line."""
        return shapes
