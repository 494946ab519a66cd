import { expect, test } from "bun:test";
import { confirm, press, type } from "../../../../test/console/dom/act.ts";
import { get, has, names, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { subscription, unlimited } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, sent } from "../../../../test/console/dom/service.ts";
import { SubscriptionActions } from "./subscription-actions.tsx";

setUp();

const open = (more = {}) => show(<SubscriptionActions subscription={subscription(more)} first />);
const route = "PATCH /subscriptions/{subscription_id}";

test.each([
  [{ state: "active" }, ["Suspend Lot intake", "Adjust credits of Lot intake"]],
  [{ state: "active", credits: unlimited }, ["Suspend Lot intake"]],
  [{ state: "suspended" }, ["Resume Lot intake"]],
  [{ state: "submitted" }, ["Approve Lot intake", "Reject Lot intake"]],
  [{ state: "cancelled" }, []],
  [{ state: "expired" }, []],
])("the actions of %p", async (more, actions) => {
  await open(more);
  expect(names("button")).toEqual(actions);
});

test("a change without consequences is immediate", async () => {
  answer(route, () => json(subscription()));
  await open({ state: "submitted" });
  await press("Approve Lot intake");
  expect(sent("PATCH /subscriptions/sub-1").map(({ body }) => body)).toEqual([
    { state: "active", state_comment: null },
  ]);
  expect(toast()).toBe("Subscription approved");
});

test("the reason of a suspension is shown when it ends", async () => {
  answer(route, () => json(subscription()));
  await open({ state: "suspended", state_comment: "Unpaid" });
  await press("Resume Lot intake");
  expect(textOf(get("dialog"))).toContain("It was suspended for: “Unpaid”. The audit log keeps this reason.");
  await confirm();
  expect(sent("PATCH /subscriptions/sub-1").map(({ body }) => body)).toEqual([
    { state: "active", state_comment: null },
  ]);
  expect(toast()).toBe("Subscription resumed");
});

test("a refused change is reported", async () => {
  refuse(route, 409, "It was cancelled.");
  await open({ state: "submitted" });
  await press("Approve Lot intake");
  expect(toast()).toBe("It was cancelled.");
});

test("a suspension is confirmed with a reason", async () => {
  answer(route, () => json(subscription()));
  await open();
  await press("Suspend Lot intake");
  expect(textOf(get("dialog", "Suspend “Lot intake”?"))).toContain("Its keys return 403 from the next call.");
  await type("Reason (shown to the customer)", "Unpaid");
  await confirm();
  expect(sent("PATCH /subscriptions/sub-1").map(({ body }) => body)).toEqual([
    { state: "suspended", state_comment: "Unpaid" },
  ]);
  expect([toast(), has("dialog")]).toEqual(["Subscription suspended", false]);
});

test("a refused rejection keeps the dialog", async () => {
  refuse(route, 503, "Try later.");
  await open({ state: "submitted" });
  await press("Reject Lot intake");
  await confirm();
  expect(textOf(get("alert"))).toBe("Try later.");
});

test("credits are adjusted in a dialog", async () => {
  await open();
  await press("Adjust credits of Lot intake");
  expect(has("dialog", "Adjust credits")).toBe(true);
  await press("Cancel");
  expect(has("dialog")).toBe(false);
});
