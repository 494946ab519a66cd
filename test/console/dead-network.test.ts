import { afterAll, expect } from "bun:test";
import type { Page } from "playwright-core";
import { dayMs } from "../../src/base/durations.ts";
import { sql } from "../../src/database/sql.ts";
import { noteFindings } from "../../src/management/system/checks/check-service.ts";
import { beat } from "../../src/management/system/node-heartbeat.ts";
import { until } from "../until.ts";
import { launchBrowser, test } from "./browser.ts";
import { startConsoleService } from "./console-service.ts";
import { openPath } from "./navigate.ts";
import { openAs, openSignedIn } from "./signed-in.ts";
import { addBuyer, change, enterSeller, order, sellPlan } from "./sold.ts";

const running = await startConsoleService({ VINGATE_PAYMENTS: "manual" });
const { app, ask, operatorHeaders: headers } = running.service;
const browser = await launchBrowser();
afterAll(async () => {
  await browser.close();
  await running.end();
});
await enterSeller(running);
await sellPlan(running, "growth", 9900, ["oem-vin-decode", "open-recall"]);
const buyer = await addBuyer(running, "s1");
await change(running, "PUT", "/subscriptions/sandbox-bump", {
  subscription_id: "s1",
  credits: 1000,
  reason: "Pilot",
});
const asking = await addBuyer(running);
await change(running, "POST", "/subscriptions/asked", {
  scope: "/products/growth",
  owner_id: asking.userId,
  display_name: "Fleet audit",
  state: "submitted",
});
const due = await order(running);
const paid = await order(running);
await change(running, "POST", `/payments/${paid.id}/received`, { minor: 6050 });
await beat(app);
// A node that is silent for 15 s is shown no more.
await app.database.run(sql`update node set seen_at = seen_at + ${dayMs}`);
await noteFindings(app, [{ name: "cores", state: "warning", found: "1 core", advice: "Add one." }]);

const tabs = {
  operator: await openAs(browser, running, "operator", buyer),
  customer: await openSignedIn(browser, running, buyer),
};

const read = async (path: string) => (await ask("GET", path, { headers })).body;
const member = async (path: string, name: string) => ((await read(path)) as Record<string, unknown>)[name];
const rows = async (statement: ReturnType<typeof sql>) => (await app.database.all<object>(statement)).length;

interface Action {
  readonly name: string;
  readonly by: keyof typeof tabs;
  readonly at: string;
  /** Does all but the last press. */
  prepare?(page: Page): Promise<unknown>;
  /** What is pressed last: its name, and whether a dialog has it. */
  readonly last: string | RegExp;
  readonly inDialog?: true;
  /** What is pressed once there is a network again, if that is another button. */
  readonly again?: string;
  /** The state that the action changes. */
  state(): Promise<unknown>;
  readonly before: unknown;
  readonly after: unknown;
}

const opens = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();

