import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  type Account,
  ask,
  kinds,
  problem,
  startService,
  type TestService,
  testOrigin,
} from "../../../../test/harness.ts";
import { goodVin, type Subscribers, subscribers, unknownVin } from "../../../../test/subscribers.ts";
import { callTool, ownMeta, post, request, textsOf } from "./mcp.ts";

let service: TestService;
let who: Subscribers;
beforeAll(async () => {
  service = await startService(kinds[0]);
  who = subscribers(service);
});
afterAll(() => service.end());

const call = (key: string, name: string, args: object, more?: Record<string, string>) =>
  callTool(service.serve, key, name, args, more);
const get = (account: Account, path: string) =>
  ask(service.serve, "GET", path, { headers: { "x-authkey": account.key } });
const records = async (account: Account) => {
  await service.app.metering.flush();
  const got = await service.ask("GET", `/reports/byRequest?user_id=${account.userId}`, {
    headers: service.operatorHeaders,
  });
  return (got.body as { items: Record<string, unknown>[] }).items;
};
const decodeSource = async (account: Account) =>
  (await get(account, `/vin-decoder/${goodVin}`)).headers.get("x-data-source");

test("the list has at most 12 tools and 7,000 bytes", async () => {
  const { body, headers } = request("tools/list");
  const got = await post(service.serve, body, headers);
  const { tools } = (got.body as { result: { tools: { name: string }[] } }).result;
  expect(tools.length).toBeLessThanOrEqual(12);
  expect(got.text.length).toBeLessThanOrEqual(7000);
  expect(tools.map(({ name }) => name)).toEqual([
    "decode_vin",
    "vehicle_report",
    "open_recalls",
    "market_value",
    "repair_estimate",
    "vehicle_history",
    "decode_plate",
    "oem_parts",
    "catalogue",
    "decode_vins",
    "coverage_and_prices",
    "balance",
  ]);
});

test("a tool under a test key says so, and is free", async () => {
  const account = await who.subscribe({});
  const got = await call(account.testKey, "decode_vin", { vin: "TEST0000000000402" });
  const texts = textsOf(got);
  expect(texts[0]).toContain("credits_exhausted");
  expect(texts[1]).toContain("Test key: synthetic vehicles, nothing is charged.");
  expect((await records(account)).map(({ key, credits }) => [key, credits])).toEqual([["test", 0]]);
});

test("a tool call is the lookup, recorded as one by MCP", async () => {
  const account = await who.subscribe({});
  const source = await decodeSource(account);
  const got = await call(account.key, "decode_vin", { vin: goodVin, year: 2003 });
  const { text } = await get(account, `/vin-decoder/${goodVin}?year=2003`);
  const content = [text, `Source: ${source}.\nCost of this call: 1 credit. Credits remaining: 13.`].map(
    (one) => ({
      type: "text",
      text: one,
    }),
  );
  expect(got.body).toEqual({
    jsonrpc: "2.0",
    id: 1,
    result: { content, structuredContent: JSON.parse(text), resultType: "complete", _meta: ownMeta },
  });
  const [asLookup, asTool] = await records(account);
  const { request_id, api_time, service_time, response_size, ...recorded } = asLookup!;
  expect(asTool).toEqual({
    ...recorded,
    request_id: got.headers.get("x-request-id"),
    api_time: expect.any(Number),
    service_time: expect.any(Number),
    response_size,
    source: "mcp",
    call: expect.stringMatching(/^[0-9a-f]{32}\/[1-9]\d*$/),
  });
  expect([recorded.source, recorded.data_source]).toEqual(["http", source]);
});

test("a bearer token may be the key", async () => {
  const account = await who.subscribe({});
  const { body, headers } = request("tools/call", { name: "balance", arguments: {} });
  const got = await post(service.serve, body, { ...headers, authorization: `Bearer ${account.key}` });
  expect(JSON.parse(textsOf(got)[0]!).credits).toEqual({
    granted: 15,
    used: 0,
    remaining: 15,
    unlimited: false,
  });
});

test.each([
  ["decode_vin", "", "not_authenticated", 401, "Not authenticated"],
  ["coverage_and_prices", "", "not_authenticated", 401, "Not authenticated"],
  ["balance", "", "not_authenticated", 401, "Not authenticated"],
])("%s refuses key %p as a tool error", async (name, key, code, status, title) => {
  const got = await call(key, name, name === "balance" ? {} : { vin: goodVin });
  const [text, note] = textsOf(got);
  expect(got.body).toMatchObject({ result: { isError: true } });
  expect(JSON.parse(text!)).toEqual(problem(code, status, title, JSON.parse(text!).detail, got));
  expect(note).toEndWith("Cost: Nothing.");
});

test("errors of a lookup are tool errors with advice", async () => {
  const account = await who.subscribe({ credit_cost: { default: 15 } });
  const missed = await call(account.key, "decode_vin", { vin: unknownVin });
  expect(JSON.parse(textsOf(missed)[0]!)).toMatchObject({ code: "vehicle_not_found", status: 404 });
  const invalid = await call(account.key, "decode_vin", { vin: "short" });
  const lookedUp = await get(account, "/vin-decoder/short");
  expect(JSON.parse(textsOf(invalid)[0]!)).toEqual(lookedUp.body);
  await call(account.key, "decode_vin", { vin: goodVin });
  const poor = await call(account.key, "decode_vin", { vin: goodVin });
  expect(JSON.parse(textsOf(poor)[0]!)).toEqual({
    ...problem(
      "credits_exhausted",
      402,
      "Credits exhausted",
      "No credits left. Change plan or ask the operator.",
      poor,
    ),
    remaining: 0,
    links: { account: `${testOrigin}/`, buy: `${testOrigin}/console/billing` },
  });
  expect(
    (await records(account)).map((one) => [one.response_code, one.credits, one.source, one.data_source]),
  ).toEqual([
    [402, 0, "mcp", null],
    [200, 15, "mcp", await decodeSource(await who.subscribe({}))],
    [422, 0, "http", null],
    [422, 0, "mcp", null],
    [404, 0, "mcp", null],
  ]);
});

