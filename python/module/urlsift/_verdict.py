"""What became of a line."""

from enum import Enum


class Verdict(Enum):
    """What became of a line. True if the program would print the line: `if sift.admit(line): print(line)`."""

    KEPT = "kept"
    """A URL that is similar to nothing kept so far."""
    SAMPLE = "sample"
    """Similar to a kept URL, but one of the first samples of its group."""
    SIMILAR = "similar"
    """A URL that is similar to a kept one: dropped."""
    UNWANTED = "unwanted"
    """A URL that the conditions do not want, or one more of its host than are wanted: dropped."""
    NOT_URL = "not_url"
    """Not a URL, seen for the first time: printed."""
    REPEATED = "repeated"
    """Not a URL, and the same bytes came before: dropped."""
    EMPTY = "empty"
    """An empty line: dropped."""

    def __init__(self, name: str) -> None:
        self._printed = name in ("kept", "sample", "not_url")

    def __bool__(self) -> bool:
        return self._printed

    @property
    def is_url(self) -> bool:
        """Whether the line is a URL."""
        return self in (Verdict.KEPT, Verdict.SAMPLE, Verdict.SIMILAR, Verdict.UNWANTED)
