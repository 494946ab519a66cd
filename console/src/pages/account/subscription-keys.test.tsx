import { expect, test } from "bun:test";
import { choose, click, confirm, press } from "../../../../test/console/dom/act.ts";
import { all, cells, get, has, text, textOf } from "../../../../test/console/dom/find.ts";
import { address, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { keys, subscription } from "../../../../test/console/dom/records.ts";
import { apiMetrics } from "../../../../test/console/dom/report-records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { copied } from "../../../../test/console/dom/window.ts";
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
  respond("get", "/reports/byKey", keyReport());
}

const keyReport = (more = {}) => {
  const { api_id: _, api_name: __, ...metrics } = apiMetrics();
  const of = {
    subscription_id: "sub-1",
    subscription_name: "Lot intake",
    user_id: "ada",
    last_at: "2026-11-21T21:00:00Z",
  };
  return {
    items: [{ ...metrics, ...of, key: "primary" as const, credits: 1430 }],
    timestamp_ge: "2026-10-22T21:20:05Z",
    timestamp_le: "2026-11-21T21:20:05Z",
    ...more,
  };
};

test("the keys are one table: masked, with their last use and credits", async () => {
  serve();
  await show(<SubscriptionKeys subscription={subscription()} />);
  expect(cells("Keys of Lot intake")).toEqual([
    ["Name", "Key", "Last used", "Expires", "Credits, 30 days", "Actions"],
    [
      "Primary created 1 Nov 2026",
      "vgk_aaaa…11111 Copy",
      "08:00",
      "never",
      "1,430",
      "More Show Show its calls Rotate",
    ],
    [
      "Secondary created 1 Nov 2026",
      "vgk_bbbb…22222 Copy",
      "never",
      "never",
      "0",
      "More Show Show its calls Rotate",
    ],
    [
      "Test created 1 Nov 2026",
      "vgk_test…33333 Copy",
      "never",
      "never",
      "0",
      "More Show Show its calls Rotate",
    ],
  ]);
  expect(sent("GET /reports/byKey").at(-1)?.query).toMatchObject({ subscription_id: "sub-1" });
  await press("Copy the secondary key");
  expect(copied).toEqual([keys().secondary_key]);
});

test("a key is shown, and its calls are one press away", async () => {
  serve();
  await show(<SubscriptionKeys subscription={subscription()} />);
  await click(all("button", "Show")[2]!);
  expect(textOf(get("status", "test key"))).toBe(keys().test_key);
  await press("Hide");
  expect(textOf(get("status", "test key"))).toBe("vgk_test…33333");
  await click(all("button", "Show its calls")[0]!);
  expect(address()).toBe("/calls?subscription=sub-1&key=primary");
});

test("credits that are not those of 30 days are not shown", async () => {
  serve();
  respond("get", "/reports/byKey", keyReport({ searched_from: "2026-11-01T00:00:00Z" }));
  await show(<SubscriptionKeys subscription={subscription()} />);
  expect(cells("Keys of Lot intake")[0]).toEqual(["Name", "Key", "Last used", "Expires", "Actions"]);
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
  expect(cells("Keys of Lot intake")[2]?.slice(0, 4)).toEqual([
    "Primary, replaced created 1 Nov 2026",
    "",
    "never",
    "22:00",
  ]);
});

test("keys of a suspended subscription cannot be rotated", async () => {
  serve();
  await show(<SubscriptionKeys subscription={subscription({ state: "suspended" })} />);
  expect((all("button", "Rotate")[0] as HTMLButtonElement).disabled).toBe(true);
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
  await click(all("button", "Rotate")[["primary", "secondary", "test"].indexOf(slot)]!);
  expect(textOf(get("dialog"))).toContain("It works until about 21 Nov 2026, 22:20:05.");
  await choose("Old key expires", grace);
  expect(textOf(get("dialog")).includes("It works until")).toBe(seconds > 0);
  await confirm();
  expect(sent(`POST /subscriptions/sub-1/${action}`).map(({ body }) => body)).toEqual([
    { grace_seconds: seconds },
  ]);
  expect(toast()).toBe("Key rotated");
  const dialog = get("dialog", `New ${slot} key`);
  expect(textOf(dialog)).toContain("vgk_new_");
  expect(textOf(dialog).includes("The old key returns 401.")).toBe(seconds === 0);
  expect(textOf(dialog).includes("The old key works until")).toBe(seconds > 0);
  await press("Copy key");
  expect([copied.at(-1)?.startsWith("vgk_new_"), has("dialog")]).toEqual([true, false]);
  expect(textOf(get("status", `${slot} key`))).toStartWith("vgk_new");
});

test("a refused rotation keeps the dialog", async () => {
  serve();
  refuse("POST /subscriptions/{id}/regeneratePrimaryKey", 409, "It was rotated a moment ago.");
  await show(<SubscriptionKeys subscription={subscription()} />);
  await click(all("button", "Rotate")[0]!);
  await confirm();
  expect(textOf(get("alert"))).toBe("It was rotated a moment ago.");
});

test("keys that cannot be loaded are a failure", async () => {
  refuse("POST /subscriptions/{subscription_id}/listSecrets", 403, "Not yours.");
  respond("get", "/subscriptions/{subscription_id}/keys", []);
  await show(<SubscriptionKeys subscription={subscription()} />);
  expect(textOf(get("alert"))).toStartWith("Could not load the keys Not yours.");
});
