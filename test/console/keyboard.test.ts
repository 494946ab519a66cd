import { afterAll, expect } from "bun:test";
import type { Locator } from "playwright-core";
import { launchBrowser, openPage, test, type WatchedPage } from "./browser.ts";
import { startConsoleService } from "./console-service.ts";
import { openPath } from "./navigate.ts";
import { openAs } from "./signed-in.ts";
import { addBuyer, change, enterSeller, order, sellPlan } from "./sold.ts";
import { toasted } from "./toasts.ts";

const running = await startConsoleService({ VINGATE_PAYMENTS: "manual" });
const { ask, operatorHeaders: headers } = running.service;
const browser = await launchBrowser();
afterAll(async () => {
  await browser.close();
  await running.end();
});
await enterSeller(running);
await sellPlan(running, "growth", 9900, ["oem-vin-decode"]);
const buyer = await addBuyer(running, "s1");
await change(running, "PUT", "/subscriptions/sandbox-bump", {
  subscription_id: "s1",
  credits: 1000,
  reason: "Pilot",
});
await ask("GET", "/vin-decoder/5J6RW2H59JL990075", { headers: { "x-authkey": buyer.key } });

const operator = await openAs(browser, running, "operator", buyer);
const customer = await openPage(browser, running.origin, {
  permissions: ["clipboard-read", "clipboard-write"],
});

const stopsMost = 150;

/** A person without a mouse. How often Tab is pressed is free. */
class Keys {
  readonly tab: WatchedPage;

  constructor(tab: WatchedPage) {
    this.tab = tab;
  }

  press(keys: string): Promise<void> {
    return this.tab.page.keyboard.press(keys);
  }

  async reach(locator: Locator): Promise<void> {
    const one = locator.first();
    await one.waitFor();
    const focused = one.and(this.tab.page.locator(":focus"));
    for (let stops = 0; stops <= stopsMost; stops += 1) {
      if ((await focused.count()) > 0) return;
      await this.press("Tab");
    }
    throw new Error(`Tab does not reach ${locator}`);
  }

  async enter(locator: Locator, key = "Enter"): Promise<void> {
    await this.reach(locator);
    await this.press(key);
  }

  async type(locator: Locator, text: string): Promise<void> {
    await this.reach(locator);
    await this.press("Control+a");
    await this.tab.page.keyboard.type(text);
  }

  button(name: string | RegExp): Promise<void> {
    return this.enter(this.tab.page.getByRole("button", { name, exact: typeof name === "string" }));
  }

  inDialog(name: string): Promise<void> {
    return this.enter(this.tab.page.getByRole("dialog").getByRole("button", { name, exact: true }));
  }

  open(path: string): Promise<void> {
    return openPath(this.tab, running, path);
  }

  heading(name: string | RegExp): Promise<void> {
    return this.tab.page.getByRole("heading", { level: 1, name }).waitFor();
  }
}

/** What an operator does, each from a page that is open. */
const ofOperator: Readonly<Record<string, (keys: Keys) => Promise<void>>> = {
  async "search, and open the invoice"(keys) {
    const { id } = await order(running);
    await change(running, "POST", `/payments/${id}/received`, { minor: 6050 });
    const [paper] = (await ask("GET", `/papers?user_id=${buyer.userId}`, { headers })).body as {
      number: string;
    }[];
    await keys.open("/apis");
    await keys.press("Control+k");
    await keys.tab.page.keyboard.type(`${paper!.number}\n`);
    await keys.tab.page.waitForURL(`${running.url}/money/${paper!.number}`);
  },
  async approve(keys) {
    await change(running, "POST", "/subscriptions/asked", {
      scope: "/products/growth",
      owner_id: buyer.userId,
      display_name: "Fleet audit",
      state: "submitted",
    });
    await keys.open("/inbox");
    await keys.button("Approve Fleet audit");
    await toasted(keys.tab.page, "Approved");
  },
  async "match a transfer"(keys) {
    await order(running);
    await change(running, "POST", "/payments/transfers", {
      bank_ref: "B-1",
      minor: 6050,
      currency: "EUR",
      reference: "GROWTH DEZ",
      sender: "ACME FLEET",
    });
    await keys.open("/money?state=problem");
    await keys.button("Match of “GROWTH DEZ”");
    await keys.inDialog("Match €60.50");
    await toasted(keys.tab.page, "€60.50 matched");
  },
  async "add credits"(keys) {
    await keys.open(`/customers/${buyer.userId}`);
    await keys.button("Add credits");
    await keys.type(keys.tab.page.getByRole("dialog").getByLabel("Credits", { exact: true }), "500");
    await keys.inDialog("Add 500 credits");
    await toasted(keys.tab.page, "credits left");
  },
  async "publish a price"(keys) {
    await keys.open("/plans/growth");
    await keys.type(keys.tab.page.getByLabel("Price (EUR)"), "109.00");
    await keys.button("Publish version 2 (€109.00)");
    await keys.heading("Growth: €109.00 per month");
  },
  async "open a call"(keys) {
    await keys.open("/calls");
    await keys.button(/show this call/);
    await keys.tab.page.getByRole("complementary", { name: "Call details" }).waitFor();
  },
};

const ofCustomer: Readonly<Record<string, (keys: Keys) => Promise<void>>> = {
  async "sign in"(keys) {
    const { page } = keys.tab;
    await keys.open("/sign-in");
    await keys.type(page.getByLabel("Email"), buyer.email);
    await keys.type(page.getByLabel("Password"), buyer.password);
    await keys.press("Enter");
    await page.getByRole("navigation", { name: "Portal" }).waitFor();
  },
  async "look up a VIN"(keys) {
    await keys.open("/look-up");
    await keys.type(keys.tab.page.getByLabel("VIN", { exact: true }), "5J6RW2H59JL990075");
    await keys.press("Enter");
    await keys.heading(/Honda CR-V/);
  },
  async "copy a key"(keys) {
    await keys.open("/keys");
    await keys.button(/^Copy/);
    await toasted(keys.tab.page, "Key copied");
    expect(await keys.tab.page.evaluate("navigator.clipboard.readText()")).toMatch(/^vgk_/);
  },
  async buy(keys) {
    await keys.open("/billing");
    await keys.enter(keys.tab.page.getByRole("link", { name: /^Buy 5,000 credits/ }));
    await keys.button("Order for €60.50 by transfer");
    await keys.heading("Transfer €60.50");
  },
};

for (const [side, tab, tasks] of [
  ["an operator", operator, ofOperator],
  ["a customer", customer, ofCustomer],
] as const)
  test.each(Object.entries(tasks))(`${side} can do it by the keyboard alone: %s`, async (_, work) => {
    await work(new Keys(tab));
    await tab.idle();
    expect(tab.faults).toEqual([]);
  });
