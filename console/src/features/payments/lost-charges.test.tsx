import { expect, test } from "bun:test";
import { choose, confirm, press, type } from "../../../../test/console/dom/act.ts";
import { facts, has, one, text } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, respond, sent } from "../../../../test/console/dom/service.ts";
import type { Schemas } from "../../api/client.ts";
import { LostCharges } from "./lost-charges.tsx";

setUp();

const charge: Schemas["LostCharge"] = {
  provider_ref: "pi_9",
  payment_id: "pay-9",
  subscription_id: "growth-acme",
  kind: "renewal",
  period: 3,
  minor: 12_100,
  currency: "EUR",
  refunded_minor: 2100,
  dispute: null,
  charged_at: "2026-11-23T08:00:00.000Z",
  has_arrived: true,
  state: "undecided",
};

async function open(changes: Partial<typeof charge> = {}) {
  const listing = { state: "done", since: "2026-11-22T00:00:00.000Z", handled: 9, failure: null } as const;
  const charges = [{ ...charge, ...changes }];
  respond("get", "/payments/restored", { listing, undecided: 1, charges });
  await show(<LostCharges />, { as: operator(), at: "/settings/system" });
}

test("a charge without a payment is matched with its subscription", async () => {
  answer("POST /payments/restored/pi_9/match", () => json({ ...charge, state: "kept" }));
  await open();
  expect(text()).toContain("Charge without a payment: €121.00");
  expect(facts(one(".facts"))).toEqual([
    ["Charge at the provider", "pi_9"],
    ["Paid for", "Renewal, period 3"],
    ["Subscription", "growth-acme"],
    ["Returned", "€21.00"],
  ]);
  await press("Match €121.00");
  expect(sent("POST /payments/restored/pi_9/match").map(({ body }) => body)).toEqual([
    { subscription_id: "growth-acme" },
  ]);
  expect(toast()).toBe("€121.00 matched");
});

test("one whose subscription is lost is matched with a payment, or returned to the card", async () => {
  answer("POST /payments/restored/pi_9/match", () => json({ ...charge, state: "matched" }));
  answer("POST /payments/restored/pi_9/return", () => json({ ...charge, state: "returned" }));
  await open({ subscription_id: null, period: null, kind: null });
  expect(facts(one(".facts"))[1]).toEqual(["Paid for", "unknown"]);
  await type("Payment ID", "p1");
  await press("Match €121.00");
  expect(sent("POST /payments/restored/pi_9/match").map(({ body }) => body)).toEqual([{ payment_id: "p1" }]);
  await choose("Match with", "subscription");
  await type("Subscription ID", "s1");
  await press("Match €121.00");
  expect(sent("POST /payments/restored/pi_9/match")[1]?.body).toEqual({ subscription_id: "s1" });
  await press("Return €100.00");
  await confirm();
  expect(sent("POST /payments/restored/pi_9/return")).toHaveLength(1);
  expect(toast()).toBe("€100.00 returned");
});

test("one that is being debited cannot be returned yet", async () => {
  await open({ has_arrived: false });
  expect(text()).toContain("It is being debited, and its payment is lost.");
  expect(has("button", "Return €100.00")).toBe(false);
});
