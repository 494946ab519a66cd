import { beforeEach, expect, test } from "bun:test";
import { click, keyDown, type } from "../../../test/console/dom/act.ts";
import { all, attributes, get, has, names, text, textOf } from "../../../test/console/dom/find.ts";
import { address, DomKeyboardEvent, elapse, setUp, show, step } from "../../../test/console/dom/page.ts";
import { apiRecord, operator, product, subscription, user } from "../../../test/console/dom/records.ts";
import { answer, refuse, respond, sent } from "../../../test/console/dom/service.ts";
import { systemState } from "../../../test/console/dom/service-records.ts";
import { browser } from "../../../test/console/dom/window.ts";
import { Shell } from "./shell.tsx";

setUp();

const listing =
  "# Vingate\n\n## Guide\n\n- [Limits](http://vingate.test/docs/limits.md)\n\n## For programs\n\n- [All](http://vingate.test/docs/operations.md)\n";
const limits =
  "# Limits\n\nA call that is repeated with [the same `Idempotency-Key`](/docs/errors) is charged once.\n";
const operationLines = "- [GET /lien/{vin}](/docs/operations/getLiens.md): Read the liens on a vehicle\n";

beforeEach(() => {
  respond("get", "/products", [product({ display_name: "Fleet" })]);
  respond("get", "/apis", [apiRecord()]);
  respond("get", "/users/", [user()]);
  respond("get", "/users/{id}/subscriptions", [subscription()]);
  answer("GET /llms.txt", () => new Response(listing));
  answer("GET /docs/limits.md", () => new Response(limits));
  answer("GET /docs/operations.md", () => new Response(operationLines));
  const port = {
    name: "VINGATE_PORT",
    summary: "The port",
    value: null,
    fallback: "8080",
    source: "default",
    secret: false,
  } as const;
  respond("get", "/system", systemState({ settings: [port] }));
});

const hint = "VIN, plate and state, request ID, key, email, name or words of the docs";
const results = () => all("option").map(textOf);

async function find(typed: string, as = operator()) {
  await show(<Shell>Content</Shell>, { as, at: "/home" });
  await click(all("button").find((one) => textOf(one).startsWith("Search"))!);
  await type(hint, typed);
  await elapse(200);
}

test("the field opens with the keyboard on every page", async () => {
  await show(<Shell>Content</Shell>, { as: user(), at: "/keys" });
  expect(has("dialog")).toBe(false);
  const event = new DomKeyboardEvent("keydown", { key: "k", ctrlKey: true, cancelable: true });
  await step(() => browser.dispatchEvent(event as never));
  expect([has("dialog", "Search"), event.defaultPrevented]).toEqual([true, true]);
  expect(results()).toEqual([
    "PageHome",
    "PageVehicle lookup",
    "PageLists",
    "PageAPI reference",
    "PageDocs",
    "PageAssistants",
    "PageAPI keys",
    "PageRequest log",
  ]);
});

test("an operator finds people, plans, datasets and pages by name", async () => {
  await find("l");
  expect(results()).toEqual(["PageVehicle lookup", "PageAudit log", "PageRequest log", "DatasetLiens"]);
  await find("fle");
  expect(results()).toEqual(["UserAda Byron ada@example.com", "PlanFleet"]);
  await find("ada@example");
  expect(results()).toEqual(["UserAda Byron ada@example.com"]);
  expect(sent("GET /users/").at(-1)?.query).toEqual({ page: "1", page_size: "8", text: "ada@example" });
  await keyDown(get("combobox", hint), "Enter");
  expect([address(), has("dialog")]).toEqual(["/customers/ada", false]);
});

test("a customer finds own subscriptions and pages", async () => {
  // What an operator's page has loaded before leads nowhere.
  await find("lo");
  await find("lo", user());
  expect(sent("GET /users/")).toHaveLength(1);
  expect(results()).toEqual(["PageVehicle lookup", "PageRequest log", "SubscriptionLot intake"]);
});

test("texts of the docs and operations are found", async () => {
  await find("idempotency", user());
  expect(results()).toEqual([
    "DocsLimits A call that is repeated with the same Idempotency-Key is charged once.",
  ]);
  await find("read the liens", user());
  expect(results()).toEqual(["OperationRead the liens on a vehicle GET /lien/{vin}"]);
  await click(get("option"));
  expect(address()).toBe("/docs/reference?op=getLiens");
});

test("a page is found by what it is for", async () => {
  await find("change pass", user());
  expect(results()).toEqual(["PageSecurity"]);
  await find("MCP", user());
  expect(results()).toEqual(["PageAssistants"]);
});

test("only an operator finds settings", async () => {
  respond("get", "/users/", []);
  await find("vingate_port");
  expect(results()).toEqual(["SettingVINGATE_PORT The port"]);
  await find("vingate_port", user());
  expect(results()).toEqual([]);
});

test("a key leads to its user", async () => {
  respond("post", "/keys/find", [{ subscription_id: "sub-1", user_id: "ada", slot: "primary" }]);
  await find("vgk_F8wV");
  expect(sent("POST /keys/find").map(({ body }) => body)).toEqual([{ key: "vgk_F8wV" }]);
  await click(get("option"));
  expect(address()).toBe("/customers/ada");
});

test("a request ID leads to its call, a subscription ID to its owner", async () => {
  const id = "0199f5c8-0000-7000-8000-000000000001";
  respond("get", "/subscriptions/{subscription_id}", subscription());
  await find(id);
  expect(results()).toEqual([`Call${id} By its request ID`, "SubscriptionLot intake"]);
  await keyDown(get("combobox", hint), "Enter");
  expect(address()).toBe(`/calls?id=${id}`);
  refuse("GET /subscriptions/{subscription_id}", 404, "None.");
  await find(id.replace("1", "2"));
  expect(results()).toHaveLength(1);
});

test("arrows choose a result", async () => {
  respond("get", "/users/", []);
  await find("log");
  const field = get("combobox", hint);
  const chosen = () =>
    all("option").find(({ id }) => id === attributes(field)["aria-activedescendant"])?.textContent;
  expect(chosen()).toBe("PageAudit log");
  await keyDown(field, "ArrowDown");
  // Its logo is a result too.
  expect(chosen()).toBe("PageBrand");
  await keyDown(field, "ArrowDown");
  expect(chosen()).toBe("PageRequest log");
  await keyDown(field, "ArrowDown");
  expect(chosen()).toBe("PageAudit log");
  await keyDown(field, "ArrowUp");
  await keyDown(field, "Enter");
  expect(address()).toBe("/calls");
});

test("a text that leads nowhere says what can be entered", async () => {
  respond("get", "/users/", []);
  await find("zzzz");
  expect(text()).toContain(`Nothing found. Enter a ${hint}.`);
  expect(names("option")).toEqual([]);
});
