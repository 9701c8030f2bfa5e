import os
from collections.abc import Iterable, Iterator
from datetime import timedelta
from types import TracebackType
from typing import Any, Literal, TypedDict, TypeVar, final

from typing_extensions import Unpack

from ._verdict import Verdict

__all__ = [
    "Clusters",
    "Comparison",
    "Crawl",
    "DividedTerms",
    "Explanation",
    "RecentLine",
    "Setting",
    "Sift",
    "__version__",
    "_column",
    "_column_of_text",
    "_lines",
    "_panic",
    "compare",
    "settings",
]

__version__: str

_Line = TypeVar("_Line", bytes, str)

# The settings of `Sift`, for functions that take a column beside them.
class _Settings(TypedDict, total=False):
    threshold: float | str
    weights: dict[str, float] | str | None
    metric: Literal["overlap", "simhash"]
    literal: bool
    merge_hosts: bool
    no_learn: bool
    class_: Iterable[str] | None
    no_class: Iterable[str]
    protect: Iterable[str]
    ignore_param: Iterable[str]
    select_param: Iterable[str]
    params_from: Iterable[str]
    rules: Iterable[str]
    no_default_ignores: bool
    by: str | None
    params: Literal["sets", "names", "learned"]
    two_pass: bool
    same_answer: int | None
    as_: Literal["urls", "text", "log", "events"]
    shingle: int
    fold: Literal["marks", "blanks", "forms", "all", "none"]
    ext: Iterable[str]
    not_ext: Iterable[str]
    host: Iterable[str]
    not_host: Iterable[str]
    scope: Iterable[str]
    scheme: Iterable[str]
    has_params: bool
    no_params: bool
    param: Iterable[str]
    match: Iterable[str]
    not_match: Iterable[str]
    not_junk: bool
    status: Iterable[str | int]
    signatures: Iterable[str]
    not_signatures: Iterable[str]
    max_per_host: int | None
    max_per_prefix: str | int | None
    field: str | None
    log: bool
    base: str | None
    keep: int
    suspects: int | None
    detail: Literal["verdicts", "shapes", "groups", "explanations"]
    count_learned: bool
    notes: bool
    exhaustive: bool
    seed: tuple[int, int] | str | None

@final
class Explanation:
    """The reason why a line is similar to a kept one."""

    @property
    def representative(self) -> bytes | str:
        """The kept line, in the type of the line that is similar to it."""
    @property
    def record(self) -> int:
        """The number of the representative among all lines of the filter, from 1."""
    @property
    def percent(self) -> float:
        """The similarity, from 0 to 100."""
    @property
    def shape(self) -> str:
        """The template of the line."""
    @property
    def representative_shape(self) -> str:
        """The template of the representative."""
    @property
    def differences(self) -> list[str]:
        """The differences: `segment 2: edit | delete`."""
    @property
    def same(self) -> list[str]:
        """Different texts that count as the same: `segment 2: 17 and 42 (int)`."""

@final
class Comparison:
    """How similar two lines are, and where they differ."""

    @property
    def similar(self) -> bool:
        """Whether a filter would drop one after the other."""
    @property
    def percent(self) -> float:
        """The similarity, from 0 to 100."""
    @property
    def first(self) -> str:
        """The template of the first line."""
    @property
    def second(self) -> str:
        """The template of the second line."""
    @property
    def differences(self) -> list[str]:
        """The differences: `segment 2: edit | delete`."""
    @property
    def same(self) -> list[str]:
        """Different texts that count as the same: `segment 2: 17 and 42 (int)`."""

@final
class Setting:
    """The description of a setting."""

    @property
    def name(self) -> str:
        """Its name in the program."""
    @property
    def keyword(self) -> str:
        """Its keyword in `Sift`."""
    @property
    def aliases(self) -> list[tuple[str, bool]]:
        """Other keywords, each with whether it means the opposite."""
    @property
    def section(self) -> Literal["similarity", "records", "selection", "input", "output", "code"]:
        """Its topic."""
    @property
    def kind(self) -> Literal["switch", "whole", "percent", "choice", "text", "list", "names", "weights", "key"]:
        """The kind of its value."""
    @property
    def choices(self) -> list[str]:
        """The values of a choice, or the names that a list may have."""
    @property
    def default(self) -> bool | int | float | str | tuple[()] | None:
        """The default of the keyword."""
    @property
    def short(self) -> str | None:
        """Its short option on the command line."""
    @property
    def value_name(self) -> str:
        """The name of its value in help; empty for a switch."""
    @property
    def help(self) -> str:
        """Its effect, in one sentence."""
    @property
    def details(self) -> str:
        """Further details."""
    @property
    def not_with(self) -> list[str]:
        """The settings that it contradicts, by name."""

