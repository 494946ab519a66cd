import { expect, test } from "bun:test";
import { cells, get, has, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { elapse, setUp, show } from "../../../../test/console/dom/page.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { Schemas } from "../../api/client.ts";
import { PolicyPreview } from "./policy-preview.tsx";

setUp();

type Preview = Schemas["PolicyPreview"];
const none = { ip_not_allowed: 0, quota_exceeded: 0, rate_limited: 0, total: 0 };
const preview = (more: Partial<Preview> = {}): Preview => ({
  product_id: "trial",
  timestamp_ge: "2026-11-20T21:20:05Z",
  timestamp_le: "2026-11-21T21:20:05Z",
  complete: true,
  calls: 1000,
  refused: none,
  refused_as_recorded: none,
  newly_refused: 0,
  newly_admitted: 0,
  credits_recorded: 900,
  credits: 1800,
  subscriptions: [],
  not_replayed: ["Concurrent calls."],
  ...more,
});

const policy = { credit_cost: { default: 2 } };
async function open(found: Preview) {
  respond("post", "/products/{id}/policies/preview", found);
  await show(<PolicyPreview productId="trial" policy={policy} saved={{}} />);
}

test("a changed policy is sent for a preview", async () => {
  await open(preview());
  expect(sent().map(({ path, body }) => [path, body])).toEqual([
    ["/products/trial/policies/preview", { policy }],
  ]);
  expect(text()).toBe(
    "Effect on the last 24 hours 0 of 1,000 calls blocked. Credits: 1,800 instead of 900. Limits of this preview Concurrent calls.",
  );
});

test("typing is previewed after a pause", async () => {
  respond("post", "/products/{id}/policies/preview", preview());
  await show(<PolicyPreview productId="trial" policy={{}} saved={{}} />);
  expect(text()).toContain("Change a field to preview the effect");
  expect(sent()).toEqual([]);
  await elapse(600);
  expect(sent()).toEqual([]);
});

test("blocked calls have their reasons and subscriptions", async () => {
  const subscriptions = [
    { subscription_id: "a", display_name: "Fleet", calls: 800, refused: 300, newly_refused: 290 },
    { subscription_id: "b", display_name: "", calls: 200, refused: 13, newly_refused: 0 },
  ];
  await open(
    preview({
      refused: { ...none, rate_limited: 313, total: 313 },
      refused_as_recorded: { ...none, quota_exceeded: 3, total: 3 },
      newly_refused: 290,
      newly_admitted: 3,
      subscriptions,
      complete: false,
    }),
  );
  expect(text()).toContain(
    "313 of 1,000 calls blocked, 290 of them newly; 3 blocked calls would be allowed. The preview ends at 21 Nov 2026, 21:20:05 UTC.",
  );
  expect(cells("Blocked calls by reason").slice(1)).toEqual([
    ["Rate limit", "313", "0"],
    ["Quota", "0", "3"],
  ]);
  expect(cells("Subscriptions with most blocked calls").slice(1)).toEqual([
    ["Fleet", "300", "800"],
    ["b", "13", "200"],
  ]);
});

test("a plan without calls has nothing to preview", async () => {
  await open(preview({ calls: 0 }));
  expect(texts("p")).toEqual(["No calls of this plan in the last 24 hours."]);
  expect(has("table")).toBe(false);
});

test.each([422, 503])("a %p is shown", async (status) => {
  refuse("POST /products/{id}/policies/preview", status, "Not valid.");
  await show(<PolicyPreview productId="trial" policy={policy} saved={{}} />);
  expect(textOf(get("alert"))).toStartWith("Could not preview the policy Not valid.");
});
