"""What outlives a crawl: which kinds were fetched, and, where the crawl goes on later, what was asked for."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Iterable
from dataclasses import astuple
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.utils.job import job_dir
from scrapy.utils.request import request_from_dict

from .kinds import Kinds, Ticket

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.http import Request
    from scrapy.settings import BaseSettings


class State:
    """The file that `URLSIFT_STATE` names, or one in `JOBDIR`, and what the job directory holds beside it."""

    def __init__(self, settings: BaseSettings) -> None:
        job = job_dir(settings)
        named = settings.get("URLSIFT_STATE") or (job and Path(job, "urlsift.json"))
        self._file = Path(named) if named else None
        # Requests are pickled, as Scrapy's own queues do, so they stay in the directory that is Scrapy's.
        self._job = Path(job, "urlsift.requests") if job else None

    def load(self, kinds: Kinds) -> None:
        """Takes over the kinds of an earlier crawl."""
        if self._file is None or not self._file.exists():
            return
        try:
            kinds.load(json.loads(self._file.read_text()))
        except (ValueError, LookupError, TypeError) as error:
            message = f"cannot go on from {self._file}: {error}; name another file by URLSIFT_STATE, or remove this one"
            raise ValueError(message) from error

    def load_tickets(self) -> dict[str, Ticket]:
        """The tickets of requests that are still to be answered."""
        return {name: Ticket(*ticket) for name, ticket in self._requests()[0].items()}

    def load_waiting(self, spider: Spider) -> list[Request]:
        """The requests that waited."""
        return [request_from_dict(given, spider=spider) for given in self._requests()[1]]

    def save(self, kinds: Kinds, tickets: dict[str, Ticket], waiting: Iterable[Request], spider: Spider) -> None:
        """Writes everything, each file at once."""
        if self._file is not None:
            _replace(self._file, json.dumps(kinds.save()).encode())
        if self._job is not None:
            named = {name: astuple(ticket) for name, ticket in tickets.items()}
            _replace(self._job, pickle.dumps((named, [request.to_dict(spider=spider) for request in waiting])))

    def _requests(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        if self._job is None or not self._job.exists():
            return {}, []
        tickets, waiting = pickle.loads(self._job.read_bytes())
        return tickets, waiting


def _replace(path: Path, content: bytes) -> None:
    """Writes a file so that it is whole at any time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.part")
    partial.write_bytes(content)
    os.replace(partial, path)
