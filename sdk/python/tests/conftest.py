"""Tests against a running service: VINGATE_TEST_URL is its address, VINGATE_TEST_TOKEN an operator's token,
VINGATE_TEST_OWNER the ID of a customer."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from typing import Any, Callable, Iterator
from uuid import uuid4

import httpx
import pytest

from proxy import Proxy
from vingate import AsyncVingate, Vingate, VingateError

URL = os.environ.get("VINGATE_TEST_URL", "")
TOKEN = os.environ.get("VINGATE_TEST_TOKEN", "")
OWNER = os.environ.get("VINGATE_TEST_OWNER", "")


@pytest.fixture(scope="session")
def url() -> str:
    return URL


@pytest.fixture(scope="session")
def operator() -> Iterator[Vingate]:
    with Vingate(url=URL, token=TOKEN) as client:
        yield client


@pytest.fixture()
def proxy() -> Iterator[Proxy]:
    proxy = Proxy(URL)
    yield proxy
    proxy.close()


@dataclass
class Account:
    """A customer of its own, with so many credits."""

    operator: Vingate
    id: str
    key: str

    @property
    def used(self) -> int:
        return self.operator.get_subscription(self.id)["credits"]["used"]

    def set(self, credits: int) -> None:
        self.operator.adjust_credits(self.id, {"set": credits})


@pytest.fixture(scope="session")
def product(operator: Vingate) -> str:
    id = f"p-{uuid4()}"
    operator.create_product(id, {"state": "published", "credits_granted": 1, "subscriptions_limit": 1000})
    for api in ("vin-decoder", "vehicles"):
        operator.add_product_api(id, api)
    return id


@pytest.fixture()
def account(operator: Vingate, product: str) -> Callable[[int], Account]:
    def make(credits: int) -> Account:
        id = f"s-{uuid4()}"
        operator.create_subscription(id, {"scope": f"/products/{product}", "owner_id": OWNER, "state": "active"})
        new = Account(operator, id, operator.list_secrets(id)["primary_key"])
        new.set(credits)
        return new

    return make


class Face:
    """Calls either client in the same way."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def call(self, method: str, *values: Any, client: dict[str, Any], **named: Any) -> Any:
        if self.kind == "sync":
            # Without TLS there is no list of authorities to read, which takes longer than a call.
            with httpx.Client(verify=False) as http:
                return getattr(Vingate(http=http, **client), method)(*values, **named)

        async def run() -> Any:
            async with httpx.AsyncClient(verify=False) as http:
                return await getattr(AsyncVingate(http=http, **client), method)(*values, **named)

        return asyncio.run(run())

    def list(
        self, method: str, *values: Any, client: dict[str, Any], **named: Any
    ) -> tuple[list[Any], VingateError | None]:
        """What an iterator yields, and the error that ends it."""
        found: list[Any] = []

        async def run() -> None:
            async with httpx.AsyncClient(verify=False) as http:
                async for one in getattr(AsyncVingate(http=http, **client), method)(*values, **named):
                    found.append(one)

        try:
            if self.kind == "async":
                asyncio.run(run())
            else:
                with httpx.Client(verify=False) as http:
                    for one in getattr(Vingate(http=http, **client), method)(*values, **named):
                        found.append(one)
        except VingateError as error:
            return found, error
        return found, None


@pytest.fixture(params=["sync", "async"])
def face(request: pytest.FixtureRequest) -> Face:
    return Face(request.param)


@pytest.fixture()
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Pauses are noted and not waited for."""
    noted: list[float] = []
    real = asyncio.sleep

    async def sleep(seconds: float) -> None:
        noted.append(seconds)
        await real(0)

    monkeypatch.setattr("vingate._calls.time.sleep", noted.append)
    monkeypatch.setattr("vingate._async_calls.asyncio.sleep", sleep)
    return noted
