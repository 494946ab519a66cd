"""Batches of any size, and what happens to them."""

from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, Callable, Iterator

import pytest

from conftest import Account, Face
from proxy import Proxy, cut, damaged, dropped, lost, replied
from vingate import AsyncVingate, BadAnswer, BatchResult, CreditsExhausted, Forbidden, NetworkError, Vingate

Make = Callable[[int], Account]
START = "1HGCM82633A"
UNKNOWN = "0000M82633A004352"


def vins(count: int) -> list[str]:
    return [f"{START}{number:06}" for number in range(count)]


def shown(results: list[BatchResult]) -> list[tuple[int, Any]]:
    return [(one.index, one.data["intro"]["vin"] if one.data else one.error and one.error["status"]) for one in results]


def expected(entries: list[str]) -> list[tuple[int, Any]]:
    return list(enumerate(entries))


def test_results_come_in_order(face: Face, account: Make, url: str) -> None:
    ada = account(3000)
    entries: list[Any] = [*vins(300), UNKNOWN, "no VIN", {"vin": "1M8GDM9AXKP042788", "year": 1989}, "", "é\n😀", "1" * 5000]
    results, error = face.list("decode_vins", entries, part_size=120, client={"key": ada.key, "url": url})
    assert error is None
    assert shown(results[:300]) == expected(vins(300))
    assert [one.vin for one in results] == entries
    assert [one.error and one.error["code"] for one in results[300:]] == [
        "vehicle_not_found",
        "validation_error",
        None,
        "validation_error",
        "validation_error",
        "validation_error",
    ]
    year = results[302].data
    assert year is not None and year["basic"]["year"] == "1989"
    assert ada.used == 301


def test_a_result_is_what_a_lookup_returns(face: Face, account: Make, url: str) -> None:
    client = {"key": account(5).key, "url": url}
    results, _ = face.list("decode_vins", [START + "004352"], client=client)
    assert results[0].data == face.call("decode_vin", START + "004352", client=client)["data"]


@pytest.mark.parametrize(
    "faults",
    [
        [cut(60_000), cut(600), cut(100_000)],
        [lost, dropped, lost],
        [damaged, cut(50_000), damaged],
        [replied("503 Service Unavailable", "retry-after: 1"), cut(30_000), replied("502 Bad Gateway")],
        [replied("409 Conflict", "retry-after: 1")] * 8,
    ],
    ids=["cut", "lost", "damaged", "refused", "recovering"],
)
def test_nothing_is_lost_or_charged_twice(
    face: Face, account: Make, proxy: Proxy, pauses: list[float], faults: list[Any]
) -> None:
    ada = account(5000)
    proxy.plan = list(faults)
    results, error = face.list("decode_vins", vins(400), part_size=160, client={"key": ada.key, "url": proxy.url})
    assert error is None
    assert shown(results) == expected(vins(400))
    assert (ada.used, proxy.plan) == (400, [])


def test_progress_renews_the_repetitions(face: Face, account: Make, proxy: Proxy, pauses: list[float]) -> None:
    ada = account(5000)
    proxy.plan = [cut(25_000 * (times + 1)) for times in range(6)]
    client = {"key": ada.key, "url": proxy.url, "retries": 1}
    results, error = face.list("decode_vins", vins(300), client=client)
    assert (error, len(results), ada.used) == (None, 300, 300)


def test_a_hopeless_batch_ends(face: Face, account: Make, proxy: Proxy, pauses: list[float]) -> None:
    ada = account(5000)
    proxy.plan = [damaged] * 20
    results, error = face.list("decode_vins", vins(10), client={"key": ada.key, "url": proxy.url, "retries": 2})
    assert isinstance(error, BadAnswer)
    assert (results, error.answered, len(proxy.requests)) == ([], 0, 3)
    assert ada.used == 10


def test_exhausted_credits_end_it_where_they_end(face: Face, account: Make, url: str) -> None:
    ada = account(250)
    client = {"key": ada.key, "url": url}
    results, error = face.list("decode_vins", vins(500), part_size=200, client=client)
    assert isinstance(error, CreditsExhausted)
    assert (shown(results), error.answered, ada.used) == (expected(vins(250)), 250, 250)
    ada.set(5000)
    rest, error = face.list("decode_vins", vins(500)[250:], part_size=200, client=client)
    assert (error, len(rest), ada.used) == (None, 250, 500)


def test_a_repeated_key_charges_nothing(face: Face, account: Make, url: str) -> None:
    ada = account(250)
    client = {"key": ada.key, "url": url}
    named = {"client": client, "part_size": 150, "idempotency_key": "order-4711"}
    first, error = face.list("decode_vins", vins(400), **named)
    assert isinstance(error, CreditsExhausted)
    ada.set(5000)
    again, error = face.list("decode_vins", vins(400), **named)
    assert error is None
    assert (shown(again), ada.used) == (expected(vins(400)), 400)


def test_many_invalid_vins_do_not_end_it(face: Face, account: Make, url: str) -> None:
    ada = account(10)
    entries = ["1" * 16] * 600 + vins(3)
    results, error = face.list("decode_vins", entries, client={"key": ada.key, "url": url})
    assert error is None
    assert [one.error and one.error["status"] for one in results] == [422] * 600 + [None] * 3
    assert ada.used == 3


def test_vins_are_read_part_by_part(account: Make, url: str) -> None:
    ada = account(1000)
    read: list[str] = []

    def source() -> Iterator[str]:
        for vin in vins(120):
            read.append(vin)
            yield vin

    with Vingate(ada.key, url=url) as client:
        ahead = [len(read) - at for at, _ in enumerate(client.decode_vins(source(), part_size=20))]
        assert (len(ahead), max(ahead)) == (120, 21)
        read.clear()
        results = client.decode_vins(source(), part_size=20)
        next(results)
        results.close()  # type: ignore[attr-defined]
        assert len(read) == 21
    assert ada.used == 140


def test_an_async_source_is_read(account: Make, url: str) -> None:
    ada = account(1000)

    async def source() -> AsyncIterator[str]:
        for vin in vins(120):
            await asyncio.sleep(0)
            yield vin

    async def run() -> list[BatchResult]:
        async with AsyncVingate(ada.key, url=url) as client:
            return [one async for one in client.decode_vins(source(), part_size=50)]

    assert shown(asyncio.run(run())) == expected(vins(120))


def test_no_vins_are_no_call(face: Face, proxy: Proxy) -> None:
    assert face.list("decode_vins", [], client={"key": "k", "url": proxy.url}) == ([], None)
    assert proxy.requests == []


def test_a_wrong_entry_is_named(face: Face, url: str) -> None:
    with pytest.raises(TypeError, match="not int"):
        face.list("decode_vins", [17], client={"key": "k", "url": url})


def test_cut_results_of_a_stopped_key_are_not_lost(face: Face, account: Make, proxy: Proxy, pauses: list[float]) -> None:
    ada = account(5000)

    def suspends(connection: Any) -> None:
        cut(40_000)(connection)
        ada.operator.patch_subscription(ada.id, {"state": "suspended"})

    proxy.plan = [suspends]
    client = {"key": ada.key, "url": proxy.url}
    results, error = face.list("decode_vins", vins(300), idempotency_key="k", part_size=100, client=client)
    assert isinstance(error, Forbidden)
    assert (results, error.answered) == ([], 0)
    ada.operator.patch_subscription(ada.id, {"state": "active"})
    results, error = face.list("decode_vins", vins(300), idempotency_key="k", part_size=100, client=client)
    assert (error, shown(results), ada.used) == (None, expected(vins(300)), 300)
