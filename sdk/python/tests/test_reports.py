"""Reports of one VIN and of many."""

from __future__ import annotations

from typing import Any, Callable

from conftest import Account, Face
from proxy import Proxy, cut
from vingate import CreditsExhausted

VIN = "1HGCM82633A004352"
Make = Callable[[int], Account]


def test_a_report_is_typed(face: Face, account: Make, url: str) -> None:
    ada = account(5)
    got = face.call("get_report", VIN, families="vin-decoder,lien", client={"key": ada.key, "url": url})
    parts = got["data"]["parts"]
    assert parts["vin-decoder"]["data"]["basic"]["year"] == 2003
    assert parts["lien"]["error"]["code"] == "api_not_in_product"
    assert (got["data"]["credits_charged"], ada.used) == (1, 1)


def test_reports_over_a_cut_are_charged_once(face: Face, account: Make, proxy: Proxy) -> None:
    ada = account(20)
    proxy.plan = [cut(3000)]
    entries: list[Any] = [VIN, "no", {"vin": VIN, "year": 2003}, VIN]
    client = {"key": ada.key, "url": proxy.url}
    results, error = face.list("reports", entries, families=["vin-decoder"], part_size=3, client=client)
    assert error is None
    assert [one.vin for one in results] == entries
    assert [one.error and one.error["status"] for one in results] == [None, 422, None, None]
    assert ada.used == 3


def test_reports_end_with_the_credits(face: Face, account: Make, url: str) -> None:
    ada = account(2)
    results, error = face.list("reports", [VIN] * 20, families=["vin-decoder"], client={"key": ada.key, "url": url})
    assert isinstance(error, CreditsExhausted) and error.answered == len(results)
    assert len([one for one in results if one.data and one.data["credits_charged"]]) == ada.used == 2