@final
class Sift:
    """The filter. Several threads may use one; their calls take turns."""

    def __new__(
        cls,
        threshold: float | str = 95.0,
        *,
        state: str | os.PathLike[str] | None = None,
        window: timedelta | str | None = None,
        slice: timedelta | str | None = None,
        time_field: str | None = None,
        remember: Literal["kept", "all"] = "kept",
        weights: dict[str, float] | str | None = None,
        metric: Literal["overlap", "simhash"] = "overlap",
        literal: bool = False,
        merge_hosts: bool = False,
        no_learn: bool = False,
        class_: Iterable[str] | None = None,
        no_class: Iterable[str] = (),
        protect: Iterable[str] = (),
        ignore_param: Iterable[str] = (),
        select_param: Iterable[str] = (),
        params_from: Iterable[str] = (),
        rules: Iterable[str] = (),
        no_default_ignores: bool = False,
        by: str | None = None,
        params: Literal["sets", "names", "learned"] = "sets",
        two_pass: bool = False,
        same_answer: int | None = None,
        as_: Literal["urls", "text", "log", "events"] = "urls",
        shingle: int = 2,
        fold: Literal["marks", "blanks", "forms", "all", "none"] = "marks",
        ext: Iterable[str] = (),
        not_ext: Iterable[str] = (),
        host: Iterable[str] = (),
        not_host: Iterable[str] = (),
        scope: Iterable[str] = (),
        scheme: Iterable[str] = (),
        has_params: bool = False,
        no_params: bool = False,
        param: Iterable[str] = (),
        match: Iterable[str] = (),
        not_match: Iterable[str] = (),
        not_junk: bool = False,
        status: Iterable[str | int] = (),
        signatures: Iterable[str] = (),
        not_signatures: Iterable[str] = (),
        max_per_host: int | None = None,
        max_per_prefix: str | int | None = None,
        field: str | None = None,
        column: str | int | None = None,
        log: bool = False,
        base: str | None = None,
        keep: int = 1,
        suspects: int | None = None,
        detail: Literal["verdicts", "shapes", "groups", "explanations"] = "verdicts",
        count_learned: bool = False,
        notes: bool = False,
        exhaustive: bool = False,
        seed: tuple[int, int] | str | None = None,
    ) -> Sift:
        """The settings of the program, with underscores: `help(Sift)` explains each. Older keywords follow the ones they stand for.
        Raises ValueError for invalid settings."""
    def commit(self) -> None:
        """Stores the decisions so far in the `state`: call it when the kept lines are safe. Decisions that were not stored are made again
        by the next filter. Filters that share a server store each call's decisions by themselves."""
    def close(self) -> None:
        """Stores the decisions in the `state`, and leaves it to others; the filter cannot be used again. `with` calls it, but stores nothing
        after an exception."""
    def __enter__(self) -> Sift: ...
    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /) -> None: ...
    def begin(self, first: bytes | str) -> bool:
        """Reads the first line of a source whose `column` holds the URL, and returns whether it is a header, which must not be passed to `admit`. Raises
        ValueError if it does not name the column."""
    def admit(self, line: bytes | str) -> Verdict:
        """Decides on one line. Ignores the line end."""
    def filter(self, lines: Iterable[_Line]) -> Iterator[_Line]:
        """Yields the lines that the program would print, as they come."""
    def decide(self, lines: Iterable[bytes | str]) -> list[Verdict]:
        """Decides on many lines at once, in order, while other threads run."""
    def decide_column(self, offsets: bytes, data: bytes) -> bytes:
        """Decides on a column of lines: the offsets (32-bit) and the data of an Arrow array of binary or string. Returns a byte for each, the
        number of its verdict among the members of `Verdict`. A line of more than 1 MiB is not compared, and counts as NOT_URL. Raises
        ValueError if the offsets are not in order, or beyond the data."""
    def parts_of_column(self, offsets: bytes, data: bytes) -> bytes:
        """Returns 8 bytes for each line of a column, a number made of its `host`, or of the line itself if it is not a URL: a list can
        be divided by it, if `separates_hosts`. The numbers are the same in every process with the same version and `seed`."""
    def shapes_of_column(self, offsets: bytes, data: bytes) -> list[str | None]:
        """Returns the `learned_shape` of each line of a column."""
    def explain(self, index: int = -1) -> Explanation | None:
        """Explains why a line of the last call of `admit` or `decide` was dropped; `None` if it was not. Needs `detail="explanations"`."""
    def shape(self, index: int = -1) -> str | None:
        """Returns the template of a line of the last call; `None` if it is not a URL. Needs a `detail` beyond "verdicts"."""
    def group(self, index: int = -1) -> int | None:
        """Returns the number of the group of a line of the last call. Needs the `detail` "groups" or "explanations"."""
    def recent(self, line: bytes | str, *, by: str | None = None, within: timedelta | str | None = None, limit: int | None = None) -> list[RecentLine]:
        """The lines of the window in the group of a line, or with `by` those that have its value in a field, the latest first: at most `limit`,
        and only those that came `within` this time before now, or before the latest line if lines have times of their own. Needs
        remember="all"."""
    def count(self, line: bytes | str, *, by: str | None = None, within: timedelta | str | None = None) -> int:
        """How many lines `recent` gives without a limit."""
    def in_window(self, index: int = -1) -> int | None:
        """How many lines of the window are in the group of a line of the last call, with this line. None if it has no group."""
    def bands(self, line: bytes | str) -> list[int]:
        """At most 40 numbers, of which similar lines share one in most cases, at any threshold: those of `urlsift keys --bands`."""
    def keys(self, line: bytes | str) -> list[int]:
        """Returns the 64-bit keys of a line: similar URLs share one, and others do not. Learning has no effect on them.

        A line that is not a URL has one key, shared only by identical lines; an empty line has none. Without a `seed`, keys are those of
        the seed (0, 0), so they mean the same in every process.

        Raises ValueError for a URL with more than 4,096 keys, as a URL of many parts has at a low threshold.
        """
    def learned_keys(self, line: bytes | str) -> list[int]:
        """Returns the 64-bit keys of a line as it reads with everything that this filter has learned; nothing is learned from it. Filters share them
        if they have the same `seed`.

        After a whole list and `restart` (with `two_pass=True`), steps of shared keys lead from a line to its whole group.

        Raises ValueError for a URL with more than 4,096 keys, as a URL of many parts has at a low threshold.
        """
    def learned_shape(self, line: bytes | str) -> str | None:
        """Returns the template of a line as it reads with everything that this filter has learned. `None` if it is not a URL."""
    def host(self, line: bytes | str) -> str | None:
        """Returns the host of a line, as the filter compares it: the key to divide a list by. `None` if the line is not a URL.

        A port that is not the scheme's default is a part of it, and so is a scheme other than http and https. A bare path has the empty host.
        """
    @property
    def separates_hosts(self) -> bool:
        """Whether URLs on different hosts are never similar under these settings, so that a list can be divided by host."""
    @property
    def kept(self) -> int:
        """The number of representatives: kept URLs, without further samples."""
    @property
    def memory(self) -> int:
        """The memory used by the filter, in bytes, within a few percent."""
    @property
    def search_limit_hits(self) -> int:
        """The number of searches that hit their limit and found nothing similar, so that their lines were kept."""
    def restart(self) -> None:
        """Forgets all lines, but keeps what was learned: the same list can be filtered again."""
    def learned_positions(self) -> tuple[int, list[tuple[str, int, int, list[str]]]] | None:
        """Returns the number of lines dropped because a path position was learned, and those positions, the largest first: the path up to
        it, dropped lines, names, and the names with the fewest lines. `None` unless `count_learned` is set."""
    def save(self) -> bytes:
        """Returns everything that the filter knows, for `load`. Needs `notes=True`, which takes memory."""
    def load(self, saved: bytes) -> None:
        """Loads what a filter with the same settings has saved, and forgets what this one knew: it decides on later lines as that one
        would have. Raises ValueError if the bytes are damaged, or come from a filter with other settings."""
    def save_host(self, url: bytes | str) -> bytes:
        """Returns what the filter knows of the host of a URL, for `load_host`; of a line that is not a URL, all such lines."""
    def load_host(self, saved: bytes) -> None:
        """Adds another filter's knowledge of a host. Both need the same settings and the same `seed`."""
    def __copy__(self) -> Sift: ...
    def __deepcopy__(self, memo: object, /) -> Sift: ...

