"""Lines whose answers are equal, on a site that answers every path: a soft 404, and an application's shell."""

import json
from hashlib import sha1
from http.client import HTTPConnection

from site_with_traps import CATCH_ALLS, HOST, SECTIONS, Site
from urlsift import Sift, Verdict

WORDS = ["wombat", "quokka", "numbat", "bilby", "dingo", "brolga", "galah", "quoll", "bettong", "potoroo", "dunnart", "emu"]


def records(paths):
    """What a crawler would note of each page: its status and a digest of its body."""
    with Site() as site:
        connection = HTTPConnection("127.0.0.1", site.port)
        for path in paths:
            connection.request("GET", path)
            answer = connection.getresponse()
            digest = sha1(answer.read()).hexdigest()
            yield json.dumps({"url": f"https://{HOST}{path}", "status": answer.status, "digest": digest})


def test_catch_alls_count_as_one_and_pages_stay():
    made_up = [f"{start}{word}" for start in CATCH_ALLS.values() for word in WORDS]
    pages = [f"/{section}/" for section in SECTIONS]
    lines = [record.encode() for record in records([*made_up, *pages])]

    without = Sift(no_learn=True)
    assert [without.admit(line) for line in lines] == [Verdict.KEPT] * len(lines)

    sift = Sift(no_learn=True, same_answer=3)
    verdicts = [sift.admit(line) for line in lines]
    one = [Verdict.KEPT] * 3 + [Verdict.SIMILAR] * (len(WORDS) - 3)
    assert verdicts == [*one, *one, *[Verdict.KEPT] * len(pages)]
