import { expect, test } from "bun:test";
import { names, text } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { provider } from "../../../../test/console/dom/payment-records.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { respond } from "../../../../test/console/dom/service.ts";
import { ProviderProblems } from "./provider-problems.tsx";

setUp();

test("what is wrong with the payment provider is said, with what to do", async () => {
  const since = "2026-11-23T08:00:00.000Z";
  const found = "Stripe refuses VINGATE_STRIPE_KEY";
  const problems = [{ code: "key_refused" as const, found, advice: "Set a valid key.", since }];
  respond("get", "/payments/provider", provider({ problems }));
  await show(<ProviderProblems />, { as: operator() });
  expect(names("heading")).toEqual(["The payment provider needs a change"]);
  expect(text()).toContain(`${found}. Set a valid key.`);
});
