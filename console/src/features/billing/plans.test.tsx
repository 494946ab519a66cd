import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { click, confirm, press } from "../../../../test/console/dom/act.ts";
import { change, period, plan, starter } from "../../../../test/console/dom/billing-records.ts";
import {
  cells,
  facts,
  get,
  has,
  names,
  one,
  text,
  textOf,
  texts,
} from "../../../../test/console/dom/find.ts";
import { setUp, toast } from "../../../../test/console/dom/page.ts";
import { subscription } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { showBilling } from "./billed-records.tsx";
import type { Plan } from "./plan-queries.ts";

setUp();
beforeEach(() => void setSystemTime(new Date("2026-11-23T10:00:00Z")));
afterEach(() => void setSystemTime());

const open = (
  shown: Plan = plan(),
  own = [subscription({ product_id: "growth" })],
  not_sold: string | null = null,
) => showBilling({ plan: shown, own, not_sold, periods: [] });

const route = "POST /subscriptions/{id}/plan";

test("the current plan is first, then its changes", async () => {
  await open();
  expect(names("heading").slice(4)).toEqual([
    "Your plan: Growth",
    "Change plan",
    "Starter",
    "Scale",
    "Pause",
    "Cancel",
    "Close the subscription",
    "Lot intake Active",
    "Another subscription",
    "Growth",
    "Trial",
  ]);
  expect(facts(one("#plan dl"))).toEqual([
    ["Paid until", "12 Dec 2026, 00:00"],
    ["Subscription", "sub-1, “Lot intake”"],
  ]);
  expect(texts("#plan .words li")).toEqual([
    "15,000 credits per month",
    "Beyond credits: €8.00 per 1,000 credits, up to your cap of €40.00 per period.",
    "Lookup: 1 credit. List: free.",
    "Not found is free.",
  ]);
});

test("a larger plan starts now at its full price, or with the next period", async () => {
  await open();
  expect(cells("€399.00 now")).toEqual([
    ["Scale, 23 Nov to 23 Dec 2026", "€399.00"],
    ["Credits you get now", "+80,000"],
    ["Credits you keep until they expire", "21,603"],
    ["Credits after the change", "101,603"],
    ["Then, on 23 Dec and each month", "€399.00"],
  ]);
  expect(has("button", "Change to Scale (€399.00 + VAT now)")).toBe(true);
  await click(get("tab", "Start on 12 Dec"));
  expect(cells("€0.00 now, €399.00 on 12 Dec")).toEqual([
    ["Now", "€0.00"],
    ["Scale, from 12 Dec 2026", "€399.00"],
    ["Credits you keep until they expire", "21,603"],
    ["Credits you get on 12 Dec", "+80,000"],
    ["Then, each month", "€399.00"],
  ]);
  expect(has("button", "Change to Scale on 12 Dec (€399.00 + VAT)")).toBe(true);
});

test("the press carries the price that was seen", async () => {
  await open();
  await press("Change to Scale (€399.00 + VAT now)");
  expect(textOf(get("dialog"))).toBe(
    "Change to Scale now What it costs now Scale, 23 Nov to 23 Dec 2026 €399.00 Due now €399.00 You get 80,000 credits. Your 21,603 credits stay until they expire. If it fails, you stay on Growth and nothing changes. Change to Scale for €399.00 Cancel",
  );
  answer(route, () => json(plan()));
  await confirm();
  expect(sent(route).map(({ body }) => body)).toEqual([
    { product_id: "scale", when: "now", price_minor: 39_900, currency: "EUR", offer_version: 2 },
  ]);
  expect([toast(), has("dialog")]).toEqual(["Scale has started", false]);
});

test("a price that has changed is refused, and the current ones are loaded", async () => {
  await open();
  const message = "You saw €399.00. Nothing was charged. It is €409.00 now, version 3.";
  refuse(route, 409, message);
  await press("Change to Scale (€399.00 + VAT now)");
  await confirm();
  expect(textOf(get("alert"))).toBe(`The plan was not changed ${message} Show current prices`);
  expect(toast()).toBeUndefined();
  const dearer = change({ price_minor: 40_900, now: { price_minor: 40_900, ends_at: null } });
  respond("get", "/subscriptions/{id}/plan", plan({ changes: [dearer] }));
  await press("Show current prices");
  expect([has("alert"), has("button", "Change to Scale (€409.00 + VAT now)")]).toEqual([false, true]);
});

test("a smaller plan starts when the period ends", async () => {
  await open();
  expect(cells("€0.00 now, €19.00 on 12 Dec")).toEqual([
    ["Now", "€0.00"],
    ["Growth stays until 12 Dec 2026", "€0.00"],
    ["Starter, from 12 Dec 2026", "€19.00"],
    ["Credits you keep until they expire", "21,603"],
    ["Credits you get on 12 Dec", "+2,000"],
    ["Then, each month", "€19.00"],
  ]);
  answer(route, () => json(plan()));
  await press("Change to Starter on 12 Dec (€19.00 + VAT)");
  expect(sent(route).map(({ body }) => body)).toEqual([
    { product_id: "starter", when: "period_end", price_minor: 1900, currency: "EUR", offer_version: 1 },
  ]);
});

const scheduled = (product_id: string | null) =>
  plan({
    change: { at: "2026-12-11T23:00:00.000Z", product_id, offer_version: product_id ? 1 : null },
    renewal: product_id ? { ...plan().renewal!, price_minor: 1900, product_id } : null,
  });

