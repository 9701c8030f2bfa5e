"""A column of URLs as the module of urlsift takes it: two buffers of Arrow, so that Python handles no row by itself."""

import numpy
import pyarrow

from .settings import Refused

#: Verdicts by their numbers in `urlsift.Verdict`.
KEPT, SAMPLE, SIMILAR, UNWANTED, NOT_URL, REPEATED, EMPTY = range(7)


def buffers(column):
    """The offsets and the bytes of an Arrow array of strings or bytes. Nothing stands for null."""
    if column.null_count:
        column = column.fill_null(b"" if pyarrow.types.is_binary(column.type) or pyarrow.types.is_large_binary(column.type) else "")
    if not pyarrow.types.is_binary(column.type):
        column = column.cast(pyarrow.binary())
    if not len(column):
        return bytes(4), b""
    _, offsets, data = column.buffers()
    offsets = offsets.slice(4 * column.offset, 4 * (len(column) + 1)).to_pybytes()
    first, last = numpy.frombuffer(offsets, numpy.int32)[[0, -1]]
    return offsets, data.slice(first, last - first).to_pybytes() if last > first else b""


def check(frame, column):
    """Refuses a column that is not there, or that does not hold URLs."""
    kinds = dict(frame.dtypes)
    if column not in kinds:
        raise Refused(f"there is no column {column!r}: name one of {', '.join(frame.columns)}")
    if kinds[column] not in ("string", "binary") and not kinds[column].startswith(("char", "varchar", "string")):
        raise Refused(f"the column {column!r} holds {kinds[column]}: URLs are strings or binary")
