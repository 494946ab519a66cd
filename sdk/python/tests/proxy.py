"""A proxy that does to connections what networks do to them."""

from __future__ import annotations

import socket
import threading
from typing import Callable
from urllib.parse import urlsplit

#: Called with the client's connection and the service's, after the whole request has been read.
Fault = Callable[["Connection"], None]


class Connection:
    """One connection of a client, with the request that it sent first."""

    def __init__(self, client: socket.socket, target: tuple[str, int]) -> None:
        self.client = client
        self.request = _read_request(client)
        self._target = target

    def deliver(self) -> socket.socket:
        """Sends the request to the service."""
        server = socket.create_connection(self._target)
        server.sendall(self.request)
        return server


class Proxy:
    """Each connection meets the next fault of `plan`, and passes unharmed after the last one."""

    def __init__(self, url: str) -> None:
        target = urlsplit(url)
        self._target = (target.hostname or "", target.port or 80)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.plan: list[Fault] = []
        #: The requests that arrived.
        self.requests: list[bytes] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def header(self, at: int, name: str) -> str | None:
        """A header of a request."""
        head = self.requests[at].split(b"\r\n\r\n")[0].decode().split("\r\n")[1:]
        found = [line.split(": ", 1)[1] for line in head if line.lower().startswith(f"{name}: ")]
        return found[0] if found else None

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client:
            try:
                connection = Connection(client, self._target)
                if not connection.request:
                    return
                self.requests.append(connection.request)
                fault = self.plan.pop(0) if self.plan else passing
                fault(connection)
            except OSError:
                pass


def passing(connection: Connection) -> None:
    """One request and its answer."""
    _relay(connection, None)


def dropped(connection: Connection) -> None:
    """The request does not reach the service."""


def lost(connection: Connection) -> None:
    """The service answers, and its answer is lost."""
    with connection.deliver() as server:
        server.recv(1)


def cut(after: int) -> Fault:
    """The answer ends after so many bytes."""
    return lambda connection: _relay(connection, after)


def replied(status: str, *headers: str, body: str = "") -> Fault:
    """Something else answers."""

    def fault(connection: Connection) -> None:
        head = "".join(f"{line}\r\n" for line in (*headers, f"content-length: {len(body.encode())}", "connection: close"))
        connection.client.sendall(f"HTTP/1.1 {status}\r\n{head}\r\n{body}".encode())

    return fault


def hanging(connection: Connection) -> None:
    """The request arrives, and no answer ever comes."""
    connection.client.recv(1)


def damaged(connection: Connection) -> None:
    """The answer's lines lose their quotes."""
    with connection.deliver() as server:
        while chunk := server.recv(65536):
            connection.client.sendall(chunk.replace(b'"basic":', b"'basic':"))


def _relay(connection: Connection, limit: int | None) -> None:
    with connection.deliver() as server:
        sent = 0
        while chunk := server.recv(65536):
            if sent == 0:
                # Otherwise its client would send the next request here.
                chunk = chunk.replace(b"\r\n", b"\r\nconnection: close\r\n", 1)
            piece = chunk if limit is None else chunk[: limit - sent]
            connection.client.sendall(piece)
            sent += len(piece)
            if limit is not None and sent >= limit:
                return


def _read_request(client: socket.socket) -> bytes:
    text = b""
    while b"\r\n\r\n" not in text:
        chunk = client.recv(65536)
        if not chunk:
            return b""
        text += chunk
    head, _, body = text.partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    lengths = [line.split(b":")[1] for line in lines if line.lower().startswith(b"content-length:")]
    missing = int(lengths[0]) - len(body) if lengths else 0
    while missing > 0:
        chunk = client.recv(65536)
        if not chunk:
            return b""
        body += chunk
        missing -= len(chunk)
    # Each connection has one request, so that each request meets its own fault; its answer is not compressed.
    kept = [line for line in lines if not line.lower().startswith((b"connection:", b"accept-encoding:"))]
    return b"\r\n".join([*kept, b"connection: close"]) + b"\r\n\r\n" + body
