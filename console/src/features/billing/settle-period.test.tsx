import { expect, test } from "bun:test";
import { confirm, press } from "../../../../test/console/dom/act.ts";
import { period } from "../../../../test/console/dom/billing-records.ts";
import { get, names, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, sent } from "../../../../test/console/dom/service.ts";
import type { Period } from "./plan-queries.ts";
import { PeriodActions } from "./settle-period.tsx";

setUp();

const lapses_at = "2026-11-18T23:00:00.000Z";

async function open(one: Period, isRequested = false) {
  answer("GET /periods", ({ query }) => {
    const found = query.state === one.state ? [one] : [];
    return json(found, 200, { "x-total-count": String(found.length) });
  });
  await show(<PeriodActions of={`${one.subscription_id}/${one.number}`} isRequested={isRequested} />, {
    as: operator(),
  });
}

test("a period without a payment is settled after a confirmation", async () => {
  await open(period({ state: "unpaid", number: 2, grant_id: null, price_minor: 1900, lapses_at }));
  expect(names("button")).toEqual(["Extend 7 days of sub-1", "Settle €19.00 of sub-1"]);
  await press("Settle €19.00 of sub-1");
  expect(textOf(get("dialog"))).toBe(
    "Settle €19.00 without VAT? Subscription sub-1, 11 Nov to 11 Dec 2026. Its credits are granted now. The period has no payment. Where payments are taken, one is recorded with its invoice. Otherwise you send the invoice. This cannot be undone. Settle €19.00 Cancel",
  );
  const route = "POST /subscriptions/{id}/periods/{number}/paid";
  answer(route, () => json(period()));
  await confirm();
  expect(sent(route).map(({ path }) => path)).toEqual(["/subscriptions/sub-1/periods/2/paid"]);
  expect(toast()).toBe("€19.00 settled");
});

test("a period in advance is extended; its requested payment is where its money is recorded", async () => {
  await open(period({ state: "unpaid", lapses_at }), true);
  expect(names("button")).toEqual(["Extend 7 days of sub-1"]);
  const extend = "POST /subscriptions/{id}/periods/{number}/extend";
  answer(extend, () => json(period({ lapses_at: "2026-11-25T23:00:00.000Z" })));
  await press("Extend 7 days of sub-1");
  expect(sent(extend).map(({ body }) => body)).toEqual([{ days: 7 }]);
  expect(toast()).toBe("Lapses on 25 Nov 2026");
});

test("one by invoice lapses by hand", async () => {
  await open(period({ state: "unpaid" }));
  const lapse = "POST /subscriptions/{id}/periods/{number}/lapse";
  answer(lapse, () => json(period({ state: "lapsed" })));
  await press("Let lapse of sub-1");
  await confirm();
  expect(sent(lapse).map(({ path }) => path)).toEqual(["/subscriptions/sub-1/periods/1/lapse"]);
  expect(toast()).toBe("The period has lapsed");
});

test("a period that is paid has no actions", async () => {
  await open(period({ state: "paid" }));
  expect(names("button")).toEqual([]);
});
