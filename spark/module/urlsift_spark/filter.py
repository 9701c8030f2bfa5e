"""The filter: what `urlsift` prints of a list, one host beside the other."""

import pyarrow

from .division import comparable, divide, filters, surveyed_filters


def sift(session, lines, settings, partitions=None):
    """Gives the rows of a list that the program prints: `place`, `line`, and `row` where the list has one. Their order is that of `place`."""
    settings.refuse_meeting_hosts()
    divided = divide(lines.read(session), settings, partitions)
    return divided.mapInArrow(Filter(settings), divided.drop("part").schema)


class Filter:
    """Runs on executors: leaves the rows whose lines are printed."""

    def __init__(self, settings):
        self.settings = settings

    def __call__(self, batches):
        """Takes rows in the order of parts and places."""
        given = surveyed_filters if self.settings.two_pass else filters
        for sift, batch in given(batches, self.settings):
            lines, long = comparable(batch)
            printed = [bool(verdict) for verdict in sift.decide(lines)]
            for at in long:
                printed[at] = True
            yield batch.drop_columns(["part"]).filter(pyarrow.array(printed, pyarrow.bool_()))