@final
class Clusters:
    """The groups of a list: the connected components of similar lines, as `urlsift cluster` prints them.

    Lines come as columns, the offsets (32-bit) and the data of an Arrow array of binary or string: first all of them for `learn`, if
    `needs_learning`, then all of them for `add`. With `leader`, returns the groups of the filter.
    """

    def __new__(
        cls,
        threshold: float | str = 95.0,
        *,
        leader: bool = False,
        weights: dict[str, float] | str | None = None,
        metric: Literal["overlap", "simhash"] = "overlap",
        literal: bool = False,
        merge_hosts: bool = False,
        no_learn: bool = False,
        class_: Iterable[str] | None = None,
        no_class: Iterable[str] = (),
        protect: Iterable[str] = (),
        ignore_param: Iterable[str] = (),
        select_param: Iterable[str] = (),
        params_from: Iterable[str] = (),
        rules: Iterable[str] = (),
        no_default_ignores: bool = False,
        by: str | None = None,
        params: Literal["sets", "names", "learned"] = "sets",
        two_pass: bool = False,
        same_answer: int | None = None,
        as_: Literal["urls", "text", "log", "events"] = "urls",
        shingle: int = 2,
        fold: Literal["marks", "blanks", "forms", "all", "none"] = "marks",
        ext: Iterable[str] = (),
        not_ext: Iterable[str] = (),
        host: Iterable[str] = (),
        not_host: Iterable[str] = (),
        scope: Iterable[str] = (),
        scheme: Iterable[str] = (),
        has_params: bool = False,
        no_params: bool = False,
        param: Iterable[str] = (),
        match: Iterable[str] = (),
        not_match: Iterable[str] = (),
        not_junk: bool = False,
        status: Iterable[str | int] = (),
        signatures: Iterable[str] = (),
        not_signatures: Iterable[str] = (),
        max_per_host: int | None = None,
        max_per_prefix: str | int | None = None,
        field: str | None = None,
        column: str | int | None = None,
        log: bool = False,
        base: str | None = None,
        keep: int = 1,
        suspects: int | None = None,
        detail: Literal["verdicts", "shapes", "groups", "explanations"] = "verdicts",
        count_learned: bool = False,
        notes: bool = False,
        exhaustive: bool = False,
        seed: tuple[int, int] | str | None = None,
    ) -> Clusters:
        """The settings of `Sift`, and whether to return the groups of the filter."""
    @property
    def needs_learning(self) -> bool:
        """Whether all lines must be passed to `learn` before they are added."""
    def learn(self, offsets: bytes, data: bytes) -> None:
        """Learns from lines."""
    def add(self, offsets: bytes, data: bytes) -> None:
        """Adds lines. A line of more than 1 MiB belongs to no group."""
    def groups(self) -> tuple[tuple[bytes, bytes, bytes, bytes, bytes], int]:
        """Returns the groups, the largest first, as five columns, and the number of lines that were not compared with all candidates.

        The columns are 32-bit integers, but for the last one: the number of each line that belongs to a group, and the number of its
        group, those of one group together; the size of each group; the offsets and the data of their templates, empty for lines that
        are not URLs. Lines and groups count from 0. It can be asked once.
        """
    def _numbers(self, count: int) -> bytes: ...

