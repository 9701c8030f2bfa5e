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
        self._waiting = Path(job, "urlsift.waiting") if job else None

    def load(self, kinds: Kinds) -> dict[str, Ticket]:
        """Takes over the kinds of an earlier crawl, and returns the tickets of requests that are still to be answered."""
        if self._file is None or not self._file.exists():
            return {}
        try:
            saved = json.loads(self._file.read_text())
            kinds.load(saved["kinds"])
        except (ValueError, KeyError) as error:
            message = f"cannot go on from {self._file}: {error}; name another file by URLSIFT_STATE, or remove this one"
            raise ValueError(message) from error
        if self._waiting is None:
            return {}
        return {name: Ticket(*ticket) for name, ticket in saved["tickets"].items()}

    def load_waiting(self, spider: Spider) -> list[Request]:
        """The requests that waited."""
        if self._waiting is None or not self._waiting.exists():
            return []
        return [request_from_dict(given, spider=spider) for given in pickle.loads(self._waiting.read_bytes())]

    def save(self, kinds: Kinds, tickets: dict[str, Ticket], waiting: Iterable[Request], spider: Spider) -> None:
        """Writes everything, each file at once."""
        if self._file is not None:
            named: dict[str, Any] = {name: astuple(ticket) for name, ticket in tickets.items()}
            _replace(self._file, json.dumps({"kinds": kinds.save(), "tickets": named}).encode())
        if self._waiting is not None:
            _replace(self._waiting, pickle.dumps([request.to_dict(spider=spider) for request in waiting]))


def _replace(path: Path, content: bytes) -> None:
    """Writes a file so that it is whole at any time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.part")
    partial.write_bytes(content)
    os.replace(partial, path)
