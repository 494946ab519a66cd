import { afterAll, beforeAll, expect, test } from "bun:test";
import { kinds, problem, startService, type TestService } from "../../../../test/harness.ts";
import { goodVin, type Subscribers, subscribers } from "../../../../test/subscribers.ts";
import { Toolbox } from "../toolbox.ts";
import { callTool, post, request, textsOf } from "./mcp.ts";

interface Shown {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, { readonly items?: object }>> };
  readonly annotations: object;
}

let service: TestService;
let who: Subscribers;
beforeAll(async () => {
  service = await startService(kinds[0]);
  who = subscribers(service);
});
afterAll(() => service.end());

const call = (key: string, name: string, args: object) => callTool(service.serve, key, name, args);

test.each(["tools/list", "server/discover"])("%s with a wrong key is 401", async (method) => {
  const { body, headers } = request(method);
  const got = await post(service.serve, body, { ...headers, "x-authkey": "vgk_nobodyhasthis" });
  const detail = "Invalid API key: mistyped, expired or revoked.";
  expect(got.body).toEqual(problem("invalid_credential", 401, "Invalid credential", detail, got));
  expect(got.headers.get("www-authenticate")).toBe('Bearer realm="vingate", error="invalid_token"');
});

test("the list has the families and prices of the key's plan", async () => {
  const policy = { credit_cost: { default: 2, per_api: { auction: 20 } } };
  const account = await who.subscribe(policy);
  const api = `/products/${account.productId}/apis/auction`;
  await service.ask("PUT", api, { headers: service.operatorHeaders });
  const { body, headers } = request("tools/list");
  const got = await post(service.serve, body, { ...headers, "x-authkey": account.key });
  const { tools, cacheScope } = (got.body as { result: { tools: Shown[]; cacheScope: string } }).result;
  expect([tools.map(({ name }) => name), cacheScope]).toEqual([
    ["decode_vin", "vehicle_report", "vehicle_history", "decode_vins", "coverage_and_prices", "balance"],
    "private",
  ]);
  const [decode, report, history] = tools as [Shown, Shown, Shown];
  expect(decode.description).toEndWith("Costs 2 credits.");
  expect(report.description).toContain("answers costs vin-decoder 2, auction 20 credits.");
  expect(report.inputSchema.properties.families!.items).toEqual({ enum: ["vin-decoder", "auction"] });
  expect(history.inputSchema.properties.families!.items).toEqual({ enum: ["auction"] });
  expect([decode.annotations, tools.at(-1)!.annotations]).toEqual([
    { readOnlyHint: false, destructiveHint: false },
    { readOnlyHint: true },
  ]);
});

test("a service without reports has no tools of several families", () => {
  const operations = service.app.operations.filter(({ callsLookups }) => !callsLookups);
  const names = JSON.parse(new Toolbox({ operations }).listFor(undefined)) as { name: string }[];
  const all = JSON.parse(new Toolbox(service.app).listFor(undefined)) as { name: string }[];
  const missing = all.filter(({ name }) => !names.some((one) => one.name === name));
  expect(missing.map(({ name }) => name)).toEqual(["vehicle_report", "vehicle_history"]);
});

test("one unfit family spoils no report", async () => {
  const account = await who.subscribe({});
  const args = { vin: goodVin, families: ["vin-decoder", "us-plate-decode"] };
  const [text, note] = textsOf(await call(account.key, "vehicle_report", args));
  const { parts } = JSON.parse(text!).data;
  expect([parts["vin-decoder"].status, parts["us-plate-decode"].error]).toEqual([
    200,
    {
      code: "validation_error",
      detail: "The lookup needs license_plate, state. Not known: license_plate, state. It was not called.",
      retry_after_s: null,
    },
  ]);
  expect(note).toContain("us-plate-decode: Read `loc`");
  expect(note).toEndWith("Cost of this call: 1 credit. Credits remaining: 14.");
});

test("a VIN is resolved for families that need a model", async () => {
  const account = await who.subscribe({});
  const made = await call(account.key, "vehicle_report", { vin: goodVin, families: ["ymm-specs"] });
  await service.app.metering.flush();
  const log = await service.ask("GET", `/reports/byRequest?user_id=${account.userId}`, {
    headers: service.operatorHeaders,
  });
  const found = (log.body as { items: { url: string }[] }).items.map(({ url }) => url);
  expect(found).toEqual(["/ymm-specs/v3/2003/HONDA/Accord/EX-V6"]);
  expect(Object.keys(JSON.parse(textsOf(made)[0]!).data.parts)).toEqual(["ymm-specs"]);
});

test("a short report has the first items of each list, and nothing empty", async () => {
  const account = await who.subscribe({});
  const args = { vin: goodVin, families: ["vin-decoder"], short: true };
  const [text, note] = textsOf(await call(account.key, "vehicle_report", args));
  const { data } = JSON.parse(text!).data.parts["vin-decoder"];
  expect([data.basic.vehicle_size, data.check.warnings, data.basic.make]).toEqual([undefined, [], "HONDA"]);
  expect(note).toContain("Lists are cut to 3 items, and empty members left out.");
});
