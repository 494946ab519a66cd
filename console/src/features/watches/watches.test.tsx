import { expect, test } from "bun:test";
import { attach, confirm, press, toggle, type } from "../../../../test/console/dom/act.ts";
import { cells, control, get, has, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { apiRecord, operator, subscription, user } from "../../../../test/console/dom/records.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { WatchPage } from "../../api/watches.ts";
import { Watches } from "./watches.tsx";

setUp();

const watch = { vin: "5J6RW2H59JL990075", families: ["auction", "lien"], created_at: "2026-11-20T08:00:00Z" };
const page = (more: Partial<WatchPage> = {}): WatchPage => ({
  items: [watch as WatchPage["items"][number]],
  page: 1,
  page_size: 50,
  total: 1,
  limit: 1000,
  next: null,
  comparisons: [],
  ...more,
});

async function open(shown = page(), { as = user(), at = "/alerts?tab=watches" } = {}) {
  respond("get", "/users/{id}/subscriptions", [subscription({ id: "shop" })]);
  respond("get", "/subscriptions/{subscription_id}/watches", shown);
  respond("get", "/apis", [apiRecord({ id: "auction", display_name: "Auction history" })]);
  respond("get", "/webhooks", []);
  respond("post", "/subscriptions/{subscription_id}/listSecrets", {
    primary_key: "vgk_1",
    secondary_key: "vgk_2",
    test_key: "vgk_3",
  } as never);
  await show(<Watches />, { as, at });
}

test("a customer sees watches, their number and the last comparisons", async () => {
  const times = { changed_at: "2026-11-20T08:00:00Z", compared_at: "2026-11-20T08:00:09Z" };
  await open(page({ comparisons: [{ family: "auction", events: 3, ...times }] }));
  expect(text()).toContain("Watched VINs 1 of 1,000 that the plan allows.");
  expect(text()).toContain("No active webhook receives watch.changed. Add one to get the events.");
  expect(cells("Watched VINs").slice(1)).toEqual([
    [watch.vin, "Auction history, lien", "20 Nov 2026", `Edit ${watch.vin} Remove ${watch.vin}`],
  ]);
  expect(cells("Last comparisons").slice(1)).toEqual([
    ["Auction history", "20 Nov 2026, 08:00:00", "20 Nov 2026, 08:00:09", "3"],
  ]);
  expect(sent("POST /subscriptions/shop/listSecrets")).toEqual([]);
});

test("an operator reads the watches of a subscription", async () => {
  await open(page(), { as: operator(), at: "/customers/ada/watches?subscription=shop" });
  expect(cells("Watched VINs").map((row) => row.length)).toEqual([3, 3]);
  expect(has("button", "Add watch")).toBe(false);
});

test("a watch is added with the subscription's key", async () => {
  await open();
  respond("put", "/watches/{vin}", watch as never);
  await press("Add watch");
  await type("VIN", " 5j6rw2h59jl990075 ");
  await toggle("Auction history");
  await confirm();
  const put = sent("PUT /watches/5j6rw2h59jl990075");
  expect(put.map(({ body, headers }) => [body, headers.get("x-authkey")])).toEqual([
    [{ families: ["auction"] }, "vgk_1"],
  ]);
  expect([toast(), has("dialog")]).toEqual(["Watch added", false]);
});

test("a refused VIN is shown at its field", async () => {
  await open();
  refuse("PUT /watches/{vin}", 422, [{ loc: ["path", "vin"], msg: "This is no VIN.", type: "vin" }]);
  await press("Add watch");
  await type("VIN", "x");
  await confirm();
  expect([has("dialog"), control("VIN").getAttribute("aria-invalid")]).toEqual([true, "true"]);
});

test("a watch is removed", async () => {
  await open();
  respond("delete", "/watches/{vin}", { status: "success" });
  await press(`Remove ${watch.vin}`);
  await confirm();
  expect([sent(`DELETE /watches/${watch.vin}`).length, toast()]).toEqual([1, "Watch removed"]);
});

test("an upload shows what it did and which lines are refused", async () => {
  await open();
  const refusals = [{ line: 2, vin: "few", reason: "is not a VIN" }];
  const counts = { lines: 2, added: 1, changed: 0, removed: 0, refused: 1, total: 2, limit: 1000 };
  respond("put", "/watches", { ...counts, refusals });
  await press("Upload VINs");
  await attach("File", new File(["1HGCM82633A004352\nfew\n"], "vins.csv"));
  await confirm();
  const [request] = sent("PUT /watches");
  expect([request?.query, request?.body, request?.headers.get("content-type")]).toEqual([
    { mode: "merge" },
    "1HGCM82633A004352\nfew\n",
    "text/csv",
  ]);
  expect(textOf(get("status"))).toContain("Added 1 Changed 0 Removed 0 Refused 1");
  expect(cells("Refused lines").slice(1)).toEqual([["2", "few", "is not a VIN"]]);
});
