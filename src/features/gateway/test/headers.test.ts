import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  type GatewayService,
  type Registered,
  startGateway,
} from "../../../../test/gateway/gateway-service.ts";
import { rawUpstream } from "../../../../test/gateway/raw-upstream.ts";
import { kinds } from "../../../../test/harness.ts";

const [sqlite] = kinds;
let service: GatewayService;
let api: Registered;
const answers = new Map<string, string>();
const upstream = rawUpstream((socket, request) => {
  const path = request.split(" ")[1]!;
  const text = answers.get(path) ?? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
  socket.end(text);
});
const free = { credit_cost: { default: 0 } };
const auth = { header: "X-Backend-Key", value: "the backend's key" };

beforeAll(async () => {
  service = await startGateway(sqlite!);
  api = await service.register(`${upstream.url}/v1`, { auth }, free);
});
afterAll(async () => {
  await service.end();
  await upstream[Symbol.asyncDispose]();
});

/** The headers of the last request, by lower-case name. */
function lastHeaders(): Record<string, string> {
  const [, ...lines] = upstream.received.at(-1)!.trim().split("\r\n");
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

describe("what the upstream receives", () => {
  test("nothing that authenticates its caller, in any header", async () => {
    const secret = `secret${crypto.randomUUID()}`;
    const headers = {
      authorization: `Bearer ${secret}`,
      "api-key": secret,
      cookie: `session=${secret}`,
      "proxy-authorization": `Basic ${secret}`,
      "proxy-anything": secret,
      connection: "close, x-hop",
      "x-hop": secret,
      "keep-alive": secret,
      te: secret,
      upgrade: secret,
      "http2-settings": secret,
      forwarded: `for=${secret}`,
      "x-forwarded-for": secret,
      "x-forwarded-user": secret,
      "x-real-ip": secret,
      "x-backend-key": secret,
    };
    expect((await service.call(api, "GET", "/a", { headers })).status).toBe(200);
    const sent = upstream.received.at(-1)!;
    expect(sent).not.toContain(secret);
    expect(sent).not.toContain(api.key);
  });

  test("its own credential, its own host, and where the call came from", async () => {
    const from = "203.0.113.9";
    const headers = {
      "x-request-id": "my-id.1",
      accept: "text/plain",
      "x-custom": "kept",
      host: "another.test",
      "x-http-method-override": "DELETE",
      "x-original-url": "/admin",
    };
    await service.call(api, "GET", "/a", { headers, from });
    const { traceparent, via, ...rest } = lastHeaders();
    expect(rest).toEqual({
      "x-backend-key": auth.value,
      host: new URL(upstream.url).host,
      accept: "text/plain",
      "accept-encoding": "identity",
      "user-agent": "vingate",
      "x-custom": "kept",
      "x-request-id": "my-id.1",
      "x-forwarded-for": from,
      "x-forwarded-proto": "http",
      "x-forwarded-host": "vingate.test",
      connection: "keep-alive",
    });
    expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(via).toMatch(/^1\.1 vingate-[0-9a-f]{12}$/);
  });

  test("the caller's trace, and the path of other proxies", async () => {
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-00`;
    await service.call(api, "GET", "/a", { headers: { traceparent, via: "1.0 edge" } });
    const sent = lastHeaders();
    expect(sent.traceparent).toBe(traceparent);
    expect(sent.via).toMatch(/^1\.0 edge, 1\.1 vingate-/);
  });

  test("a call that has passed here before is refused with 508", async () => {
    await service.call(api, "GET", "/a");
    const { via } = lastHeaders();
    const before = upstream.received.length;
    const got = await service.call(api, "GET", "/a", { headers: { via: `1.1 other, ${via}` } });
    expect([got.status, (got.body as { code: string }).code]).toEqual([508, "loop_detected"]);
    expect(upstream.received.length).toBe(before);
    expect((await service.recorded(api.subscriptionId)).at(-1)).toEqual({
      status: 508,
      credits: 0,
      error_code: "loop_detected",
      request_size: 0,
      response_size: got.text.length,
    });
  });

  test.each([
    ["", "/v1"],
    ["/", "/v1/"],
    ["/a/b//c/", "/v1/a/b//c/"],
    ["/a%2Fb%20c?x=%2F&y=a+b&&z", "/v1/a%2Fb%20c?x=%2F&y=a+b&&z"],
    ["?x=1", "/v1?x=1"],
    ["/a/../../secret", "/secret"],
  ])("the rest of the path %p arrives as %s", async (rest, arrived) => {
    const got = await service.call(api, "GET", rest);
    // A URL has no dot segments: the path is then another one.
    if (arrived === "/secret") return void expect(got.status).toBe(404);
    expect(upstream.received.at(-1)!.split(" ")[1]).toBe(arrived);
  });

  test("every method, with its body", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const body = `body of ${method}`;
      await service.call(api, method, "/a", { body, headers: { "content-length": String(body.length) } });
      const sent = upstream.received.at(-1)!;
      expect(sent.split(" ")[0]).toBe(method);
      expect(lastHeaders()["content-length"]).toBe(String(`body of ${method}`.length));
    }
    expect((await service.call(api, "TRACE")).status).toBe(405);
  });
});

describe("what the caller receives", () => {
  const answered = async (text: string, headers: Record<string, string> = {}, target = api) => {
    answers.set("/v1/answer", text);
    return service.call(target, "GET", "/answer", { headers });
  };

  test("the upstream's headers, without those that are not for it", async () => {
    const got = await answered(
      [
        "HTTP/1.1 203 Odd",
        "Content-Length: 2",
        "Content-Type: text/html",
        "Server: secret/1",
        "Set-Cookie: a=1",
        "Connection: close, x-hop",
        "X-Hop: 1",
        "Keep-Alive: timeout=1",
        "Alt-Svc: h3",
        "Strict-Transport-Security: max-age=1",
        "Clear-Site-Data: *",
        "Access-Control-Allow-Origin: https://evil.test",
        "X-Credits-Remaining: 1000000",
        "X-Credits-Charged: 1000000",
        "X-Request-Id: theirs",
        "Content-Security-Policy: default-src *",
        "Cache-Control: max-age=9",
        "Vary: Accept",
        'ETag: "a"',
        "X-Kept: yes",
        "",
        "ok",
      ].join("\r\n"),
      { origin: "https://app.test", "x-request-id": "mine" },
    );
    const { "access-control-expose-headers": exposed, ...headers } = Object.fromEntries(got.headers);
    expect(exposed).toContain("x-credits-remaining");
    expect(headers).toEqual({
      "access-control-allow-origin": "*",
      "cache-control": "max-age=9",
      "content-security-policy": "sandbox",
      "content-type": "text/html",
      etag: '"a"',
      vary: "Accept, x-AuthKey, Origin",
      "x-content-type-options": "nosniff",
      "x-credits-charged": "0",
      "x-credits-remaining": "15",
      "x-kept": "yes",
      "x-request-id": "mine",
    });
    expect(got.status).toBe(203);
  });

  test("cookies, if the API says so", async () => {
    const cookies = await service.register(`${upstream.url}/v1`, { set_cookies: true });
    const got = await answered(
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2; Path=/\r\n\r\n",
      {},
      cookies,
    );
    expect(got.headers.getSetCookie()).toEqual(["a=1", "b=2; Path=/"]);
  });

  test.each([
    ["/v1/b?x=1", "http://vingate.test/PATH/b?x=1"],
    ["UPSTREAM/v1/b#c", "http://vingate.test/PATH/b#c"],
    ["UPSTREAM/v1", "http://vingate.test/PATH"],
    ["b/c", "b/c"],
    ["UPSTREAM/elsewhere", "UPSTREAM/elsewhere"],
    ["UPSTREAM/v10", "UPSTREAM/v10"],
    ["https://other.test/v1/b", "https://other.test/v1/b"],
  ])("location %s is sent as %s", async (location, sent) => {
    const full = (text: string) => text.replace("UPSTREAM", upstream.url).replace("PATH", api.path);
    const got = await answered(
      `HTTP/1.1 302 Found\r\nLocation: ${full(location)}\r\nContent-Length: 0\r\n\r\n`,
    );
    expect([got.status, got.headers.get("location")]).toEqual([302, full(sent)]);
  });
});

test("a preflight lists what may be sent", async () => {
  const headers = { origin: "https://app.test", "access-control-request-method": "PUT" };
  const got = await service.ask("OPTIONS", `/${api.path}/a`, { headers });
  expect([got.status, got.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  expect(got.headers.get("access-control-allow-methods")).toContain("PUT");
  expect(got.headers.get("access-control-allow-headers")).toContain("x-authkey");
});
