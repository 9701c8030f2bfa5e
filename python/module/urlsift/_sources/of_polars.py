"""Data frames and series of polars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars

from .._urlsift import _column, _column_of_text
from .parts import Decide, named, parts, whole_numbers

#: Rows that are joined at once: a call of polars takes longer than one of this module.
ROWS = 20_000


def table(data: Any, column: Any) -> Polars | None:
    """The source that data is, if it is of polars."""
    if isinstance(data, polars.Series):
        return Polars(data, data)
    if isinstance(data, polars.LazyFrame):
        raise TypeError("a LazyFrame has no rows yet: filter(data.collect(), column)")
    if isinstance(data, polars.DataFrame):
        return Polars(data, data.get_column(str(named(column, list(data.columns)))))
    return None


class Polars:
    """A data frame, and the column of it that holds the lines. A missing value stays, and belongs to no group."""

    def __init__(self, data: Any, lines: Any) -> None:
        self._data = data
        if lines.dtype in (polars.Categorical, polars.Enum, polars.Null):
            lines = lines.cast(polars.String)
        if lines.dtype not in (polars.String, polars.Binary):
            raise TypeError(f"lines are a column of strings or binary, not of {lines.dtype}")
        self._lines = lines

    def __len__(self) -> int:
        return len(self._lines)

    def columns(self) -> Iterator[tuple[bytes, bytes]]:
        """The lines as columns. polars joins texts; only texts that have line ends, and bytes, are handed over one by one."""
        is_text = self._lines.dtype == polars.String
        for start, end in parts(len(self), ROWS):
            part = self._lines.slice(start, end - start)
            if part.null_count():
                part = part.fill_null("" if is_text else b"")
            joined = _column_of_text(part.str.join("\n").item(), len(part)) if is_text else None
            if joined is not None:
                yield joined
                continue
            for first, last in parts(len(part)):
                yield _column(part.slice(first, last - first).to_list(), start + first)

    def filtered(self, decide: Decide) -> Any:
        """The rows that stay."""
        stays = b"".join(decide(*column) for column in self.columns())
        mask = polars.Series(list(stays), dtype=polars.UInt8).cast(polars.Boolean)
        return self._data.filter(mask | self._lines.is_null())

    def numbered(self, groups: bytes) -> Any:
        """The number of the group of each row, as a series."""
        return polars.Series("group", whole_numbers(groups), dtype=polars.Int32)

    def described(self, shapes: list[str | None]) -> Any:
        """The template of each row, as a series."""
        return polars.Series("shape", shapes, dtype=polars.String)
