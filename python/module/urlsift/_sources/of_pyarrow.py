"""Tables and columns of pyarrow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow  # type: ignore
import pyarrow.compute  # type: ignore

from .parts import Decide, named, parts


def table(data: Any, column: Any) -> Arrow | None:
    """The source that data is, if it is of pyarrow."""
    if isinstance(data, pyarrow.Table | pyarrow.RecordBatch):
        return Arrow(data, data.column(named(column, data.column_names)))
    if isinstance(data, pyarrow.Array | pyarrow.ChunkedArray):
        return Arrow(data, data)
    return None


class Arrow:
    """A table, and the column of it that holds the lines. A missing value stays, and belongs to no group."""

    def __init__(self, data: Any, lines: Any) -> None:
        self._data = data
        self._lines = lines
        kind = lines.type.value_type if pyarrow.types.is_dictionary(lines.type) else lines.type
        of = pyarrow.types
        kinds = (of.is_string, of.is_large_string, of.is_string_view, of.is_binary, of.is_large_binary, of.is_binary_view, of.is_null)
        if not any(is_kind(kind) for is_kind in kinds):
            raise TypeError(f"lines are a column of strings or binary, not of {lines.type}")

    def __len__(self) -> int:
        return len(self._lines)

    def columns(self) -> Iterator[tuple[bytes, bytes]]:
        """The buffers of the column, a part at a time."""
        chunks = self._lines.chunks if isinstance(self._lines, pyarrow.ChunkedArray) else [self._lines]
        for chunk in chunks:
            for start, end in parts(len(chunk)):
                part = chunk.slice(start, end - start).cast(pyarrow.binary())
                if part.null_count:
                    part = part.fill_null(b"")
                _, offsets, lines = part.buffers()
                offsets = offsets.slice(4 * part.offset, 4 * (len(part) + 1)).to_pybytes()
                ends = memoryview(offsets).cast("i")
                first, length = ends[0], ends[-1] - ends[0]
                yield offsets, lines.slice(first, length).to_pybytes() if length else b""

    def filtered(self, decide: Decide) -> Any:
        """The rows that stay."""
        data, mask = self._data, self.mask(decide)
        if isinstance(data, pyarrow.Array | pyarrow.ChunkedArray):
            kind, plain = data.type, _plain(data.type)
        else:
            kind, plain = data.schema, pyarrow.schema([field.with_type(_plain(field.type)) for field in data.schema], data.schema.metadata)
        return data.filter(mask) if kind.equals(plain) else data.cast(plain).filter(mask).cast(kind)

    def mask(self, decide: Decide) -> Any:
        """Which rows stay, as an array."""
        stays = b"".join(decide(*column) for column in self.columns())
        array = pyarrow.Array.from_buffers(pyarrow.uint8(), len(stays), [None, pyarrow.py_buffer(stays)]).cast(pyarrow.bool_())
        if not self._lines.null_count:
            return array
        missing = self._lines.is_null()
        if isinstance(missing, pyarrow.ChunkedArray):
            missing = missing.combine_chunks()
        return pyarrow.compute.or_(array, missing)

    def numbered(self, groups: bytes) -> Any:
        """The number of the group of each row, as an array."""
        numbers = pyarrow.Array.from_buffers(pyarrow.int32(), len(groups) // 4, [None, pyarrow.py_buffer(groups)])
        return pyarrow.compute.if_else(pyarrow.compute.less(numbers, 0), pyarrow.scalar(None, pyarrow.int32()), numbers)

    def described(self, shapes: list[str | None]) -> Any:
        """The template of each row, as an array."""
        return pyarrow.array(shapes, pyarrow.string())


def _plain(kind: Any) -> Any:
    """The type by which pyarrow selects values of a type: it cannot select views."""
    if pyarrow.types.is_string_view(kind):
        return pyarrow.large_string()
    return pyarrow.large_binary() if pyarrow.types.is_binary_view(kind) else kind
