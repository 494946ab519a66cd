import { expect, test } from "bun:test";
import { choose, press, type } from "../../../../test/console/dom/act.ts";
import { control, text, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { apiRecord, operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { ApiPage } from "./api.tsx";

setUp();

async function open(auction = apiRecord()) {
  respond("get", "/apis", [auction]);
  respond("get", "/products", []);
  respond("get", "/apis/{api_id}", auction);
  refuse("GET /apis/{api_id}/health", 500, "Not of interest.");
  refuse("GET /apis/{api_id}/mapping", 404, "None.");
  await show(<ApiPage params={{ apiId: "auction" }} />, { as: operator() });
}
const bodies = (route: string) => sent(route).map(({ body }) => body);

const unchanged = { display_name: "Auction history", description: "Auctions of a vehicle." };

test("a built-in API of records gets an upstream", async () => {
  await open();
  answer("PATCH /apis/{api_id}", () => json(apiRecord()));
  expect(texts("h2")).toEqual(["Details", "Upstream", "Plans", "Vendor's mapping"]);
  await press("Save API");
  await type("Upstream", "https://auctions.acme.example/v2");
  expect(control("Source").value).toBe("upstream");
  await type("Source", "acme-auctions");
  await type("Keep records (days)", "0");
  await press("Save API");
  expect(text()).toContain("Correct the marked fields.");
  await type("Keep records (days)", "30");
  await choose("If the upstream fails", "unavailable");
  await choose("Credential of the upstream", "header");
  await type("Header", "X-Api-Key");
  await type("Header value", "s3cret");
  await press("Save API");
  expect(bodies("PATCH /apis/auction")).toEqual([
    unchanged,
    {
      ...unchanged,
      service_url: "https://auctions.acme.example/v2",
      auth: { header: "X-Api-Key", value: "s3cret" },
      ca_certificate: null,
      timeout_ms: 10_000,
      max_concurrent: null,
      upstream: { source: "acme-auctions", keep_days: 30, on_failure: "unavailable" },
    },
  ]);
});

test("a new upstream gets no credential of one that was removed", async () => {
  await open();
  answer("PATCH /apis/{api_id}", () => json(apiRecord()));
  await type("Upstream", "https://auctions.acme.example/v2");
  expect(control("Credential of the upstream").value).toBe("none");
  await press("Save API");
  expect(bodies("PATCH /apis/auction")).toEqual([
    {
      ...unchanged,
      service_url: "https://auctions.acme.example/v2",
      auth: null,
      ca_certificate: null,
      timeout_ms: 10_000,
      max_concurrent: null,
      upstream: { source: "upstream", keep_days: null, on_failure: "not_found" },
    },
  ]);
});

test("the upstream of a built-in API is tested and removed", async () => {
  const upstream = { source: "acme", keep_days: null, on_failure: "not_found" } as const;
  const known = apiRecord({ service_url: "https://auctions.acme.example", upstream });
  await open(known);
  answer("PATCH /apis/{api_id}", () => json(apiRecord()));
  expect([control("Source").value, control("Keep records (days)").value]).toEqual(["acme", ""]);
  refuse("POST /apis/test", 422, "Not a URL.");
  await type("Path to test", "/auction/x");
  await press("Test upstream");
  expect(bodies("POST /apis/test")).toEqual([
    {
      service_url: "https://auctions.acme.example",
      path: "/auction/x",
      method: "GET",
      ca_certificate: null,
      timeout_ms: 10_000,
      api_id: "auction",
    },
  ]);
  await type("Upstream", "");
  await press("Save API");
  expect(bodies("PATCH /apis/auction")).toEqual([
    {
      ...unchanged,
      service_url: null,
      ca_certificate: null,
      timeout_ms: 10_000,
      max_concurrent: null,
      upstream: null,
    },
  ]);
});
