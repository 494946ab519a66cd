import { beforeEach, expect, test } from "bun:test";
import { account, permissionsOf, signInFor } from "../../../test/console/dom/account-records.ts";
import { click, keyDown, press, type } from "../../../test/console/dom/act.ts";
import { all, attributes, get, has, names, text, textOf } from "../../../test/console/dom/find.ts";
import { address, DomKeyboardEvent, elapse, setUp, show, step } from "../../../test/console/dom/page.ts";
import { operator, user } from "../../../test/console/dom/records.ts";
import { answer, delay, json, refuse, respond, sent } from "../../../test/console/dom/service.ts";
import { browser } from "../../../test/console/dom/window.ts";
import type { Hit, Searched } from "../api/search.ts";
import { Shell } from "./shell.tsx";

setUp();

const nothing: Searched = { groups: [], missing: null, unread: [] };
beforeEach(() => {
  respond("post", "/system/search", nothing);
  respond("post", "/users/{id}/search", nothing);
});

const hint = "Name, number, reference, amount, VIN, plate, call, key, setting or what to do";
const results = () => all("option").map(textOf);
const groups = () => names("group").filter((name) => name !== "Colors");
const asked = () => sent().filter(({ path }) => path.endsWith("/search"));

const hit = (more: Partial<Hit>): Hit => ({
  kind: "invoice",
  label: "2026-0061",
  detail: "In English",
  values: { minor: 6038, currency: "EUR", at: Date.UTC(2026, 10, 20), name: "Kunz Autoteile" },
  object: "/papers/p1",
  account: "u1",
  exact: true,
  ...more,
});
const found = (group: Searched["groups"][number]["group"], ...hits: Hit[]): Searched => ({
  ...nothing,
  groups: [{ group, hits }],
});

async function open(as = operator()) {
  await show(<Shell>Content</Shell>, { as, at: as.role === "operator" ? "/apis" : "/home" });
  await click(all("button").find((one) => textOf(one).startsWith("Search"))!);
}
async function find(typed: string, as = operator()) {
  await open(as);
  await type(hint, typed);
  await elapse(150);
}
const enter = () => keyDown(get("combobox", hint), "Enter");

test("the field opens with the keyboard on every page", async () => {
  await show(<Shell>Content</Shell>, { as: user(), at: "/keys" });
  expect(has("dialog")).toBe(false);
  const event = new DomKeyboardEvent("keydown", { key: "k", ctrlKey: true, cancelable: true });
  await step(() => browser.dispatchEvent(event as never));
  expect([has("dialog", "Search"), event.defaultPrevented]).toEqual([true, true]);
  expect(groups()).toEqual(["Pages"]);
  expect(asked()).toEqual([]);
});

test("one request per 150 ms of rest, and what is exact is first and opens with Enter", async () => {
  await open();
  respond("post", "/system/search", found("money", hit({})));
  for (const typed of ["2", "2026", "2026-0061"]) {
    await type(hint, typed);
    await elapse(100);
  }
  expect(asked()).toEqual([]);
  await elapse(50);
  expect(asked().map(({ path, body }) => [path, body])).toEqual([["/system/search", { text: "2026-0061" }]]);
  expect([groups(), results()]).toEqual([
    ["Money"],
    ["Invoice2026-0061 €60.38 · 20 Nov 2026 · Kunz Autoteile"],
  ]);
  await enter();
  expect([address(), has("dialog")]).toEqual(["/money/2026-0061", false]);
});

test("Enter before the answer opens its first result, and not an older one", async () => {
  await open();
  respond("post", "/system/search", found("customers", hit({ kind: "customer", object: "/users/old" })));
  await type(hint, "a");
  await elapse(150);
  const release = delay(
    "POST /system/search",
    found("customers", hit({ kind: "customer", label: "Ada", object: "/users/ada" })),
  );
  await type(hint, "ad");
  expect(results().some((one) => one.startsWith("Customer"))).toBe(false);
  await enter();
  await elapse(150);
  expect(has("dialog", "Search")).toBe(true);
  await step(release);
  expect(address()).toBe("/customers/ada");
});

test("a late answer to an older text is not shown", async () => {
  await open();
  const late = delay("POST /system/search", found("money", hit({ label: "old" })));
  await type(hint, "20");
  await elapse(150);
  respond("post", "/system/search", found("money", hit({ label: "new" })));
  await type(hint, "2026");
  await elapse(150);
  await step(late);
  expect(results()).toEqual(["Invoicenew €60.38 · 20 Nov 2026 · Kunz Autoteile"]);
});

