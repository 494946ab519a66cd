import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { auctions, type FamilyService, startFamilies } from "../../../../test/gateway/family-upstreams.ts";
import { closedPort, type RawSocket, rawUpstream } from "../../../../test/gateway/raw-upstream.ts";
import { kinds, problem } from "../../../../test/harness.ts";

const vin = "1HGCM82633A004352";
const secret = "987-65-4321";
const late = "The service of this API did not answer within 0.15 seconds. Nothing was charged.";
const closed = "The service of this API closed the connection without a whole answer. Nothing was charged.";
const notAllowed =
  "The address of this API's service is not allowed. Report it to the operator. Nothing was charged.";
const tooLong = "Its answer has more than 262144 bytes.";

type Answers = (socket: RawSocket) => void;

const says =
  (text: string, head = ""): Answers =>
  (socket) =>
    void socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(text)}\r\n${head}\r\n${text}`);
const saysJson = (value: unknown) => says(JSON.stringify(value));
const status =
  (code: number, head = "") =>
  (socket: RawSocket) =>
    void socket.end(`HTTP/1.1 ${code} X\r\nContent-Length: 0\r\n${head}\r\n`);
const endless: Answers = (socket) => {
  const piece = `10000\r\n${"a".repeat(0x10000)}\r\n`;
  socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (let part = 0; part < 20; part++) socket.write(piece);
};

/** Upstreams whose answers are not taken: the reason in the log. */
const failing: readonly [name: string, upstream: Answers | string, reason: string][] = [
  ["answers with 500", status(500), "It answered with 500."],
  ["refuses its credential", status(401), "It answered with 401."],
  ["redirects", status(302, "Location: http://169.254.169.254/\r\n"), "It answered with 302."],
  ["answers without a body", status(204), "It answered with 204."],
  ["never answers", () => undefined, late],
  [
    "stalls within its body",
    (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"status":'),
    late,
  ],
  [
    "closes within its body",
    (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"status":'),
    closed,
  ],
  ["has a metadata address", "http://169.254.169.254/latest", notAllowed],
  [
    "refuses connections",
    `http://127.0.0.1:${closedPort()}`,
    "The service of this API refuses connections. Nothing was charged.",
  ],
  [
    "announces 5 GB",
    (socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5000000000\r\n\r\n"),
    tooLong,
  ],
  ["sends without end", endless, tooLong],
  ["sends a page", says("<html>sign in</html>"), "the answer: is not JSON"],
  ["sends a coded body", says("\x1f\x8b\x08\x00", "Content-Encoding: gzip\r\n"), "the answer: is not JSON"],
  [
    "sends deep lists",
    says("[".repeat(100_000) + "]".repeat(100_000)),
    "the answer: is absent, or of another type",
  ],
  [
    "sends another shape",
    saysJson({ status: "success", data: { seller: secret } }),
    "data: is absent, or of another type",
  ],
  [
    "sends a wrong member",
    saysJson(auctions(vin, { price: 9876 })),
    "data.0.price: is absent, or of another type",
  ],
  ["sends another vehicle", saysJson(auctions("1HGCM82633A004353")), "vin: is of another vehicle"],
];

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`sources that fail on ${kind.dialect}`, () => {
    let service: FamilyService;
    beforeAll(async () => {
      service = await startFamilies(kind);
    });
    afterAll(() => service.end());

    for (const [index, [name, answers, reason]] of failing.entries())
      test(`a source ${name}`, async () => {
        const timeout_ms = reason === late ? 150 : 20_000;
        // The breaker of an API opens after 20 failures.
        const api = index < 9 ? "lien" : "auction";
        const who = await service.customer({ charge_on: "always" });
        await using raw = typeof answers === "string" ? undefined : rawUpstream(answers);
        const service_url = raw ? raw.url : (answers as string);
        const before = service.logLines("an upstream failed").length;
        const upstream = { keep_days: 1 };
        await service.setUpstream(api, { service_url, timeout_ms, upstream });
        const missed = await service.lookUp(who, `/${api}/${vin}`);
        const detail = `No record of ${vin} here. No ${api} data is loaded. Nothing was charged.`;
        const absent = problem("record_not_found", 404, "Record not found", detail, missed);
        expect(missed.body).toEqual({ ...absent, suggestions: [] });
        const strict = { ...upstream, on_failure: "unavailable" };
        await service.setUpstream(api, { upstream: strict });
        const refused = await service.lookUp(who, `/${api}/${vin}`);
        expect(refused.body).toEqual(
          problem(
            "upstream_unavailable",
            503,
            "Upstream unavailable",
            "There is no record here, and the source of further records is failing. Nothing was charged. Retry.",
            refused,
          ),
        );
        expect(refused.headers.get("retry-after")).toBe("5");
        const logged = { level: "warn", event: "an upstream failed", api, reason };
        expect(service.logLines("an upstream failed").slice(before)).toEqual([logged, logged]);
        expect(service.logged.join("\n")).not.toContain(secret);
        expect(await service.charged(who)).toEqual([
          { status: 404, credits: 0, error_code: "upstream_failed", data_source: null },
          { status: 503, credits: 0, error_code: "upstream_unavailable", data_source: null },
        ]);
        expect(await service.kept()).toEqual([]);
      });
  });
}