test("the rate of the plan holds, and says how long to wait", async () => {
  const account = await who.subscribe({ rate_limit: { calls: 1, renewal_period_s: 60 } });
  await call(account.key, "decode_vin", { vin: goodVin });
  const late = await call(account.key, "decode_vin", { vin: goodVin });
  expect(JSON.parse(textsOf(late)[0]!)).toMatchObject({ code: "rate_limited", status: 429 });
  expect(textsOf(late)[1]).toMatch(/^Wait \d+ s before the next call\. /);
});

const fault = (type: string, names: string[], msg: string, input: unknown) => ({
  detail: [{ type, loc: ["arguments", ...names], msg, ...(input !== undefined && { input }) }],
});

test.each([
  ["decode_vin", {}, fault("missing", ["vin"], "Field required", {})],
  [
    "decode_vin",
    { vin: [goodVin] },
    fault("string_type", ["vin"], "Input should be a valid string or number", [goodVin]),
  ],
  [
    "decode_vin",
    { vin: "\0" },
    fault("string_unicode", ["vin"], "Input should be a valid string", undefined),
  ],
  [
    "decode_vin",
    { vin: goodVin, speed: 3 },
    fault("extra_forbidden", ["speed"], "decode_vin takes no speed. It takes: vin, year", 3),
  ],
  [
    "decode_vin",
    JSON.parse(`{"vin":"${goodVin}","__proto__":1}`),
    fault("extra_forbidden", ["__proto__"], "decode_vin takes no __proto__. It takes: vin, year", 1),
  ],
  [
    "balance",
    { vin: goodVin },
    fault("extra_forbidden", ["vin"], "balance takes no vin. It takes: no arguments", goodVin),
  ],
  [
    "market_value",
    { make: "Honda" },
    fault("missing", [], "market-valuation needs vin; or year, make, model", { make: "Honda" }),
  ],
  [
    "market_value",
    { vin: goodVin, make: "Honda" },
    fault("extra_forbidden", ["make"], "make is not used with the other arguments. Leave it out", "Honda"),
  ],
  [
    "vehicle_history",
    { vin: goodVin, families: [] },
    fault("list_type", ["families"], "Input should be a list of: auction, saleshistory, lien", []),
  ],
  [
    "vehicle_history",
    { vin: goodVin, families: ["oil"] },
    fault("enum", ["families"], "Input should be one of: auction, saleshistory, lien", "oil"),
  ],
  [
    "catalogue",
    { make: "Honda" },
    fault(
      "missing",
      [],
      "catalogue of ymm-specs takes nothing; or year; or year, make; or year, make, model",
      { make: "Honda" },
    ),
  ],
  [
    "decode_vins",
    { vins: new Array(101).fill(goodVin) },
    fault(
      "too_long",
      ["vins"],
      "A tool call takes at most 100. POST /vin-decoder/batch takes any number",
      101,
    ),
  ],
])("arguments of %s are refused: %j", async (name, args, expected) => {
  const account = await who.subscribe({});
  const got = await call(account.key, name, args);
  expect(got.body).toEqual({
    jsonrpc: "2.0",
    id: 1,
    result: {
      content: [JSON.stringify(expected), "Correct the arguments. Nothing was charged."].map((text) => ({
        type: "text",
        text,
      })),
      isError: true,
      resultType: "complete",
      _meta: ownMeta,
    },
  });
  expect(await records(account)).toEqual([]);
});

test("a report has the answer of each family, or its error", async () => {
  const account = await who.subscribe({});
  const args = { vin: goodVin, families: ["vin-decoder", "lien"] };
  const got = await call(account.key, "vehicle_report", args);
  const [text, note] = textsOf(got);
  const asked = await get(account, `/report/${goodVin}?families=vin-decoder,lien`);
  const { data } = asked.body as { data: object };
  expect(JSON.parse(text!)).toEqual({
    status: "success",
    data: { ...data, credits_remaining: 14, request_id: got.headers.get("x-request-id") },
  });
  expect(note!.split("\n").map((line) => line.split(":")[0])).toEqual([
    "lien",
    "vin-decoder",
    "Cost of this call",
  ]);
  expect((await records(account)).map(({ source, credits }) => [source, credits])).toEqual([
    ["http", 1],
    ["http", 0],
    ["mcp", 1],
    ["mcp", 0],
  ]);
});

test("a batch charges each decoded VIN", async () => {
  const account = await who.subscribe({});
  const got = await call(account.key, "decode_vins", { vins: [goodVin, "short", goodVin] });
  const { data } = JSON.parse(textsOf(got)[0]!);
  expect(data.map((one: { status: string }) => one.status)).toEqual(["success", "error", "success"]);
  expect((await records(account)).map((one) => [one.source, one.credits])).toEqual([
    ["mcp", 1],
    ["mcp", 0],
    ["mcp", 1],
  ]);
});
