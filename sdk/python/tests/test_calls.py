"""Single calls, and what happens to them."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from email.utils import formatdate
from typing import Any, Callable
from uuid import uuid4

import httpx
import pytest

from conftest import Account, Face
from proxy import Proxy, cut, damaged, dropped, hanging, lost, replied
from vingate import (
    Answer,
    ApiError,
    AsyncVingate,
    AuthenticationError,
    CallTimeout,
    CreditsExhausted,
    InvalidRequest,
    MissingCredential,
    NetworkError,
    NotFound,
    Options,
    RateLimited,
    ServiceError,
    Vingate,
)

VIN = "1HGCM82633A004352"
Make = Callable[[int], Account]


def test_a_lookup_returns_the_body(face: Face, account: Make, url: str) -> None:
    ada = account(10)
    answers: list[Answer] = []
    got = face.call("decode_vin", VIN, year=2003, client={"key": ada.key, "url": url, "on_answer": answers.append})
    raw = httpx.get(f"{url}/vin-decoder/{VIN}?year=2003", headers={"x-authkey": ada.key})
    assert got == raw.json()
    assert [(one.credits_charged, one.credits_remaining) for one in answers] == [(1, 9)]
    assert answers[0].data_source == raw.headers["x-data-source"]
    assert answers[0].request_id is not None


def test_errors_have_their_type_and_problem(face: Face, account: Make, url: str) -> None:
    ada = account(0)

    def error(vin: str, key: str | None = ada.key) -> ApiError:
        with pytest.raises(ApiError) as raised:
            face.call("decode_vin", vin, client={"key": key, "url": url})
        return raised.value

    exhausted = error(VIN)
    assert isinstance(exhausted, CreditsExhausted)
    assert (exhausted.status, exhausted.code) == (402, "credits_exhausted")
    assert exhausted.type.endswith("/docs/errors/credits_exhausted")
    assert exhausted.request_id is not None
    invalid = error("1HGCM82633A00435O")
    assert isinstance(invalid, InvalidRequest)
    assert (invalid.code, invalid.field) == ("validation_error", "path.vin")
    assert invalid.errors[0]["input"] == "1HGCM82633A00435O"
    unknown = error(VIN, "no such key")
    assert isinstance(unknown, AuthenticationError)
    assert unknown.code == "invalid_credential"
    ada.set(1)
    missing = error("0000M82633A004352")
    assert isinstance(missing, NotFound)
    assert missing.code == "vehicle_not_found"
    assert ada.used == 0


def test_a_missing_credential_is_named(face: Face, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VINGATE_KEY", raising=False)
    with pytest.raises(MissingCredential, match="decode_vin needs a key: pass key= or set VINGATE_KEY"):
        face.call("decode_vin", VIN, client={"url": url})
    with pytest.raises(MissingCredential, match="balance needs a key"):
        face.call("balance", client={"url": url})


def test_the_environment_has_key_and_address(
    face: Face, account: Make, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VINGATE_URL", f"{url}/")
    monkeypatch.setenv("VINGATE_KEY", account(7).key)
    assert face.call("balance", client={})["credits"]["remaining"] == 7
    monkeypatch.delenv("VINGATE_URL")
    with pytest.raises(ValueError, match="VINGATE_URL"):
        face.call("balance", client={})


@pytest.mark.parametrize(
    "faults",
    [[lost], [dropped], [lost, lost, lost], [cut(300)], [dropped, lost, dropped], [damaged], [cut(5), dropped]],
    ids=["lost", "dropped", "lost-thrice", "cut", "mixed", "damaged", "cut-in-head"],
)
def test_a_lookup_is_charged_once_whatever_is_cut(
    face: Face, account: Make, proxy: Proxy, pauses: list[float], faults: list[Any]
) -> None:
    ada = account(10)
    proxy.plan = list(faults)
    got = face.call("decode_vin", VIN, client={"key": ada.key, "url": proxy.url})
    assert got["data"]["basic"]["make"] == "HONDA"
    assert ada.used == 1
    assert all(seconds == 0 or seconds >= 1.2 for seconds in pauses)


def test_an_answer_of_a_gateway_is_repeated_without_a_charge(
    face: Face, account: Make, proxy: Proxy, pauses: list[float]
) -> None:
    ada = account(10)

    def bad_gateway(connection: Any) -> None:
        with connection.deliver() as server:
            server.recv(1)
        replied("502 Bad Gateway", "content-type: text/html", body="<h1>Bad Gateway</h1>")(connection)

    proxy.plan = [bad_gateway]
    assert face.call("decode_vin", VIN, client={"key": ada.key, "url": proxy.url})["status"] == "success"
    assert ada.used == 1
    assert proxy.header(1, "x-repeat-of") == proxy.header(0, "x-request-id")


def test_a_lookup_is_not_repeated_if_the_clocks_differ(
    face: Face, account: Make, proxy: Proxy, pauses: list[float]
) -> None:
    ada = account(10)
    unpaid = {"detail": [{"type": "value_error", "loc": ["header", "x-repeat-of"], "msg": "no call", "input": ""}]}
    date = formatdate(time.time() - 60, usegmt=True)
    proxy.plan = [
        lost,
        replied(
            "422 Unprocessable Entity", "content-type: application/json", f"date: {date}", body=json.dumps(unpaid)
        ),
    ]
    with pytest.raises(NetworkError) as raised:
        face.call("decode_vin", VIN, client={"key": ada.key, "url": proxy.url})
    assert raised.value.request_id == proxy.header(0, "x-request-id")
    assert (ada.used, len(proxy.requests)) == (1, 2)


def test_what_refuses_a_repetition_says_nothing_of_the_lost_call(
    face: Face, account: Make, proxy: Proxy, pauses: list[float]
) -> None:
    ada = account(10)
    busy = replied("503 Service Unavailable", "content-type: application/problem+json", body='{"code":"unavailable"}')
    proxy.plan = [lost, busy]
    with pytest.raises(NetworkError, match="The call may have been charged") as raised:
        face.call("decode_vin", VIN, client={"key": ada.key, "url": proxy.url, "retries": 1})
    assert raised.value.request_id == proxy.header(0, "x-request-id")
    assert (ada.used, len(proxy.requests)) == (1, 2)


def test_a_call_of_ones_own_id_is_not_repeated(face: Face, account: Make, proxy: Proxy, pauses: list[float]) -> None:
    ada = account(10)
    proxy.plan = [lost]
    options = Options(headers={"X-Request-Id": "mine"})
    with pytest.raises(NetworkError):
        face.call("decode_vin", VIN, client={"key": ada.key, "url": proxy.url}, options=options)
    assert (ada.used, len(proxy.requests)) == (1, 1)


@pytest.mark.parametrize("status", ["429 Too Many Requests", "503 Service Unavailable"])
def test_retry_after_is_waited_for(
    face: Face, account: Make, proxy: Proxy, pauses: list[float], status: str
) -> None:
    ada = account(10)
    proxy.plan = [replied(status, "retry-after: 3"), replied(status, "retry-after: 3")]
    assert face.call("decode_vin", VIN, client={"key": ada.key, "url": proxy.url})["status"] == "success"
    assert len(pauses) == 2 and all(3 <= seconds <= 3.75 for seconds in pauses)
    assert ada.used == 1


def test_a_long_retry_after_is_left_to_the_caller(face: Face, proxy: Proxy, pauses: list[float]) -> None:
    proxy.plan = [replied("429 Too Many Requests", "retry-after: 3600")]
    with pytest.raises(RateLimited) as raised:
        face.call("decode_vin", VIN, client={"key": "k", "url": proxy.url})
    assert (raised.value.retry_after, pauses) == (3600, [])


def test_repetitions_are_bounded(face: Face, proxy: Proxy, pauses: list[float]) -> None:
    proxy.plan = [replied("503 Service Unavailable")] * 9
    with pytest.raises(ServiceError):
        face.call("decode_vin", VIN, client={"key": "k", "url": proxy.url, "retries": 3})
    assert (len(proxy.requests), len(pauses)) == (4, 3)
    with pytest.raises(ServiceError):
        face.call("decode_vin", VIN, client={"key": "k", "url": proxy.url}, options=Options(retries=0))
    assert len(proxy.requests) == 5


def test_a_change_has_one_effect(face: Face, operator: Vingate, account: Make, proxy: Proxy, pauses: list[float]) -> None:
    ada = account(10)
    proxy.plan = [lost, cut(40), dropped]
    client = {"url": proxy.url, "token": operator.settings.token}
    got = face.call("adjust_credits", ada.id, {"change": 5}, client=client)
    assert (got["change"], got["remaining"]) == (5, 15)
    keys = {proxy.header(at, "idempotency-key") for at in range(4)}
    assert len(keys) == 1 and None not in keys
    assert operator.get_subscription(ada.id)["credits"]["remaining"] == 15


def test_a_change_without_a_key_is_sent_once(face: Face, operator: Vingate, proxy: Proxy, pauses: list[float]) -> None:
    proxy.plan = [lost]
    client = {"url": proxy.url, "token": operator.settings.token}
    with pytest.raises(NetworkError):
        face.call("create_user_token", "nobody", client=client)
    assert len(proxy.requests) == 1
    # It may have been made before a 503, but not before a 429.
    proxy.plan = [replied("503 Service Unavailable", "retry-after: 1")]
    with pytest.raises(ServiceError):
        face.call("create_user_token", "nobody", client=client)
    assert len(proxy.requests) == 2
    proxy.plan = [replied("429 Too Many Requests", "retry-after: 1")]
    with pytest.raises(NotFound):
        face.call("create_user_token", "nobody", client=client)
    assert len(proxy.requests) == 4


def test_a_slow_answer_is_given_up(face: Face, proxy: Proxy) -> None:
    proxy.plan = [hanging]
    with pytest.raises(CallTimeout):
        face.call("decode_vin", VIN, client={"key": "k", "url": proxy.url}, options=Options(timeout=0.2))


def test_a_cancelled_call_leaves_the_client_usable(account: Make, proxy: Proxy, url: str) -> None:
    ada = account(10)

    async def run() -> Any:
        arrived = threading.Event()

        def waits(connection: Any) -> None:
            arrived.set()
            hanging(connection)

        proxy.plan = [waits]
        async with AsyncVingate(ada.key, url=proxy.url) as client:
            task = asyncio.create_task(client.decode_vin(VIN))
            await asyncio.get_running_loop().run_in_executor(None, arrived.wait)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            return await client.decode_vin(VIN)

    assert asyncio.run(run())["status"] == "success"
    assert ada.used == 1


def test_an_unreachable_service_is_a_network_error(face: Face, pauses: list[float]) -> None:
    with pytest.raises(NetworkError, match="GET /vin-decoder/{vin}"):
        face.call("decode_vin", VIN, client={"key": "secret", "url": "http://127.0.0.1:1", "retries": 1})


def test_pages_are_followed(face: Face, operator: Vingate, account: Make, url: str) -> None:
    client = {"url": url, "token": operator.settings.token}
    products = operator.list_products(page_size=1000)
    assert len(products) >= 3
    assert face.list("iter_products", page_size=2, client=client) == (products, None)
    ada = account(5)
    for vin in (VIN, "5J6RW2H59JL990075", "1M8GDM9AXKP042788"):
        face.call("decode_vin", vin, client={"url": url, "key": ada.key})
    calls, error = face.list("iter_report_by_request", subscription_id=ada.id, page_size=1, client=client)
    assert error is None
    assert sorted(call["url"] for call in calls) == [
        "/vin-decoder/1HGCM82633A004352",
        "/vin-decoder/1M8GDM9AXKP042788",
        "/vin-decoder/5J6RW2H59JL990075",
    ]


def test_events_are_read(face: Face, operator: Vingate, url: str) -> None:
    events, error = face.list("follow_system", seconds=0, client={"url": url, "token": operator.settings.token})
    assert error is None
    assert events and isinstance(events[0].data, dict)
    client = {"url": url, "token": "wrong"}
    assert isinstance(face.list("follow_system", client=client)[1], AuthenticationError)


def test_a_file_is_sent(face: Face, operator: Vingate, url: str) -> None:
    client = {"url": url, "token": operator.settings.token}
    name = f"cars-{uuid4()}"
    api = operator.create_api({"name": name, "display_name": name, "path": name, "service_url": "http://127.0.0.1:9"})
    text = b'{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/a":{"get":{"responses":{"200":{"description":"OK"}}}}}}'
    got = face.call("put_api_document", api["id"], text, content_type="application/json", client=client)
    assert [one["path"] for one in got["operations"]] == ["/a"]
    with pytest.raises(ApiError) as raised:
        face.call("put_vin_data", text, sha256="none", client=client)
    assert raised.value.field == "query.sha256"


def test_a_form_is_sent(face: Face, account: Make, url: str) -> None:
    ada = account(5)
    got = face.call("vpic_decode_vin_values_batch", {"data": f"{VIN};{VIN}"}, client={"key": ada.key, "url": url})
    assert [one["Make"] for one in got["Results"]] == ["HONDA", "HONDA"]
    assert face.call("vpic_decode_wmi", "1HG", client={"key": ada.key, "url": url})["Count"] == 1


def test_secrets_are_not_shown() -> None:
    client = Vingate("secret-key", url="http://localhost:1", token="secret-token")
    assert "secret" not in repr(client.settings)
