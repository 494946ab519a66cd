"""What needs no service."""

from __future__ import annotations

import json
import time
from email.utils import formatdate

import pytest

from vingate import AuthenticationError, BadAnswer, Forbidden, InsufficientScope, StepUpRequired, Vingate
from vingate._attempts import Clock, retry_after_of
from vingate._batch import Part, PartAnswer, line_of
from vingate._events import EventReader
from vingate.errors import api_error


def part(count: int) -> Part:
    made = Part(1000)
    for number in range(count):
        made.add(f"VIN{number}")
    return made


def good(number: int) -> dict[str, object]:
    return {"status": "success", "data": {"intro": {"vin": f"VIN{number}"}}}


def refused(status: int, code: str, **more: object) -> dict[str, object]:
    return {"status": "error", "vin": "V", "error": {"status": status, "code": code, "detail": "why", **more}}


def outcome(count: int, *lines: dict[str, object]) -> object:
    answer = PartAnswer(part(count))
    answer.feed("".join(json.dumps(line) + "\n" for line in lines).encode())
    ended = answer.end()
    rest = ended.rest and (ended.rest.index, len(ended.rest.lines))
    kinds = [one.error["status"] if one.error else "ok" for one in ended.results]
    return (kinds, rest, ended.error and ended.error.code, ended.again and ended.again.code)


def test_a_part_says_what_is_left() -> None:
    gone = refused(402, "credits_exhausted")
    end = refused(402, "credits_exhausted", from_line=4)
    assert outcome(2, good(0), good(1)) == (["ok", "ok"], None, None, None)
    # Refused lines before the end have no answer.
    assert outcome(9, good(0), gone, gone, end) == (["ok"], (1, 8), "credits_exhausted", None)
    # One between answered lines has been passed over for good.
    assert outcome(3, good(0), gone, good(2)) == (["ok", 402, "ok"], None, None, None)
    assert outcome(2, good(0), gone) == (["ok"], (1, 1), "credits_exhausted", None)
    busy = refused(503, "unavailable")
    assert outcome(3, good(0), busy, good(2)) == (["ok", 503, "ok"], None, None, "unavailable")
    assert outcome(3, good(0), busy, busy) == (["ok"], (1, 2), "unavailable", "unavailable")
    quota = refused(429, "quota_exceeded", from_line=2)
    assert outcome(3, good(0), quota) == (["ok"], (1, 2), "quota_exceeded", None)
    # After many invalid lines the rest is sent on its own.
    bad = refused(422, "validation_error")
    assert outcome(9, bad, refused(422, "validation_error", from_line=2)) == ([422], (1, 8), None, None)
    assert outcome(1, refused(404, "vehicle_not_found")) == ([404], None, None, None)


@pytest.mark.parametrize(
    "text",
    [b"", b'{"status":"success","data":{}}', b"{}\n", b"[]\n", b"<html>\n", b'{"status":"error"}\n', b'{"status":"success"}\n'],
)
def test_a_damaged_answer_is_refused(text: bytes) -> None:
    with pytest.raises(BadAnswer):
        answer = PartAnswer(part(1))
        answer.feed(text)
        answer.end()


def test_a_cut_answer_is_refused() -> None:
    # With its last lines, which were charged, the rest would be sent under another key.
    with pytest.raises(BadAnswer, match="ended after 1 of 2 lines"):
        outcome(2, good(0))


def test_chunks_may_end_anywhere() -> None:
    text = "".join(json.dumps({"status": "success", "data": {"make": "Škoda"}}, ensure_ascii=False) + "\n" for _ in "ab")
    for size in range(1, 20):
        answer = PartAnswer(part(2))
        for at in range(0, len(text.encode()), size):
            answer.feed(text.encode()[at : at + size])
        assert [one.data for one in answer.end().results] == [{"make": "Škoda"}] * 2
    events = b': hello\r\nid: 7\nevent: call\ndata: {"a":\ndata: "\xc5\xa0"}\n\ndata: text\n\nid: 8\n\n'
    for size in range(1, 20):
        reader = EventReader()
        found = [one for at in range(0, len(events), size) for one in reader.feed(events[at : at + size])]
        assert [(one.event, one.data, one.id) for one in found] == [("call", {"a": "Š"}, "7"), ("message", "text", "")]


def test_parts_are_bounded_by_lines_and_bytes() -> None:
    made = Part(3)
    assert [made.add("V") for _ in range(4)] == [True, True, True, False]
    large = Part(10_000)
    while large.add({"vin": "V" * 900, "year": 2003}):
        pass
    assert 480_000 < sum(map(len, large.lines)) <= 500_000
    assert large.following("V").index == len(large.lines)
    assert large.key("k") == large.key("k") != large.after(1).key("k")


def test_what_cannot_be_sent_is_refused() -> None:
    with pytest.raises(ValueError, match="part_size is a whole number from 1"):
        Part(0)
    client = Vingate(url="http://127.0.0.1:9", key="vgk_x", retries=0)
    # A path with dots would be that of another operation.
    for value in ["", ".", ".."]:
        with pytest.raises(ValueError, match="needs a value for vin"):
            client.decode_vin(value)


def test_lines_are_one_line_each() -> None:
    assert line_of("1HGCM82633A004352") == b"1HGCM82633A004352\n"
    assert line_of({"vin": "V", "year": 2003}) == b'{"vin":"V","year":2003}\n'
    assert line_of('a"\nb') == b'"a\\"\\nb"\n'
    assert len(line_of("9" * 9000)) == 1002


def test_retry_after_is_seconds_or_a_date() -> None:
    assert retry_after_of({"retry-after": "7"}) == 7
    assert 50 < (retry_after_of({"retry-after": formatdate(time.time() + 60, usegmt=True)}) or 0) <= 60
    assert retry_after_of({"retry-after": formatdate(time.time() - 60, usegmt=True)}) == 0
    assert [retry_after_of(headers) for headers in ({}, {"retry-after": "soon"}, {"retry-after": "-1"})] == [None] * 3


def test_ids_have_the_time_of_the_service() -> None:
    clock = Clock()
    clock.saw({"date": formatdate(time.time() + 3600, usegmt=True)})
    made = clock.uuid7()
    assert made[14] == "7" and made[19] in "89ab"
    assert abs(int(made[:8] + made[9:13], 16) / 1000 - time.time() - 3600) < 2
    assert len({clock.uuid7() for _ in range(1000)}) == 1000


def test_a_refusal_of_what_a_credential_proves_has_a_class_of_its_own() -> None:
    body = {
        "code": "step_up_required",
        "detail": "Confirm that it is you with your second factor. Nothing was changed.",
        "required": "two_factor",
        "max_age": 900,
        "methods": ["app_code", "recovery_code"],
    }
    again = api_error(401, json.dumps(body).encode(), None, None)
    assert isinstance(again, StepUpRequired)
    assert isinstance(again, AuthenticationError)
    assert (again.required, again.max_age, again.methods) == ("two_factor", 900, ["app_code", "recovery_code"])
    unscoped = api_error(403, b'{"code": "insufficient_scope", "detail": "Not made for this."}', None, None)
    assert isinstance(unscoped, InsufficientScope)
    assert isinstance(unscoped, Forbidden)
    other = api_error(401, b'{"code": "invalid_credential", "detail": "Unknown."}', None, None)
    assert type(other) is AuthenticationError
