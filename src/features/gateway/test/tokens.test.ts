import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { type FamilyService, liens, startFamilies } from "../../../../test/gateway/family-upstreams.ts";
import { startGateway } from "../../../../test/gateway/gateway-service.ts";
import { client, clientAuth, startVendor, type Vendor } from "../../../../test/gateway/vendor.ts";
import { kinds } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";

// No statement decides what these tests see.
const [sqlite] = kinds;
let service: FamilyService;
let vendor: Vendor;

beforeAll(async () => {
  service = await startFamilies(sqlite!);
  vendor = startVendor();
});
afterEach(async () => {
  if (service.app.forwarding.upstreamOf("lien"))
    await service.setUpstream("lien", { service_url: null, auth: null });
  Object.assign(vendor, { uses: Number.POSITIVE_INFINITY, seconds: 3600, tokenFailure: undefined });
  vendor.answer = () => new Response(null, { status: 404 });
  vendor.tokenRequests.length = 0;
  vendor.lookups.length = 0;
});
afterAll(async () => {
  await service.end();
  await vendor[Symbol.asyncDispose]();
});

const vinOf = (at: number) => `1HGCM82633A00${String(4000 + at)}`;
const answerLien = (path: string) => Response.json(liens(path.split("/").at(-1)!));
const basic = `Basic ${btoa(`${client.client_id}:${client.secret}`)}`;

/** Puts the vendor behind `lien`, with its client. */
const useVendor = (upstream: object = {}, more: object = {}) =>
  service.setUpstream("lien", {
    service_url: vendor.url,
    auth: clientAuth(vendor.tokenUrl, more),
    upstream: { source: "vendor", ...upstream },
  });

test("lookups carry a token, which eight at once and those after them share", async () => {
  await useVendor({}, { scope: "read", audience: "titles" });
  vendor.answer = answerLien;
  const who = await service.customer();
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, at) => service.lookUp(who, `/lien/${vinOf(at)}`)),
  );
  all.push(await service.lookUp(who, `/lien/${vinOf(9)}`));
  expect(all.map(({ status }) => status)).toEqual(Array(9).fill(200));
  expect(vendor.tokenRequests).toEqual([
    { authorization: basic, body: "grant_type=client_credentials&scope=read&audience=titles" },
  ]);
});

test("the body of a request for a token can have the secret", async () => {
  await useVendor({}, { style: "body" });
  vendor.answer = answerLien;
  await service.lookUp(await service.customer(), `/lien/${vinOf(0)}`);
  const body = `grant_type=client_credentials&client_id=${client.client_id}&client_secret=${client.secret}`;
  expect(vendor.tokenRequests).toEqual([{ authorization: null, body }]);
});

test("a token that the upstream refuses is replaced, and the call is sent once more", async () => {
  await useVendor();
  vendor.answer = answerLien;
  vendor.uses = 2;
  const who = await service.customer();
  for (let at = 0; at < 6; at++) expect((await service.lookUp(who, `/lien/${vinOf(at)}`)).status).toBe(200);
  expect([vendor.tokenRequests.length, vendor.lookups.length]).toEqual([3, 8]);
  const charged = await service.charged(who);
  expect(charged.map(({ status, credits }) => [status, credits])).toEqual(Array(6).fill([200, 1]));
});

test("a token endpoint that fails is a failure that names its status and no secret", async () => {
  await useVendor({ on_failure: "unavailable" });
  vendor.tokenFailure = () => new Response(client.secret, { status: 503 });
  const who = await service.customer();
  const got = [];
  for (let at = 0; at < 4; at++) got.push(await service.lookUp(who, `/lien/${vinOf(at)}`));
  expect(got.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  expect([vendor.tokenRequests.length, vendor.lookups]).toEqual([1, []]);
  const reason =
    "The service of this API gives no access: its token endpoint answered with 503. Nothing was charged.";
  expect(service.logLines("an upstream failed")).toContainEqual({
    level: "warn",
    event: "an upstream failed",
    api: "lien",
    reason,
  });
  const tried = await service.ask("POST", "/apis/test", {
    headers: service.operatorHeaders,
    json: { service_url: vendor.url, auth: clientAuth(vendor.tokenUrl) },
  });
  expect(tried.body).toMatchObject({
    response_code: null,
    error_code: "upstream_failed",
    reason: "The token endpoint answered with 503.",
  });
  const texts = [...got.map(({ text }) => text), tried.text, ...service.logged];
  expect(texts.filter((text) => text.includes(client.secret))).toEqual([]);
});

test("a registered API gets tokens, its answers hide them, and only a GET is sent again", async () => {
  const gateway = await startGateway(sqlite!);
  try {
    const api = await gateway.register(vendor.url, { auth: clientAuth(vendor.tokenUrl) });
    vendor.uses = 1;
    vendor.answer = (_, authorization) =>
      new Response("made", { headers: { "x-echo": `key=${authorization.slice("Bearer ".length)}` } });
    const first = await gateway.call(api, "POST", "/orders", { body: "{}" });
    expect([first.status, first.headers.get("x-echo")]).toEqual([200, "key=[credential]"]);
    expect((await gateway.call(api, "POST", "/orders", { body: "{}" })).status).toBe(401);
    expect((await gateway.call(api, "GET", "/orders")).status).toBe(200);
    expect((await gateway.call(api, "GET", "/orders")).status).toBe(200);
    const rows = await gateway.recorded(api.subscriptionId);
    expect(rows.map(({ status, credits }) => [status, credits])).toEqual([
      [200, 1],
      [401, 0],
      [200, 1],
      [200, 1],
    ]);
    expect(vendor.lookups.length).toBe(5);
  } finally {
    await gateway.end();
  }
});

test("in an outage each call is answered or fails, and what is answered is charged and recorded", async () => {
  await useVendor({ on_failure: "not_found" });
  vendor.uses = 3;
  vendor.seconds = 1;
  vendor.answer = answerLien;
  const who = await service.customer({ charge_on: "always" });
  const answers: number[] = [];
  const round = async (calls: number) => {
    const made = await Promise.all(
      Array.from({ length: calls }, (_, at) => service.lookUp(who, `/lien/${vinOf(answers.length + at)}`)),
    );
    for (const { status, headers } of made)
      answers.push(status === 200 && headers.get("x-credits-charged") === "1" ? 1 : 0);
    return made.map(({ status }) => status);
  };
  const before = await round(3);
  vendor.tokenFailure = () => new Response(null, { status: 500 });
  const during = await round(8);
  const failedAt = performance.now();
  vendor.tokenFailure = undefined;
  await until(() => performance.now() > failedAt + 1000, "the pause after a failed request is over");
  const after = await round(3);
  expect([before, during, after]).toEqual([[200, 200, 200], Array(8).fill(404), [200, 200, 200]]);
  const record = { credits: 1, error_code: null, data_source: "vendor 2026-11-21" };
  const rows = await service.charged(who);
  expect([answers.length, rows.filter(({ status }) => status === 200)]).toEqual([
    rows.length,
    Array(answers.filter((one) => one === 1).length).fill({ status: 200, ...record }),
  ]);
  expect(rows.filter(({ status }) => status !== 200)).toEqual(
    Array(8).fill({ status: 404, credits: 0, error_code: "upstream_failed", data_source: null }),
  );
});
