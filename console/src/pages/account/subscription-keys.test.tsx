import { expect, test } from "bun:test";
import { choose, confirm, press } from "../../../../test/console/dom/act.ts";
import { get, has, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { keys, subscription } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { SubscriptionKeys } from "./subscription-keys.tsx";

setUp();

const use = (slot: "primary" | "secondary" | "test", more = {}) => ({
  slot,
  created_at: "2026-11-01T00:00:00Z",
  expires_at: null,
  last_used_at: null,
  ...more,
});

function serve(
  uses = [use("primary", { last_used_at: "2026-11-21T08:00:00Z" }), use("secondary"), use("test")],
) {
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys());
  respond("get", "/subscriptions/{subscription_id}/keys", uses);
}

test("the keys are masked, with their last use", async () => {
  serve();
  await show(<SubscriptionKeys subscription={subscription()} />);
  expect(textOf(get("status", "primary key"))).toBe(`vgk_aaaa${"•".repeat(16)}11111`);
  expect(text()).toContain("Rotate primary key Last used 08:00 UTC.");
  expect(text()).toContain("Rotate secondary key Never used.");
  expect(textOf(get("status", "test key"))).toBe(`vgk_test${"•".repeat(16)}33333`);
  expect(text()).toContain("Test Free. Lookups know only vehicles of the demo set");
});

test("on demand a button loads the keys", async () => {
  serve();
  await show(<SubscriptionKeys subscription={subscription()} onDemand />);
  expect(text()).toBe("Show keys The audit log records this.");
  expect(sent("POST /subscriptions/sub-1/listSecrets")).toHaveLength(0);
  await press("Show keys");
  expect(sent("POST /subscriptions/sub-1/listSecrets")).toHaveLength(1);
  expect(has("status", "secondary key")).toBe(true);
});

test("a replaced key shows until when it works", async () => {
  serve([use("primary"), use("primary", { expires_at: "2026-11-21T22:00:00Z" })]);
  await show(<SubscriptionKeys subscription={subscription()} />);
  expect(text()).toContain("Never used. The old key works until 22:00:00 UTC.");
});

test("keys of a suspended subscription cannot be rotated", async () => {
  serve();
  await show(<SubscriptionKeys subscription={subscription({ state: "suspended" })} />);
  expect((get("button", "Rotate primary key") as HTMLButtonElement).disabled).toBe(true);
});

test.each([
  ["primary", "regeneratePrimaryKey", "0", 0],
  ["secondary", "regenerateSecondaryKey", "86400", 86_400],
  ["test", "regenerateTestKey", "3600", 3600],
] as const)("the %s key is rotated", async (slot, action, grace, seconds) => {
  serve();
  answer(`POST /subscriptions/{id}/${action}`, () =>
    json(keys("vgk_new_primary_key_00001", "vgk_new_second_key_000002", "vgk_new_testing_key_00003")),
  );
  await show(<SubscriptionKeys subscription={subscription()} />);
  await press(`Rotate ${slot} key`);
  expect(textOf(get("dialog"))).toContain("It works until about 21 Nov 2026, 22:20:05 UTC.");
  await choose("Old key expires", grace);
  expect(textOf(get("dialog")).includes("It works until")).toBe(seconds > 0);
  await confirm();
  expect(sent(`POST /subscriptions/sub-1/${action}`).map(({ body }) => body)).toEqual([
    { grace_seconds: seconds },
  ]);
  expect(textOf(get("status", `${slot} key`))).toStartWith("vgk_new");
  expect(text().includes("The old key returns 401.")).toBe(seconds === 0);
  expect([toast(), has("dialog")]).toEqual(["Key rotated", false]);
});

test("a refused rotation keeps the dialog", async () => {
  serve();
  refuse("POST /subscriptions/{id}/regeneratePrimaryKey", 409, "It was rotated a moment ago.");
  await show(<SubscriptionKeys subscription={subscription()} />);
  await press("Rotate primary key");
  await confirm();
  expect(textOf(get("alert"))).toBe("It was rotated a moment ago.");
});

test("keys that cannot be loaded are a failure", async () => {
  refuse("POST /subscriptions/{subscription_id}/listSecrets", 403, "Not yours.");
  respond("get", "/subscriptions/{subscription_id}/keys", []);
  await show(<SubscriptionKeys subscription={subscription()} />);
  expect(textOf(get("alert"))).toStartWith("Could not load the keys Not yours.");
});
