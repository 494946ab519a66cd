import { expect, test } from "bun:test";
import { confirm, press, toggle, type } from "../../../../test/console/dom/act.ts";
import { cells, control, get, has, text, textOf } from "../../../../test/console/dom/find.ts";
import { address, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { eventTypes, webhook } from "../../../../test/console/dom/webhook-records.ts";
import { Webhooks } from "./webhooks.tsx";

setUp();

const open = (as = user()) => {
  respond("get", "/webhooks/event-types", eventTypes);
  return show(<Webhooks />, { as, at: "/alerts" });
};

test("webhooks are listed with their state", async () => {
  respond("get", "/webhooks", [
    webhook(),
    webhook({ id: "w2", description: "", failing_since: "2026-11-21T07:00:00Z", types: ["key.replaced"] }),
    webhook({ id: "w3", description: "", state: "disabled" }),
  ]);
  await open();
  expect(cells("Webhooks")).toEqual([
    ["Address", "Events", "State", "Created"],
    ["https://example.com/hook Refills credits", "2 types", "Active", "20 Nov 2026"],
    ["https://example.com/hook", "1 type", "Failing since 07:00:00 UTC", "20 Nov 2026"],
    ["https://example.com/hook", "2 types", "Disabled", "20 Nov 2026"],
  ]);
});

test("operators see the owners", async () => {
  respond("get", "/webhooks", [webhook(), webhook({ id: "w2", user_id: null })]);
  await open(operator());
  expect(cells("Webhooks").map((row) => row.at(-1)!)).toEqual(["Owner", "ada", "Operators"]);
});

test("without webhooks the page says what they are for", async () => {
  respond("get", "/webhooks", []);
  await open();
  expect(text()).toContain("No webhooks yet Add one to learn of low credits, changed keys, new data");
});

async function fill(thresholds: string) {
  respond("get", "/webhooks", []);
  await open();
  await press("Add webhook");
  await type("Address", "https://example.com/hook");
  await toggle("credits.low");
  await type("Thresholds of credits.low (credits)", thresholds);
}

test("a webhook is added with events and thresholds, then opened", async () => {
  respond("post", "/webhooks", { ...webhook(), secret: "whsec_1" });
  await fill("1000, 100");
  await confirm();
  expect(sent("POST /webhooks").map(({ body }) => body)).toEqual([
    {
      url: "https://example.com/hook",
      description: "",
      types: ["credits.gone", "credits.low"],
      credit_thresholds: [1000, 100],
    },
  ]);
  expect([address(), toast(), has("dialog")]).toEqual(["/alerts/w1", "Webhook added", false]);
});

test("a webhook without events or with a malformed threshold is not sent", async () => {
  await fill("1000, few");
  const button = () => get("dialog").querySelector<HTMLButtonElement>("button[type=submit]")!;
  expect([button().disabled, textOf(get("dialog"))]).toEqual([
    true,
    expect.stringContaining("Enter whole numbers, for example 15,000; 100."),
  ]);
  await type("Thresholds of credits.low (credits)", "100");
  expect(button().disabled).toBe(false);
  await toggle("credits.low");
  await toggle("All of Credits");
  expect([button().disabled, has("textbox", "Thresholds of credits.low (credits)")]).toEqual([false, true]);
  await toggle("All of Credits");
  expect(button().disabled).toBe(true);
});

test("a refused address is shown at its field", async () => {
  refuse("POST /webhooks", 422, [{ loc: ["body", "url"], msg: "The address is private." }]);
  await fill("100");
  await confirm();
  expect(has("dialog")).toBe(true);
  expect(control("Address").getAttribute("aria-invalid")).toBe("true");
});
