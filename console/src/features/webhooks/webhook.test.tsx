import { expect, test } from "bun:test";
import { choose, confirm, press } from "../../../../test/console/dom/act.ts";
import { cells, facts, get, has, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { address, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { respond, sent } from "../../../../test/console/dom/service.ts";
import { delivery, eventTypes, webhook } from "../../../../test/console/dom/webhook-records.ts";
import { WebhookPage } from "./webhook.tsx";

setUp();

async function open(shown = webhook(), deliveries = [delivery()]) {
  respond("get", "/webhooks/{webhook_id}", shown);
  respond("get", "/webhooks/{webhook_id}/deliveries", deliveries);
  await show(<WebhookPage params={{ webhookId: "w1" }} />, { as: user(), at: "/alerts/w1" });
}

test("a webhook shows its events and deliveries", async () => {
  await open(webhook(), [
    delivery(),
    delivery({
      event_id: "msg_2",
      state: "pending",
      attempts: 2,
      response_code: 500,
      error: "status 500",
      next_attempt_at: "2026-11-21T22:00:00Z",
    }),
  ]);
  expect(facts(one("dl"))).toEqual([
    ["State", "Active"],
    ["Address", "Confirmed"],
    ["Types", "credits.low, credits.gone"],
    ["Low credits at", "1,000, 100"],
    ["Created", "20 Nov 2026, 08:00:00 UTC"],
  ]);
  expect(cells("Deliveries")).toEqual([
    ["Event", "Created", "State", "Last response", "Attempts"],
    ["credits.low", "08:00:00", "Delivered", "200 OK", "1"],
    ["credits.low", "08:00:00", "Pending", "status 500 Next attempt 22:00:00", "2"],
  ]);
});

test("a delivery is a panel that the address names", async () => {
  respond("get", "/webhooks/{webhook_id}/deliveries/{event_id}", { ...delivery(), body: "{}", log: [] });
  await open();
  await press("credits.low");
  expect([address(), has("complementary", "Delivery")]).toEqual(["/alerts/w1?event=msg_1", true]);
  await press("Close");
  expect([address(), has("complementary", "Delivery")]).toEqual(["/alerts/w1", false]);
});

test("deliveries are filtered by state", async () => {
  await open();
  await choose("State", "failed");
  expect(address()).toBe("/alerts/w1?state=failed");
  expect(sent("GET /webhooks/w1/deliveries").at(-1)?.query).toMatchObject({ state: "failed" });
});

test("a test event is sent", async () => {
  respond("post", "/webhooks/{webhook_id}/test", { event_id: "msg_9" });
  await open(webhook(), []);
  expect(text()).toContain("No deliveries yet Send a test event to try your server.");
  await press("Send test event");
  expect([sent("POST /webhooks/w1/test").length, toast()]).toEqual([1, "Test event sent"]);
  expect(sent("GET /webhooks/w1/deliveries")).toHaveLength(2);
});

test("the secret is shown on demand, and replaced", async () => {
  const former = { former_secret: null, former_expires_at: null };
  respond("post", "/webhooks/{webhook_id}/listSecrets", { secret: "whsec_one", ...former });
  respond("post", "/webhooks/{webhook_id}/regenerateSecret", {
    secret: "whsec_two",
    former_secret: "whsec_one",
    former_expires_at: "2026-11-22T08:00:00Z",
  });
  await open();
  expect(has("status", "Signing secret")).toBe(false);
  await press("Show secret");
  expect(textOf(get("status", "Signing secret"))).toBe("whsec_one");
  await press("Replace secret");
  await confirm();
  expect(textOf(get("status", "Signing secret"))).toBe("whsec_two");
  expect(text()).toContain("also signed with the old secret until 22 Nov 2026, 08:00:00 UTC.");
});

test("a disabled webhook can only be enabled", async () => {
  respond("patch", "/webhooks/{webhook_id}", webhook());
  await open(webhook({ state: "disabled" }));
  expect([has("button", "Send test event"), has("button", "Send events again")]).toEqual([false, false]);
  await press("Enable");
  expect(sent("PATCH /webhooks/w1").map(({ body }) => body)).toEqual([{ state: "active" }]);
});

test("a webhook is edited with its present values", async () => {
  respond("patch", "/webhooks/{webhook_id}", webhook());
  await open();
  // After the route of a webhook, whose form this one has too.
  respond("get", "/webhooks/event-types", eventTypes);
  await press("Edit");
  await confirm();
  expect(sent("PATCH /webhooks/w1").map(({ body }) => body)).toEqual([
    {
      url: "https://example.com/hook",
      description: "Refills credits",
      types: ["credits.low", "credits.gone"],
      credit_thresholds: [1000, 100],
    },
  ]);
});

test("failed events of a period are sent again", async () => {
  respond("post", "/webhooks/{webhook_id}/replay", { replayed: 3 });
  await open();
  await press("Send events again");
  await confirm();
  expect(sent("POST /webhooks/w1/replay").map(({ body }) => body)).toEqual([
    { since: "2026-11-20T21:20:05.000Z", state: "failed" },
  ]);
  expect(toast()).toBe("3 events sent again");
});

test("a webhook is deleted after a confirmation", async () => {
  respond("delete", "/webhooks/{webhook_id}", { status: "success", id: "w1" });
  await open();
  await press("Delete webhook");
  await confirm();
  expect([sent("DELETE /webhooks/w1").length, address()]).toEqual([1, "/alerts"]);
});
