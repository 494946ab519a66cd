"""Faults at random. VINGATE_TEST_ROUNDS makes it longer."""

from __future__ import annotations

import os
import random
from typing import Callable

from conftest import Account, Face
from proxy import Fault, Proxy, cut, damaged, dropped, lost, passing, replied

ROUNDS = int(os.environ.get("VINGATE_TEST_ROUNDS", "1"))


def faults(chance: random.Random, count: int, largest: int) -> list[Fault]:
    kinds: list[Callable[[], Fault]] = [
        lambda: passing,
        lambda: lost,
        lambda: dropped,
        lambda: damaged,
        lambda: cut(chance.randrange(1, largest)),
        lambda: replied("503 Service Unavailable", "retry-after: 1"),
        lambda: replied("502 Bad Gateway", body="<html>"),
        lambda: replied("429 Too Many Requests", "retry-after: 2"),
    ]
    return [chance.choice(kinds)() for _ in range(count)]


def test_random_faults_charge_nothing_twice(
    face: Face, account: Callable[[int], Account], proxy: Proxy, pauses: list[float]
) -> None:
    seed = int(os.environ.get("VINGATE_TEST_SEED", random.randrange(10**9)))
    print("VINGATE_TEST_SEED", seed)
    chance = random.Random(seed)
    ada = account(1_000_000)
    client = {"key": ada.key, "url": proxy.url, "retries": 1000, "timeout": 600}
    vins = [f"1HGCM82633A{number:06}" for number in range(10 * ROUNDS)]
    proxy.plan = faults(chance, 15 * ROUNDS, 2000)
    results = face.list("decode_vins", vins, part_size=7, client=client)[0]
    assert [one.vin for one in results if one.data] == vins
    for vin in vins:
        proxy.plan = faults(chance, chance.randrange(4), 2000)
        assert face.call("decode_vin", vin, client=client)["data"]["intro"]["vin"] == vin
    proxy.plan = faults(chance, 10 * ROUNDS, 200_000)
    many = vins * 40
    results = face.list("decode_vins", many, part_size=150, client=client)[0]
    assert [one.vin for one in results if one.data] == many
    assert ada.used == 42 * len(vins)
