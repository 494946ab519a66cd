"""Receipts of lookups: whether they hold, and where they go."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable

import httpx
import pytest

from conftest import Account, Face
from proxy import Connection, Fault, Proxy, cut, replied
from vingate import AsyncVingate, InvalidRequest, NotFound, Receipt, ReceiptError, ReceiptWarning, Vingate

VIN = "1HGCM82633A004352"
UNKNOWN = "0000M82633A004352"
Make = Callable[[int], Account]


def changed(name: str, pattern: str, replacement: str) -> Fault:
    """The answer has another value of a header."""

    def fault(connection: Connection) -> None:
        with connection.deliver() as server:
            text = b""
            while chunk := server.recv(65536):
                text += chunk
        head, _, body = text.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        own = [
            f"{name}: {re.sub(pattern, replacement, line.split(': ', 1)[1])}" if line.lower().startswith(f"{name}: ") else line
            for line in lines
        ]
        connection.client.sendall("\r\n".join([*own, "", ""]).encode() + body)

    return fault


def test_receipts_of_answers_and_errors_hold(face: Face, account: Make, proxy: Proxy) -> None:
    receipts: list[Receipt] = []
    client = {"key": account(10).key, "url": proxy.url, "receipts": receipts.append}
    face.call("decode_vin", VIN, year=2003, client=client)
    with pytest.raises(NotFound):
        face.call("decode_vin", UNKNOWN, client=client)
    with pytest.raises(InvalidRequest):
        face.call("decode_vin", "short", client=client)
    assert [(one.credits, one.holds) for one in receipts] == [(1, True), (0, True), (0, True)]
    last = receipts[2]
    assert last.line == f"{last.call};{last.at};0;{last.leaf}"


def test_values_of_any_letters_have_receipts_that_hold(face: Face, account: Make, url: str) -> None:
    receipts: list[Receipt] = []
    ada = account(10)
    client = {"key": ada.key, "url": url, "receipts": receipts.append}
    for make in ("Citro\u00ebn (F) / 'Picasso'*~!;,:@&=+$", "\u6c49" * 300):
        face.call("vpic_get_models_for_make", make, client=client)
    for vin in (ada.key, "\u6c49" * 700):
        with pytest.raises(InvalidRequest):
            face.call("decode_vin", vin, client=client)
    assert [one.holds for one in receipts] == [True] * 4


def test_the_salt_is_requested_once(account: Make, proxy: Proxy) -> None:
    receipts: list[Receipt] = []
    key = account(50).key

    async def run() -> None:
        async with AsyncVingate(key, url=proxy.url, receipts=receipts.append) as client:
            await asyncio.gather(*(client.decode_vin(VIN) for _ in range(5)))

    asyncio.run(run())
    with Vingate(key, url=proxy.url, receipts=receipts.append) as client, ThreadPoolExecutor(5) as pool:
        list(pool.map(lambda _: client.decode_vin(VIN), range(5)))
    assert [one.holds for one in receipts] == [True] * 10
    salts = [at for at, one in enumerate(proxy.requests) if one.startswith(b"GET /receipts/salt ")]
    assert [proxy.header(at, "want-receipt") for at in salts] == [None, None]


@pytest.mark.parametrize(
    "fault",
    [
        changed("x-receipt", ";1;", ";2;"),
        changed("x-credits-charged", "1", "2"),
        changed("x-receipt", ".=$", "!="),
        changed("x-receipt", r"/\d+;", "/9;"),
        changed("x-receipt", r";\d{13};", ";1795000000000;"),
        changed("x-request-id", ".*", "another"),
    ],
    ids=["credits", "charged", "leaf", "call", "time", "request"],
)
def test_a_receipt_that_was_changed_does_not_hold(face: Face, account: Make, proxy: Proxy, fault: Fault) -> None:
    receipts: list[Receipt] = []
    proxy.plan = [fault]
    client = {"key": account(10).key, "url": proxy.url, "receipts": receipts.append}
    assert face.call("decode_vin", VIN, client=client)["status"] == "success"
    assert [one.holds for one in receipts] == [False]


def test_a_strict_client_raises_with_the_answer(face: Face, account: Make, proxy: Proxy, tmp_path: Path) -> None:
    file = tmp_path / "receipts.txt"
    client = {"key": account(10).key, "url": proxy.url, "strict_receipts": True}
    proxy.plan = [changed("x-receipt", ";1;", ";0;")]
    with pytest.raises(ReceiptError, match="does not hold. Keep it") as raised, pytest.warns(ReceiptWarning):
        face.call("decode_vin", VIN, client={**client, "receipts": file})
    assert raised.value.answer["data"]["basic"]["make"] == "HONDA"
    assert file.read_text() == f"{raised.value.receipt.line}\n"
    proxy.plan = [changed("x-credits-charged", "0", "1")]
    with pytest.raises(ReceiptError) as raised:
        face.call("decode_vin", UNKNOWN, client={**client, "receipts": lambda _: None})
    assert isinstance(raised.value.answer, NotFound)


def test_a_file_has_a_line_for_each_receipt(face: Face, account: Make, proxy: Proxy, tmp_path: Path) -> None:
    file = tmp_path / "receipts.txt"
    client = {"key": account(10).key, "url": proxy.url, "receipts": str(file)}
    face.call("decode_vin", VIN, client=client)
    with pytest.raises(NotFound):
        face.call("decode_vin", UNKNOWN, client=client)
    proxy.plan = [changed("x-credits-charged", "1", "7")]
    with pytest.warns(ReceiptWarning, match=r"The receipt [0-9a-f]{32}/\d+;\S+ does not hold\."):
        face.call("decode_vin", VIN, client=client)
    lines = file.read_bytes().decode().split("\n")
    assert [re.sub(r"^[0-9a-f]{32}/\d+;\d{13};(\d);.{43}=$", r"\1", line) for line in lines] == ["1", "0", "1", ""]
    with pytest.raises(FileNotFoundError):
        Vingate("key", url=proxy.url, receipts=tmp_path / "none" / "receipts.txt")


def test_without_the_salt_the_answer_is_returned(face: Face, account: Make, proxy: Proxy, pauses: list[float]) -> None:
    receipts: list[Receipt] = []
    proxy.plan = [changed("x-none", "", ""), replied("500 Internal Server Error")]
    client = {"key": account(10).key, "url": proxy.url, "receipts": receipts.append, "strict_receipts": True}
    assert face.call("decode_vin", VIN, client=client)["status"] == "success"
    assert [one.holds for one in receipts] == [None]


def test_a_receipt_that_cannot_be_kept_raises_with_the_answer(face: Face, account: Make, url: str) -> None:
    def full(_: Receipt) -> None:
        raise OSError("disk full")

    with pytest.raises(ReceiptError, match="could not be kept: disk full") as raised:
        face.call("decode_vin", VIN, client={"key": account(10).key, "url": url, "receipts": full})
    assert raised.value.answer["status"] == "success"
    assert isinstance(raised.value.__cause__, OSError)


def test_a_lost_answer_and_its_repetition_have_a_receipt_each(
    face: Face, account: Make, proxy: Proxy, pauses: list[float]
) -> None:
    receipts: list[Receipt] = []
    proxy.plan = [cut(1200)]
    face.call("decode_vin", VIN, client={"key": account(10).key, "url": proxy.url, "receipts": receipts.append})
    assert [(one.credits, one.holds) for one in receipts] == [(1, True), (0, True)]


def test_a_path_of_the_address_is_not_in_the_digest(account: Make, url: str) -> None:
    """A proxy passes requests below its path on without it."""
    receipts: list[Receipt] = []
    ada = account(10)

    def answer(request: httpx.Request) -> httpx.Response:
        inner = url + request.url.raw_path.decode().removeprefix("/data/v1")
        got = httpx.get(inner, headers=request.headers)
        kept = {name: got.headers[name] for name in got.headers if name.startswith("x-")}
        return httpx.Response(got.status_code, headers=kept, json=got.json())

    transport = httpx.MockTransport(answer)
    client = {"url": "http://vingate.test/data/v1/", "receipts": receipts.append}
    with httpx.Client(transport=transport) as http:
        Vingate(ada.key, http=http, **client).decode_vin(VIN, year=2003)  # type: ignore[arg-type]
    assert [one.holds for one in receipts] == [True]


def test_without_the_option_and_in_batches_no_receipt_is_requested(face: Face, account: Make, proxy: Proxy) -> None:
    client: dict[str, Any] = {"key": account(10).key, "url": proxy.url}
    face.call("decode_vin", VIN, client=client)
    receipts: list[Receipt] = []
    results, error = face.list("decode_vins", [VIN], client={**client, "receipts": receipts.append})
    assert (len(results), error, receipts) == (1, None, [])
    assert [proxy.header(at, "want-receipt") for at in range(len(proxy.requests))] == [None, None]
