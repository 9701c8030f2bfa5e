"""Data frames and series of pandas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy
import pandas  # type: ignore

from .._urlsift import _column
from .parts import Decide, named, parts


def table(data: Any, column: Any) -> Pandas | None:
    """The source that data is, if it is of pandas."""
    if isinstance(data, pandas.Series):
        return Pandas(data, data)
    if not isinstance(data, pandas.DataFrame):
        return None
    name = named(column, list(data.columns))
    lines = data[name]
    if not isinstance(lines, pandas.Series):
        raise TypeError(f"several columns are called {name!r}: lines are one column")
    return Pandas(data, lines)


class Pandas:
    """A data frame, and the column of it that holds the lines. A missing value stays, and belongs to no group."""

    def __init__(self, data: Any, lines: Any) -> None:
        self._data = data
        self._missing = lines.isna().to_numpy()
        self._arrow = _arrow(lines)
        if self._arrow is None:
            self._lines = lines.to_numpy(dtype=object)
            if self._missing.any():
                self._lines = self._lines.copy()
                self._lines[self._missing] = ""

    def __len__(self) -> int:
        return len(self._missing)

    def columns(self) -> Iterator[tuple[bytes, bytes]]:
        """The lines as columns: buffers of Arrow, if pandas holds them as such."""
        if self._arrow is not None:
            yield from self._arrow.columns()
            return
        for start, end in parts(len(self)):
            yield _column(self._lines[start:end].tolist(), start)

    def filtered(self, decide: Decide) -> Any:
        """The rows that stay, under the index that they had."""
        stays = numpy.frombuffer(b"".join(decide(*column) for column in self.columns()), dtype=bool)
        return self._data.loc[stays | self._missing]

    def numbered(self, groups: bytes) -> Any:
        """The number of the group of each row, as a series of the same index."""
        numbers = numpy.frombuffer(groups, dtype=numpy.int32).copy()
        return pandas.Series(pandas.arrays.IntegerArray(numbers, numbers < 0), index=self._data.index, name="group")

    def described(self, shapes: list[str | None]) -> Any:
        """The template of each row, as a series of the same index."""
        return pandas.Series(shapes, index=self._data.index, name="shape", dtype="str")


def _arrow(lines: Any) -> Any:
    """The column as Arrow has it, if pandas holds it so."""
    kind = lines.dtype
    if isinstance(kind, pandas.ArrowDtype) or getattr(kind, "storage", None) == "pyarrow":
        import pyarrow  # type: ignore

        from .of_pyarrow import Arrow

        array = pyarrow.array(lines.array)
        return Arrow(array, array)
    return None
