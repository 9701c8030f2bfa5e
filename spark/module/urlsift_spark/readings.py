"""How each line reads once the whole list is known, and by which keys it is found.

What a host teaches depends on its lines alone, so a task learns from all lines of its hosts and then reads them again. Lines that read the
same are one *node*, called by the place of the first of them; only that one hands on its keys.
"""

from hashlib import blake2b

import pyarrow

from .division import LONGEST, comparable, divide, filters, surveyed_filters

#: How many nodes a task remembers. What comes up again later is a node of its own, which its keys join to the first one.
REMEMBERED = 1 << 20
FIELDS = {
    "node": pyarrow.int64(),
    "keys": pyarrow.list_(pyarrow.int64()),
    "shape": pyarrow.string(),
    "is_wide": pyarrow.bool_(),
}
SCHEMA = "place long, line binary, node long, keys array<long>, shape string, is_wide boolean"


def read(session, lines, settings, partitions=None):
    """Gives the lines that belong to a group: `place` (the number of the line), `line`, `node`, and for the first line of each node
    `keys`, `shape` and whether it `is_wide`: has more keys than are counted."""
    divided = divide(lines.read(session, numbered=True), settings, partitions)
    return divided.select("part", "place", "line").mapInArrow(Readings(settings), SCHEMA)


class Readings:
    """Runs on executors: reads lines as their hosts lead to."""

    def __init__(self, settings):
        self.settings = settings

    def __call__(self, batches):
        """Takes rows in the order of parts and places."""
        learns = not self.settings.no_learn and not self.settings.literal
        nodes, last = {}, None
        for sift, batch in (surveyed_filters if learns else filters)(batches, self.settings):
            if sift is not last:
                nodes, last = {}, sift
            yield self._read(sift, batch, nodes)

    def _read(self, sift, batch, nodes):
        lines, _ = comparable(batch)
        places = batch.column("place").to_pylist()
        taken, columns = [], {name: [] for name in FIELDS}
        for at, (line, place) in enumerate(zip(lines, places)):
            keys, is_wide = _keys(sift, line)
            if not keys:
                continue
            identity = keys[0] if len(keys) == 1 else tuple(keys)
            node = nodes.get(identity)
            taken.append(at)
            if node is not None:
                row = (node, None, None, None)
            else:
                if len(nodes) >= REMEMBERED:
                    nodes.clear()
                nodes[identity] = place
                row = (place, keys, sift.learned_shape(line), is_wide)
            for column, value in zip(columns.values(), row):
                column.append(value)
        kept = batch.select(["place", "line"]).take(pyarrow.array(taken, pyarrow.int32()))
        arrays = [pyarrow.array(column, FIELDS[name]) for name, column in columns.items()]
        return pyarrow.RecordBatch.from_arrays([*kept.columns, *arrays], [*kept.schema.names, *FIELDS])


def _keys(sift, line):
    """The keys of a line as signed numbers, and whether it has too many: then one that lines of the same bytes share."""
    if not line:
        return [], False
    try:
        found, is_wide = sift.learned_keys(line), False
    except ValueError:
        found, is_wide = [int.from_bytes(blake2b(line, digest_size=8).digest(), "big")], True
    return [key - (1 << 64) if key >= 1 << 63 else key for key in found], is_wide
