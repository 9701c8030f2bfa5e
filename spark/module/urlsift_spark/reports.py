"""Groups as `urlsift cluster` prints them: text, JSON lines or rows."""

import itertools
import json
import unicodedata
from dataclasses import dataclass
from operator import itemgetter

import pyarrow
from pyspark.sql import functions as F

from .columns import buffers
from .settings import Settings
from .stages import named

FORMATS = ("text", "jsonl", "tsv")
#: The names of the columns of rows.
HEADER = b"group\trecord\tsize\tshape\tline"
#: What lines are called that are not compared, where they are not texts.
LABELS = {"urls": "not a URL", "events": "not a sequence of steps"}
#: Rows that are printed at once.
ROWS = 10_000


def report(session, lines, format="text", members=None, settings=None):
    """Gives the lines to print, in order: the largest group first, of equal sizes the one that starts first.

    Groups of texts get their signature if `settings` are those that found them.
    """
    # A group is never divided: one task prints it.
    ordered = lines.repartitionByRange(F.desc("size"), "group").sortWithinPartitions(F.desc("size"), "group", "place")
    printed = ordered.mapInArrow(Report(format, members, settings), "value binary")
    if format != "tsv":
        return printed
    header = session.range(0, 1, 1, 1).select(F.lit(bytearray(HEADER)).alias("value"))
    return header.union(printed)


@dataclass
class Report:
    """Runs on executors: prints groups."""

    format: str
    members: int | None
    settings: Settings | None = None

    @property
    def label(self):
        """What a line is called that is not compared."""
        return LABELS.get(self.settings.as_ if self.settings is not None else "urls", "no words")

    def __call__(self, batches):
        """Takes rows in the order of groups and places."""
        printed = []
        rows = _rows(batches)
        if self.format != "tsv" and self.settings is not None and self.settings.has_terms:
            rows = _signed(rows, self.settings.terms())
        for line in getattr(self, f"_{self.format}")(rows):
            printed.append(line)
            if len(printed) == ROWS:
                yield _batch(printed)
                printed = []
        yield _batch(printed)

    def _text(self, rows):
        for row, at in self._counted(rows):
            if at == 0:
                unit = "line" if row["size"] == 1 else "lines"
                signature = row.get("signature") if row["size"] > 1 else None
                yield f"group {row['group']}, {row['size']} {unit}: {signature or row['shape'] or self.label}".encode()
            if self._is_wanted(at):
                yield b"    " + row["line"]

    def _tsv(self, rows):
        for row, at in self._counted(rows):
            if at == 0 or self._is_wanted(at):
                yield f"{row['group']}\t{row['place']}\t{row['size']}\t{row['shape'] or '-'}\t".encode() + row["line"]

    def _jsonl(self, rows):
        first, wanted = None, []
        for row, at in self._counted(rows):
            if at == 0:
                if first:
                    yield _object(first, wanted)
                first, wanted = row, []
            if self._is_wanted(at):
                wanted.append(row["line"])
        if first:
            yield _object(first, wanted)

    def _is_wanted(self, at):
        return self.members is None or at < self.members

    @staticmethod
    def _counted(rows):
        """Rows, each with its number in the group."""
        group, at = None, 0
        for row in rows:
            at = at + 1 if row["group"] == group else 0
            group = row["group"]
            yield row, at


def _rows(batches):
    for batch in batches:
        yield from batch.to_pylist()


def _signed(rows, terms):
    """Rows, the first one of each group with the signature of its lines, which it has at hand together."""
    for _, group in itertools.groupby(rows, key=itemgetter("group")):
        group = list(group)
        lines = pyarrow.array([row["line"] for row in group], pyarrow.binary())
        group[0]["signature"] = terms.signature(*buffers(lines))
        yield from group


def _batch(lines):
    return pyarrow.RecordBatch.from_arrays([pyarrow.array(lines, pyarrow.binary())], ["value"])


def _object(first, members):
    """A group as the program writes it."""
    hexadecimal = [_hex(line) for line in members]
    fields = {name: first[name] for name in ("group", "size", "shape")}
    if signature := first.get("signature"):
        fields["signature"] = signature
    fields["representative"] = _text(first["line"])
    if own := _hex(first["line"]):
        fields["representative_hex"] = own
    fields["members"] = [_text(line) for line in members]
    if any(hexadecimal):
        fields["members_hex"] = hexadecimal
    written = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return (written if written.isascii() and "\x7f" not in written else "".join(map(_harmless, written))).encode()


def _text(line):
    return line.decode(errors="replace")


def _hex(line):
    try:
        line.decode()
    except UnicodeDecodeError:
        return line.hex()


def _harmless(c):
    """Escapes what a terminal would obey, or would not show by itself."""
    if c.isprintable() and not unicodedata.category(c).startswith("M"):
        return c
    units = c.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