@final
class RecentLine:
    """A line, how often it came, and when first and last."""

    @property
    def line(self) -> bytes | str:
        """The line, of the type of the line that was asked about."""
    @property
    def count(self) -> int:
        """How often it came."""
    @property
    def first(self) -> float:
        """When it first came, in seconds since 1970."""
    @property
    def last(self) -> float:
        """When it last came."""

@final
class DividedTerms:
    """The terms of texts or sequences that are divided among processes: `urlsift_spark` groups them by it. It takes the settings of `Sift`.
    Numbers are arrays of 64 bits, or of 32 bits for counts and ends."""

    def __new__(cls, threshold: float | str = 95.0, **settings: Any) -> DividedTerms: ...
    def count(self, offsets: bytes, data: bytes) -> None:
        """Counts the terms of lines."""
    def counts(self) -> tuple[bytes, bytes, int]:
        """The counted terms, how many lines have each, and the number of lines."""
    def add_counts(self, tokens: bytes, counts: bytes, counted: int) -> None:
        """Adds what was counted elsewhere."""
    def are_compared(self, offsets: bytes, data: bytes) -> bytes:
        """A byte for each line: whether it is compared at all."""
    def signature(self, offsets: bytes, data: bytes) -> str | None:
        """The signature of the lines of a component, if they have one."""
    def keys(self, offsets: bytes, data: bytes) -> tuple[bytes, bytes]:
        """Where the keys of each line end, and keys."""
    def add(self, names: bytes, ends: bytes, keys: bytes, offsets: bytes, data: bytes) -> None:
        """Adds lines by their names, where the keys of each end, and keys."""
    def pairs(self) -> tuple[bytes, bytes]:
        """Pairs of names that connect the similar lines of each key, the least name second."""

