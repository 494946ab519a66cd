import { expect, test } from "bun:test";
import { attach, choose, confirm, press, toggle, type } from "../../../../test/console/dom/act.ts";
import {
  cells,
  control,
  facts,
  get,
  has,
  names,
  one,
  text,
  textOf,
  texts,
} from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { apiRecord, operator, product } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { ApiHealth } from "../../api/registered-apis.ts";
import { ApiPage } from "./api.tsx";

setUp();

const own = apiRecord({
  id: "weather",
  name: "weather",
  display_name: "Weather",
  description: "",
  path: "weather",
  builtin: false,
  service_url: "https://backend.example.com",
  timeout_ms: null,
});
const seen_at = "2026-11-21T21:00:00Z";
const health: ApiHealth = {
  api_id: "weather",
  timestamp_ge: "2026-11-21T20:00:00Z",
  timestamp_le: "2026-11-21T21:00:00Z",
  call_count_total: 200,
  call_count_success: 150,
  call_count_client_error: 30,
  call_count_server_error: 20,
  sample: {
    calls: 200,
    complete: true,
    api_time: { p50: 12, p99: 250 },
    service_time: { p50: 11, p99: 240 },
    errors: [
      { response_code: 404, error_code: null, calls: 30, last_at: "2026-11-21T20:59:00Z" },
      { response_code: 504, error_code: "upstream_timeout", calls: 20, last_at: "2026-11-21T20:58:00Z" },
    ],
  },
  misfits: [],
  nodes: [{ instance: "n", name: "host/1", breaker: "open", calls_under_way: 3, calls_max: 100, seen_at }],
};

async function open(apiId = "weather", all = [apiRecord(), own], itsHealth = health) {
  respond("get", "/apis", all);
  respond("get", "/products", [
    product(),
    product({ id: "pro", display_name: "Pro", state: "not_published" }),
  ]);
  answer("GET /products/trial/apis", () => json([own], 200, { "x-total-count": "1" }));
  answer("GET /products/pro/apis", () => json([], 200, { "x-total-count": "0" }));
  answer("GET /apis/{api_id}", ({ path }) => {
    const stored = all.find(({ id }) => path.endsWith(`/${id}`)) ?? own;
    return json(stored, 200, { etag: '"1"' });
  });
  respond("get", "/apis/{api_id}/health", itsHealth);
  answer("GET /apis/{api_id}/document", () => json({ detail: "none", code: "not_found" }, 404));
  await show(<ApiPage params={{ apiId }} />, { as: operator() });
}
const bodies = (route: string) => sent(route).map(({ body }) => body);

test("health shows calls, errors, times and the breaker", async () => {
  await open();
  expect(texts("h2")).toEqual([
    "200 calls in the last hour, 20 server errors (10%)",
    "Details",
    "Backend",
    "Limits",
    "Plans",
    "Document",
    "Fallback",
  ]);
  expect(facts(one(".facts"))).toEqual([
    ["Whole call, p50 / p99", "12 ms / 250 ms"],
    ["Backend, p50 / p99", "11 ms / 240 ms"],
    ["Breaker", "Open"],
    ["Calls under way", "3 of at most 100"],
  ]);
  expect(cells("Errors of the last hour")).toEqual([
    ["Error", "Calls", "Last"],
    ["404 Not found sent by the backend", "30", "20:59:00"],
    ["504 Upstream timed out upstream_timeout", "20", "20:58:00"],
  ]);
});

test("health shows the sources whose responses did not fit", async () => {
  const misfits: ApiHealth["misfits"] = [
    { source: "acme", last_path: "data.auctions: is absent", last_at: "2026-11-21T20:59:30Z", answers: 12 },
    { source: "other", last_path: "price: is no number", last_at: "2026-11-20T08:00:00Z", answers: 0 },
  ];
  await open("weather", [own], { ...health, misfits });
  expect(cells("Responses that did not fit in the last day")).toEqual([
    ["Source", "Last place", "In the last hour", "Last"],
    ["acme", "data.auctions: is absent", "12", "20:59:30"],
    ["other", "price: is no number", "0", "20 Nov 2026, 08:00:00"],
  ]);
});

test("of several nodes each has its breaker", async () => {
  const idle = { breaker: "closed", calls_under_way: 0, calls_max: 100, seen_at } as const;
  const nodes = [...health.nodes, { instance: "m", name: "host/2", ...idle }];
  await open("weather", [own], { ...health, nodes });
  expect(facts(one(".facts")).map(([name]) => name)).toEqual(["Whole call, p50 / p99", "Backend, p50 / p99"]);
  expect(cells("Nodes")).toEqual([
    ["Node", "Breaker", "Calls under way", "At most", "Seen"],
    ["host/1", "Open", "3", "100", "21:00:00"],
    ["host/2", "Closed", "0", "100", "21:00:00"],
  ]);
});

