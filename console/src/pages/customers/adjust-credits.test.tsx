import { expect, test } from "bun:test";
import { choose, confirm, type } from "../../../../test/console/dom/act.ts";
import { get, has, messageOf, textOf, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { subscription, unlimited } from "../../../../test/console/dom/records.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { AdjustCredits } from "./adjust-credits.tsx";

setUp();

let closed = 0;
const open = (more = {}) => {
  closed = 0;
  return show(<AdjustCredits subscription={subscription(more)} close={() => (closed += 1)} />);
};
const adjusted = (remaining: number) => ({
  id: "c1",
  subscription_id: "sub-1",
  change: 0,
  remaining,
  reason: null,
  idempotency_key: null,
  created_at: "2026-11-21T21:20:05Z",
});
const receipt = () => texts(".receipt tr");

test.each([
  ["add", "1,000", ["Before 60", "Add 1,000", "After 1,060"], { change: 1000 }],
  ["remove", "10", ["Before 60", "Remove 10", "After 50"], { change: -10 }],
  ["set", "0", ["Before 60", "Set to 0", "After 0"], { set: 0 }],
])("to %s %s credits", async (action, amount, lines, body) => {
  respond("post", "/subscriptions/{id}/credits", adjusted(50));
  await open();
  await choose("Action", action);
  await type("Credits", amount);
  expect(receipt()).toEqual(lines);
  await confirm();
  const [request] = sent("POST /subscriptions/sub-1/credits");
  expect(request?.body).toEqual({
    ...body,
    idempotency_key: expect.stringMatching(/^console-[a-z0-9]{16}$/),
  });
  expect([toast(), closed]).toEqual(["Credits adjusted: 50 credits left", 1]);
});

test("a reason is sent", async () => {
  respond("post", "/subscriptions/{id}/credits", adjusted(160));
  await open();
  await type("Reason", "Refund");
  await confirm();
  expect(sent()[0]?.body).toMatchObject({ change: 100, reason: "Refund" });
});

test.each([
  ["", "Enter a whole number from 1."],
  ["0", "Enter a whole number from 1."],
  ["-5", "Enter a whole number, for example 15,000."],
  ["1e3", "Enter a whole number, for example 15,000."],
  ["0x10", "Enter a whole number, for example 15,000."],
  ["1.5", "No digits after a decimal sign here, for example 15,000."],
  ["5,0", "A group has 3 digits, for example 15,000."],
  ["1000000001", "Enter a whole number up to 1,000,000,000."],
])("%p credits are not accepted", async (amount, fault) => {
  await open();
  await type("Credits", amount);
  expect(messageOf("Credits")).toBe(fault);
  expect(has("table")).toBe(false);
  expect((get("dialog").querySelector("button[type=submit]") as HTMLButtonElement).disabled).toBe(true);
});

test("a retry uses the same idempotency key", async () => {
  refuse("POST /subscriptions/{id}/credits", 503, "Credits are being updated.");
  await open();
  await confirm();
  expect(textOf(get("alert"))).toBe("Credits are being updated.");
  await confirm();
  const keys = sent("POST /subscriptions/sub-1/credits").map(
    ({ body }) => (body as { idempotency_key: string }).idempotency_key,
  );
  expect(keys).toEqual([keys[0]!, keys[0]!]);
  expect(closed).toBe(0);
});

test("without a balance the receipt starts at zero", async () => {
  await open({ credits: unlimited });
  expect(receipt()).toEqual(["Before 0", "Add 100", "After 100"]);
});