test.each([
  [
    "starter",
    "Growth until 12 Dec, then Starter",
    "Changes to Starter on 12 Dec 2026 You keep Growth until then. The next payment is €19.00 on 12 Dec. Credits that are left stay until they expire. Keep Growth",
  ],
  [
    null,
    "Growth until 12 Dec, then no renewal",
    "Ends on 12 Dec 2026 No payment follows. Your keys work until the last credit is spent or expires (28 Oct 2027). Keep Growth",
  ],
])("what is scheduled, %p, can be undone", async (productId, heading, words) => {
  await open(scheduled(productId));
  expect(names("heading")[0]).toBe(heading);
  expect(textOf(get("status"))).toBe(words);
  const keep = "DELETE /subscriptions/{id}/plan/change";
  answer(keep, () => json(plan()));
  await press("Keep Growth");
  expect([sent(keep).length, toast()]).toEqual([1, "Growth stays"]);
});

test("what is scheduled already cannot be pressed", async () => {
  await open(scheduled("starter"));
  expect(get("button", "Scheduled for 12 Dec").hasAttribute("disabled")).toBe(true);
  expect(text()).toContain("Already scheduled. Press Keep Growth above to undo it.");
});

test("pausing and cancelling say their effect before the press", async () => {
  await open();
  expect(texts("section.c6 li")).toEqual([
    "No payment on 12 Dec, and none until you resume.",
    "Your keys work until the last credit is spent or expires (28 Oct 2027).",
    "Credits keep their dates: 1,353 expire on 12 Dec, 250 on 31 Dec, 15,000 on 12 Jan, 5,000 on 28 Oct.",
    "Until 12 Dec you can resume for €0.00. Later, a new period starts on the day you resume, at the price of that day.",
    "No payment on 12 Dec or later.",
    "Your keys work until the last credit is spent or expires (28 Oct 2027).",
    "Beyond credits turns off on 12 Dec.",
    "You can undo this until 12 Dec, and start again at any time.",
  ]);
  answer(route, () => json(plan()));
  answer("POST /subscriptions/{id}/pause", () => json(plan()));
  await press("Cancel renewal");
  await press("Pause Growth");
  expect(sent(route).map(({ body }) => body)).toEqual([{ product_id: null, when: "period_end" }]);
  expect(toast()).toBe("Growth is paused");
});

test("a paused plan resumes for nothing while its period runs", async () => {
  await open(plan({ state: "paused", renewal: null }));
  expect(names("heading")[0]).toBe("Growth is paused");
  answer("POST /subscriptions/{id}/resume", () => json(plan()));
  await press("Resume Growth (€0.00 now)");
  expect(toast()).toBe("Growth renews again");
  expect(has("heading", "Pause")).toBe(false);
});

test("without a period the own plan starts again at its price", async () => {
  const again = {
    ...change(),
    ...plan().offer!,
    now: { price_minor: 9900, ends_at: null },
    period_end: null,
  };
  await open(plan({ state: "paused", renewal: null, period: null, changes: [again] }));
  expect(names("button").slice(1, 3)).toEqual(["Restart Growth (€99.00 + VAT now)", "Cancel Lot intake"]);
});

test("what is not sold has no button", async () => {
  const unsold = [starter, change()].map((one) => ({ ...one, now: null, period_end: null }));
  await open(plan({ not_sold: "Not sold: payments are off.", changes: unsold }), undefined, "off");
  expect(names("button").filter((name) => /€/.test(name))).toEqual([]);
  expect(text().split("Not sold now. Ask the operator.").length - 1).toBe(2);
});

test("after a lapsed period by invoice the operator decides", async () => {
  await open(plan({ state: "lapsed", renewal: null, period: null, changes: [starter, change()] }));
  expect(textOf(get("status"))).toBe(
    "The last period was not paid You owe nothing for it, and no further period starts. Your keys work until the last credit is spent or expires (28 Oct 2027). Ask the operator to resume the plan.",
  );
  expect(has("heading", "Start a plan")).toBe(false);
});

test("an unpaid period is not called paid", async () => {
  await open(plan({ period: period({ state: "unpaid" }) }));
  expect(facts(one("#plan dl"))[0]).toEqual(["Unpaid period until", "12 Dec 2026, 00:00"]);
});

test("without a subscription the plans have their prices", async () => {
  await open(plan(), []);
  expect(names("button")).toEqual(["Subscribe to Growth (€99.00 + VAT now)", "Subscribe to Trial"]);
  expect(texts(".words li")[0]).toBe("15,000 credits per month. Starts immediately.");
  await press("Subscribe to Growth (€99.00 + VAT now)");
  expect(names("button")).toEqual([
    "Subscribe to Growth (€99.00 + VAT now)",
    "Subscribe for €99.00 + VAT",
    "Cancel",
    "Subscribe to Trial",
  ]);
});

test("no button is shown before its price, and a failure is shown", async () => {
  await showBilling({}, () => refuse("GET /pricing", 500, "Broken."));
  expect(textOf(get("alert"))).toStartWith("Could not load the plans Broken.");
  expect(names("button").filter((name) => name.includes("€"))).toEqual([]);
});

test("who has a former price reads what coming back costs", async () => {
  const { offer, changes } = plan();
  const sold = { ...offer!, offer_version: 4, price_minor: 12_900, now: null, period_end: null };
  await open(plan({ changes: [...changes.filter(({ product_id }) => product_id !== "growth"), sold] }));
  expect(text()).toContain(
    "You pay €99 per month for Growth. New customers pay €129 per month, and so do you if you change and come back.",
  );
});

test("who has the version on sale reads nothing of coming back", async () => {
  await open();
  expect(text()).not.toContain("come back");
});