test.each([
  ["credit_note", { label: "2026-0062" }, "/money/2026-0062"],
  ["payment", { object: "/payments/y1" }, "/money/y1"],
  ["refund", { object: "/payments/y1" }, "/money/y1"],
  ["transfer", { object: "/payments/transfers/t1" }, "/money?text=t1&range=all"],
  [
    "transfer",
    {
      label: "GROWTH DEZ",
      object: "/payments/transfers/t1",
      values: { minor: 6038, currency: "EUR", at: 0, state: "matched" },
    },
    "/money?text=GROWTH+DEZ&range=all",
  ],
  ["return", { object: "/payments/returns/r1" }, "/money?text=r1&range=all"],
  ["customer", { object: "/users/u1" }, "/customers/u1"],
  ["subscription", { object: "/subscriptions/s1" }, "/customers/u1"],
  [
    "key",
    { object: "/subscriptions/s1", values: { slot: "primary", subscription: "Dealer" } },
    "/customers/u1",
  ],
  ["call", { label: "n/7", object: "/reports/byRequest?call=n/7" }, "/calls?id=n%2F7"],
  ["calls", { label: "V1N" }, "/calls?q=V1N"],
  ["vin", { label: "V1N" }, "/look-up?vin=V1N"],
  ["plate", { values: { number: "ABC 12", state: "NY" } }, "/look-up?plate=ABC+12&state=NY"],
  ["plan", { object: "/products/p1" }, "/plans/p1"],
  ["api", { object: "/apis/a1" }, "/apis/a1"],
  ["dataset", { object: "/datasets/liens" }, "/data/liens"],
  ["setting", { label: "VINGATE_PORT", object: "/system" }, "/settings?find=VINGATE_PORT"],
  ["doc", { object: "/docs/errors/not_found.md" }, "/docs/errors/not_found"],
  ["operation", { object: "/docs/operations/getLiens.md" }, "/docs/reference?op=getLiens"],
] as const)("a hit of the kind %s leads to its page", async (kind, more, to) => {
  respond("post", "/system/search", found("money", hit({ kind, ...more })));
  await find("x");
  await click(all("option")[0]!);
  expect(address()).toBe(to);
});

test("a customer searches the own account, and is led to own pages", async () => {
  respond(
    "post",
    "/users/{id}/search",
    found("money", hit({ values: { minor: 100, currency: "EUR", at: 0 } })),
  );
  await find("2026-0061", user());
  expect(asked().map(({ path }) => path)).toEqual(["/users/ada/search"]);
  await enter();
  expect(address()).toBe("/billing/2026-0061");
});

test("a number that nobody has says which is the last", async () => {
  const values = { number: "2026-0161", last: "2026-0065" };
  respond("post", "/system/search", { ...nothing, missing: { code: "no_paper_last", values, text: "x" } });
  await find("2026-0161");
  expect(text()).toContain("No invoice 2026-0161. The last is 2026-0065.");
  expect(text()).not.toContain("Nothing found");
  await enter();
  expect(has("dialog", "Search")).toBe(true);
});

test("what is to be done opens its dialog's page", async () => {
  await find("refund 2026-0061");
  expect([groups(), results()]).toEqual([["Do"], ["DoRefund 2026-0061"]]);
  await enter();
  expect(address()).toBe("/money/2026-0061?do=refund");
  respond(
    "post",
    "/system/search",
    found("docs", hit({ kind: "doc", label: "Record", object: "/docs/x.md" })),
  );
  await find("record transfer");
  expect(groups()).toEqual(["Do", "Docs"]);
  await enter();
  expect(address()).toBe("/money?do=record-transfer");
  await find("rotate", user());
  expect(results()).toContain("DoRotate key");
  await find("record transfer", user());
  expect(results()).toEqual([]);
});

test("a role is not led to what it may not do", async () => {
  const permissions = permissionsOf({ role: "operator", operatorRole: "support" });
  signInFor([account({ id: "op", member_role: null, permissions })], operator({ operator_role: "support" }));
  await show(<Shell>Content</Shell>, { at: "/apis" });
  await click(all("button").find((one) => textOf(one).startsWith("Search"))!);
  await type(hint, "record transfer");
  await elapse(150);
  expect(results()).toEqual([]);
});

test("pages are found by name and by what they are for", async () => {
  await find("change pass", user());
  expect(results()).toEqual(["PageSecurity"]);
  await find("API ref", user());
  expect(results()).toEqual(["PageAPI reference"]);
});

test("arrows choose a result", async () => {
  const both = [hit({ label: "A", exact: false }), hit({ label: "B", exact: false, object: "/papers/p2" })];
  respond("post", "/system/search", found("money", ...both));
  await find("60.38");
  const field = get("combobox", hint);
  const chosen = () =>
    all("option")
      .find(({ id }) => id === attributes(field)["aria-activedescendant"])
      ?.querySelector("bdi")?.textContent;
  expect(chosen()).toBe("A");
  await keyDown(field, "ArrowDown");
  expect(chosen()).toBe("B");
  await keyDown(field, "ArrowDown");
  expect(chosen()).toBe("A");
  await keyDown(field, "ArrowUp");
  await enter();
  expect(address()).toBe("/money/B");
});

test("a failure says so and is tried again", async () => {
  refuse("POST /system/search", 500, "Broken.");
  await find("ada");
  expect(text()).toContain("Could not search");
  expect(text()).not.toContain("Nothing found");
  answer("POST /system/search", () =>
    json(found("customers", hit({ kind: "customer", object: "/users/u1" }))),
  );
  await press("Try again");
  expect(results()).toHaveLength(1);
});

test("nothing found says what can be entered, and what was not searched", async () => {
  respond("post", "/system/search", { ...nothing, unread: ["calls"] });
  await find("zzzz");
  expect(text()).toContain("Nothing found. Enter a name, number, reference");
  expect(text()).toContain("Not searched in time: Calls.");
});