@final
class Crawl:
    """Decides which links a crawl should request, and learns from the answers. Several threads may use one.

    A few links of each template get a *ticket*; further ones are refused, or wait for one of the tickets to fail:

        crawl = Crawl(keep=3, scope=["example.com"])
        ticket, refusal = crawl.take("https://example.com/user/1")
        if ticket is not None:
            ...  # request it; then:
            waited = crawl.done(ticket, status=200, address="https://example.com/user/1")
            if waited is not None:
                url, ticket = waited  # request this one too
    """

    def __new__(
        cls,
        threshold: float | str = 95.0,
        *,
        keep: int = 3,
        failures: int = 20,
        parameter_sets: int = 10,
        repeats: int = 4,
        depth: int = 16,
        requests_per_host: int = 5000,
        templates_per_host: int = 5000,
        hosts_per_domain: int = 100,
        all_hosts: int = 100000,
        **settings: Any,
    ) -> Crawl:
        """The limits, which `docs/crawling.md` explains, and the settings of `Sift`. Raises ValueError for invalid ones."""
    def take(self, url: str) -> tuple[int | None, str | None]:
        """Takes a link: returns its ticket, or why it has none: `not_url`, `unwanted`, `repeated` (the same URL was taken before),
        `enough` (pages of its template were answered well), `waiting` (enough are requested, and it has its turn if one fails), `failures`,
        `parameter_sets`, `repeats`, `depth`, `requests`, `templates` or `hosts`."""
    def done(
        self, ticket: int, status: int = 200, address: str = "", digest: bytes | None = None, canonical: str | None = None
    ) -> tuple[str, int] | None:
        """Settles a ticket by its answer: its status, its final address, a digest of the body and the canonical address that the page
        names. Returns a link that waited, with its ticket: request it."""
    def failed(self, ticket: int) -> tuple[str, int] | None:
        """Settles a ticket without an answer. Returns as `done` does."""
    def released(self, ticket: int) -> tuple[str, int] | None:
        """Settles a ticket whose request was never sent. Returns as `done` does."""
    def fetched(self, url: str) -> None:
        """Counts a page that was answered well without a ticket, such as the first of a crawl."""
    @property
    def open(self) -> list[tuple[int, str]]:
        """The open tickets with their links. After `load`, send these requests again."""
    @property
    def waiting(self) -> list[str]:
        """The links that wait."""
    @property
    def templates(self) -> int:
        """The number of templates with a page that was answered well."""
    def restart(self) -> None:
        """Starts another crawl with what is known of templates: forgets tickets, links that wait and which URLs were taken."""
    def save(self) -> bytes:
        """Returns everything that the crawl knows, open tickets included."""
    def load(self, saved: bytes) -> None:
        """Loads saved bytes, and forgets what the crawl knew. Raises ValueError if they are damaged or of other settings."""

def compare(first: bytes | str, second: bytes | str, **settings: Unpack[_Settings]) -> Comparison | None:
    """Compares two lines as a filter with these settings would that has learned nothing. `None` if one of them is not a URL."""

def settings() -> list[Setting]:
    """Describes all settings of `Sift`."""

def _lines(lines: Iterable[_Line]) -> Iterator[_Line]: ...
def _column(lines: list[Any], start: int) -> tuple[bytes, bytes]: ...
def _column_of_text(text: str, count: int) -> tuple[bytes, bytes] | None: ...
def _panic(message: str) -> None: ...