test("an API is registered with header, document and plans", async () => {
  await open("new");
  answer("POST /apis", () => json(own));
  answer("PUT /products/{id}/apis/{api_id}", () => json(own));
  answer("PUT /apis/{api_id}/document", () => json({ operations: [] }));
  await type("Display name", "Weather (US)");
  expect([control("Name").value, control("Path").value]).toEqual(["weather-us", "weather-us"]);
  await type("Path", "weather");
  await type("Backend", "https://backend.example.com");
  await choose("Credential of the backend", "header");
  await type("Header", "X-Api-Key");
  await type("Header value", "s3cret");
  await type("Timeout (ms)", "5,000");
  await type("Max. request body (MiB)", "2");
  await toggle("Pro Not published");
  await attach("OpenAPI document", new File(["openapi: 3.1.0"], "weather.yaml"));
  await press("Register API");
  expect(bodies("POST /apis")).toEqual([
    {
      name: "weather-us",
      display_name: "Weather (US)",
      description: "",
      path: "weather",
      service_url: "https://backend.example.com",
      auth: { header: "X-Api-Key", value: "s3cret" },
      ca_certificate: null,
      timeout_ms: 5000,
      max_concurrent: null,
      request_max_bytes: 2_097_152,
      subscription_required: true,
      set_cookies: false,
      validate: false,
    },
  ]);
  expect(sent("PUT /products/pro/apis/weather")).toHaveLength(1);
  const [document] = sent("PUT /apis/weather/document");
  expect([document?.headers.get("content-type"), document?.body]).toEqual([
    "application/yaml",
    "openapi: 3.1.0",
  ]);
  expect([toast(), location.pathname.endsWith("/apis/weather")]).toEqual(["API registered", true]);
});

test("after a refused document the API is registered once", async () => {
  await open("new");
  answer("POST /apis", () => json(own));
  answer("PATCH /apis/{api_id}", () => json(own));
  refuse("PUT /apis/{api_id}/document", 422, [
    { type: "value_error", loc: ["body"], msg: "Value error, line 3, column 1: no paths", input: null },
  ]);
  await type("Display name", "Weather");
  await attach("OpenAPI document", new File(["{}"], "weather.json"));
  await press("Register API");
  expect(textOf(get("alert"))).toStartWith("The API was saved, but not all of the rest. ");
  expect(textOf(get("alert"))).toContain("Line 3, column 1: no paths");
  answer("PUT /apis/{api_id}/document", () => json({ operations: [] }));
  await press("Register API");
  expect([sent("POST /apis").length, sent("PATCH /apis/weather").length]).toEqual([1, 1]);
});

test("a change keeps the stored header and leaves other plans", async () => {
  await open();
  answer("PATCH /apis/{api_id}", () => json(own));
  answer("DELETE /products/{id}/apis/{api_id}", () => json({ status: "success" }));
  await type("Concurrent calls per node", "x");
  await press("Save API");
  expect([textOf(get("alert")), sent("PATCH /apis/weather").length]).toEqual([
    "Correct the marked fields.",
    0,
  ]);
  await type("Concurrent calls per node", "7");
  await toggle("Trial");
  await press("Save API");
  expect(bodies("PATCH /apis/weather")).toEqual([
    {
      display_name: "Weather",
      description: "",
      path: "weather",
      service_url: "https://backend.example.com",
      ca_certificate: null,
      timeout_ms: null,
      max_concurrent: 7,
      subscription_required: true,
      set_cookies: false,
      validate: false,
    },
  ]);
  expect(sent("DELETE /products/trial/apis/weather")).toHaveLength(1);
  expect(toast()).toBe("API saved");
});

test("a test shows the response of the backend and its time", async () => {
  await open();
  const tested = {
    url: "https://backend.example.com/status",
    auth_sent: true,
    response_code: 200,
    content_type: "application/json",
    time: 12,
    body: '{"ok":true}',
    truncated: false,
    error_code: null,
    reason: null,
  };
  answer("POST /apis/test", () => json(tested));
  await type("Path to test", "status");
  await press("Test backend");
  expect(bodies("POST /apis/test")).toEqual([
    {
      service_url: "https://backend.example.com",
      path: "/status",
      method: "GET",
      ca_certificate: null,
      timeout_ms: 30_000,
      api_id: "weather",
    },
  ]);
  expect(textOf(one(".tested"))).toBe(
    '200 OK in 12 ms, with the credential GET https://backend.example.com/status { "ok": true }',
  );
  const failed = { response_code: null, body: null, auth_sent: false, error_code: "upstream_failed" };
  answer("POST /apis/test", () => json({ ...tested, ...failed, reason: "It refuses connections." }));
  await press("Test backend");
  expect(textOf(one(".tested"))).toBe(
    "No response in 12 ms GET https://backend.example.com/status It refuses connections. Callers would get upstream_failed.",
  );
  refuse("POST /apis/test", 422, "Not a URL.");
  await press("Test backend");
  expect([textOf(get("alert")), textOf(one(".tested"))]).toEqual(["Not a URL.", ""]);
});

test("of a built-in API that computes its answers only texts and plans can be changed", async () => {
  const decoder = apiRecord({ id: "vin-decoder", name: "vin-decoder", path: "vin-decoder" });
  await open("vin-decoder", [decoder]);
  answer("PATCH /apis/{api_id}", () => json(decoder));
  expect(names("textbox")).toEqual(["Display name", "Description"]);
  expect(has("button", "Delete API")).toBe(false);
  await type("Display name", "Auctions");
  await press("Save API");
  expect(bodies("PATCH /apis/vin-decoder")).toEqual([
    { display_name: "Auctions", description: "Auctions of a vehicle." },
  ]);
});

test("an API is deleted after its name is typed", async () => {
  await open();
  answer("DELETE /apis/{api_id}", () => json({ status: "success" }));
  await press("Delete API");
  await type("Type weather to confirm", "weather");
  await confirm();
  expect([sent("DELETE /apis/weather").length, toast()]).toEqual([1, "API deleted"]);
  expect(location.pathname.endsWith("/apis")).toBe(true);
});

test("an unknown API leads back to the list", async () => {
  await open("none");
  expect(text()).toContain("No matching API none");
});