const actions: readonly Action[] = [
  {
    name: "approve",
    by: "operator",
    at: "/customers?state=requested",
    last: /^Approve /,
    state: () => member("/subscriptions/asked", "state"),
    before: "submitted",
    after: "active",
  },
  {
    name: "record",
    by: "operator",
    at: "/money",
    prepare: opens(`Record transfer of ${due.reference}`),
    last: "Record €60.50",
    inDialog: true,
    state: () => member(`/payments/${due.id}`, "received_minor"),
    before: 0,
    after: 6050,
  },
  {
    name: "refund",
    by: "operator",
    at: `/money/${paid.id}`,
    prepare: async (page) => {
      await opens(/^Refund of/)(page);
      await page.getByLabel("IBAN or account").fill("CZ6508000000192000145399");
    },
    last: "Refund €60.50",
    inDialog: true,
    state: () => member(`/payments/${paid.id}`, "refunded_minor"),
    before: 0,
    after: 6050,
  },
  {
    name: "add credits",
    by: "operator",
    at: `/customers/${buyer.userId}`,
    prepare: async (page) => {
      await opens("Add credits")(page);
      await page.getByRole("dialog").getByLabel("Credits", { exact: true }).fill("500");
    },
    last: "Add 500 credits",
    inDialog: true,
    state: () => rows(sql`select 1 from credit_grant where amount = 500`),
    before: 0,
    after: 1,
  },
  {
    name: "publish a price",
    by: "operator",
    at: "/plans/growth",
    prepare: (page) => page.getByLabel("Price (EUR)").fill("109.00"),
    last: "Publish version 2 (€109.00)",
    state: () => member("/products/growth/offer", "version"),
    before: 1,
    after: 2,
  },
  {
    name: "save the seller",
    by: "operator",
    at: "/settings/seller",
    prepare: (page) => page.getByLabel("City").fill("Brno"),
    last: "Save seller",
    state: () => member("/papers/seller", "city"),
    before: "Praha 1",
    after: "Brno",
  },
  {
    name: "put off",
    by: "operator",
    at: "/inbox",
    prepare: async (page) => {
      await opens("Put off")(page);
      await page.getByLabel("Reason").fill("It can wait.");
    },
    last: "Put off for 7 days",
    inDialog: true,
    state: async () => ((await member("/system/inbox", "put_off")) as unknown[]).length,
    before: 0,
    after: 1,
  },
  {
    name: "run a list",
    by: "customer",
    at: "/look-up?tab=lists",
    prepare: (page) => page.getByLabel("VINs", { exact: true }).fill("5J6RW2H59JL990075"),
    last: /^Run \(/,
    again: "Continue",
    // What is not found is free: by the credit one lookup differs from two.
    state: async () => {
      const { granted, remaining } = (await member("/subscriptions/s1", "credits")) as Record<string, number>;
      return granted! - remaining!;
    },
    before: 0,
    after: 1,
  },
  {
    name: "rotate a key",
    by: "customer",
    at: "/keys",
    prepare: async (page) => {
      await page.getByLabel("More for the primary key").first().click();
      await opens("Rotate")(page);
    },
    last: "Rotate key",
    inDialog: true,
    state: () => rows(sql`select 1 from audit_log where action = 'subscription.regenerate_primary_key'`),
    before: 0,
    after: 1,
  },
];

test.each(
  actions.map((action) => [action.name, action] as const),
)("without a network it changes nothing, and is done once later: %s", async (_, action) => {
  const { by, at, prepare, last, inDialog, again, state, before, after } = action;
  const tab = tabs[by];
  const { page } = tab;
  await openPath(tab, running, at);
  await prepare?.(page);
  const button = (name: string | RegExp) =>
    (inDialog ? page.getByRole("dialog") : page.getByRole("main"))
      .getByRole("button", { name, exact: typeof name === "string" })
      .first();
  /** What was sent to change something. */
  const sent: { readonly url: string }[] = [];
  const lost: { readonly url: string }[] = [];
  let isCut = true;
  await page.route("**/*", async (route) => {
    const request = route.request();
    if (request.method() !== "GET") {
      const key = (await request.allHeaders())["idempotency-key"];
      const one = { method: request.method(), url: request.url(), body: request.postData(), key };
      (isCut ? lost : sent).push(one);
    }
    return isCut ? route.abort("internetdisconnected") : route.continue();
  });
  try {
    await button(last).click();
    const failure = page.getByText("No response. Check the request log before you retry.").first();
    await failure.waitFor();
    expect([action.name, await state()]).toEqual([action.name, before]);
    isCut = false;
    await page.getByText("Can't reach the service").waitFor({ state: "detached" });
    await button(again ?? last).click();
    await until(async () => Bun.deepEquals(await state(), after), `“${action.name}” is done`);
    await tab.idle();
  } finally {
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
  expect([action.name, await state()]).toEqual([action.name, after]);
  // The second press sends what the first one did, with its key. What reads before it writes has sent nothing.
  const [first] = lost;
  expect(sent.filter(({ url }) => !first || url === first.url)).toEqual([first ?? sent[0]!]);
});
