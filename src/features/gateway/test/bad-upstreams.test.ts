import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { type GatewayService, startGateway } from "../../../../test/gateway/gateway-service.ts";
import { closedPort, type RawSocket, rawUpstream } from "../../../../test/gateway/raw-upstream.ts";
import { kinds, problem } from "../../../../test/harness.ts";
import { timedFeatures } from "./timed-features.ts";

const ok = (socket: RawSocket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
const says = (text: string) => (socket: RawSocket) => void socket.end(text);
const shortMs = 150;
const unreadable = "The service of this API sent an answer that cannot be read. Nothing was charged.";
const closed = "The service of this API closed the connection without a whole answer. Nothing was charged.";
const refused = "The service of this API refuses connections. Nothing was charged.";
const notAllowed =
  "The address of this API's service is not allowed. Report it to the operator. Nothing was charged.";
const late = "The service of this API did not answer within 0.15 seconds. Nothing was charged.";
const stalled = "The service of this API stopped sending. Nothing was charged.";

type Answers = (socket: RawSocket) => void;

/** Upstreams without an answer: the detail of the 502 or 504 that the caller gets. */
const failing: readonly [name: string, upstream: Answers | string, status: 502 | 504, detail: string][] = [
  ["never answers", () => undefined, 504, late],
  ["sends half of its headers", (socket) => void socket.write("HTTP/1.1 200 OK\r\nX-A"), 504, late],
  ["refuses connections", `http://127.0.0.1:${closedPort()}`, 502, refused],
  [
    "has no address",
    "http://nowhere.invalid",
    502,
    "The name of this API's service does not resolve. Nothing was charged.",
  ],
  ["has a metadata address", "http://2852039166/latest", 502, notAllowed],
  ["has a private address", "http://[::ffff:10.0.0.1]:8080", 502, notAllowed],
  ["closes before its headers", (socket) => void socket.terminate(), 502, closed],
  ["closes within its headers", says("HTTP/1.1 200 OK\r\nContent-Le"), 502, closed],
  ["closes within a short body", says("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort"), 502, closed],
  [
    "stalls within a short body",
    (socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort"),
    504,
    stalled,
  ],
  ["sends no HTTP", says("SSH-2.0-OpenSSH_9.6\r\n\r\n"), 502, unreadable],
  ["sends a broken header", says("HTTP/1.1 200 OK\r\nBad Header: a\r\n\r\n"), 502, unreadable],
  [
    "sends two lengths",
    says("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nokk"),
    502,
    unreadable,
  ],
  ["sends a negative length", says("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nokk"), 502, unreadable],
  ["sends status 999", says("HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n"), 502, unreadable],
  ["sends status 99", says("HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n"), 502, unreadable],
  [
    "changes the protocol",
    says("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
    502,
    unreadable,
  ],
];

/** Upstreams with an odd answer: what the caller gets of it. */
const odd: readonly [name: string, upstream: Answers, status: number, body: string][] = [
  ["HTTP/1.0 without a length", says("HTTP/1.0 200 OK\r\nX-A: 1\r\n\r\nold body"), 200, "old body"],
  [
    "early hints",
    says("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
    200,
    "ok",
  ],
  ["204 with a body", says("HTTP/1.1 204 No Content\r\nContent-Length: 3\r\n\r\nabc"), 204, ""],
  ["a longer body than announced", says("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokEXTRA"), 200, "ok"],
  [
    "chunks",
    says("HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
    201,
    "ok",
  ],
  [
    "a redirect to metadata",
    says("HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n"),
    302,
    "",
  ],
  ["an empty body", says("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), 200, ""],
];

const titles = { 502: "Bad gateway", 504: "Gateway timeout" } as const;
const codes = { 502: "upstream_failed", 504: "upstream_timeout" } as const;

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`bad upstreams on ${kind.dialect}`, () => {
    let service: GatewayService;
    // Short only where an upstream is silent: on a busy machine the others may take longer.
    const times: { silentMs?: number } = {};
    beforeAll(async () => {
      service = await startGateway(kind, {}, timedFeatures(times));
    });
    afterEach(() => {
      delete times.silentMs;
    });
    afterAll(() => service.end());

    test.each([...failing])("one that %s costs nothing", async (_, upstream, status, detail) => {
      await using raw = rawUpstream(typeof upstream === "string" ? ok : upstream);
      if (detail === stalled) times.silentMs = shortMs;
      const api = await service.register(
        typeof upstream === "string" ? upstream : raw.url,
        detail === late ? { timeout_ms: shortMs } : {},
      );
      const got = await service.call(api, "GET", "/a");
      expect(got.body).toEqual(problem(codes[status], status, titles[status], detail, got));
      expect(await service.recorded(api.subscriptionId)).toEqual([
        {
          status,
          credits: 0,
          error_code: codes[status],
          request_size: 0,
          response_size: got.text.length,
        },
      ]);
      // Its credits are free again: all 15 can be used.
      expect(service.app.metering.remaining(api.subscriptionId)).toBe(15);
    });

    test.each([...odd])("%s is passed on and charged once", async (_, upstream, status, body) => {
      await using raw = rawUpstream(upstream);
      const api = await service.register(raw.url);
      for (let call = 1; call <= 2; call++) {
        const got = await service.call(api, "GET", "/a");
        expect([got.status, got.text]).toEqual([status, body]);
      }
      await service.app.metering.flush();
      const record = { status, credits: 1, error_code: null, request_size: 0, response_size: body.length };
      expect(await service.recorded(api.subscriptionId)).toEqual([record, record]);
    });
  });
}
