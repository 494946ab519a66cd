import { afterAll, expect } from "bun:test";
import { dayMs, floorTo, minuteMs } from "../../../src/base/durations.ts";
import { sql } from "../../../src/database/sql.ts";
import { noteFindings } from "../../../src/management/system/checks/check-service.ts";
import { beat } from "../../../src/management/system/node-heartbeat.ts";
import { launchBrowser, test } from "../browser.ts";
import { startConsoleService } from "../console-service.ts";
import { demoVin } from "../furnished.ts";
import { Person } from "../person.ts";
import { openAs } from "../signed-in.ts";
import { addBuyer, change, enterSeller, order, sellPlan } from "../sold.ts";

const running = await startConsoleService({ VINGATE_PAYMENTS: "manual" });
const { ask, operatorHeaders: headers, app } = running.service;
const browser = await launchBrowser();
afterAll(async () => {
  await browser.close();
  await running.end();
});

await enterSeller(running);
await sellPlan(running, "growth", 9900);
const buyer = await addBuyer(running, "s1");
await change(running, "PATCH", `/users/${buyer.userId}`, { first_name: "Nora", last_name: "Nordlys" });

const operator = await openAs(browser, running, "operator", { email: "", password: "" });
const person = new Person(operator);
const { page } = operator;
const start = (path: string) => person.start(running, path);
const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();

const paid = await order(running);
await change(running, "POST", `/payments/${paid.id}/received`, { minor: 6050 });
const [invoice] = (await ask("GET", `/papers?user_id=${buyer.userId}`, { headers })).body as {
  number: string;
}[];

// The page from where it is searched has the heading APIs.
const another = /^(?!APIs$)./;

test.each([
  ["a name", "nora nord", /Nora Nordlys/, `/customers/${buyer.userId}`],
  ["a VIN", demoVin, another, `/look-up?vin=${demoVin}`],
  ["an invoice", invoice!.number, another, `/money/${invoice!.number}`],
  ["a reference", paid.reference!, another, `/money/${paid.id}`],
])("%s is found by one press", async (_, typed, title, address) => {
  await start("/apis");
  await person.does("find by name, VIN, invoice, reference", async () => {
    await person.key("Control+k");
    // Typed at once: the first result is opened as soon as the service has answered.
    await page.keyboard.type(`${typed}\n`);
    await page.waitForURL(`${running.url}${address}`, { timeout: 15_000 });
    await heading(title);
  });
});

test("what fails is seen without a press: 5xx, disk and nodes", async () => {
  const minute = floorTo(Date.now(), minuteMs) - minuteMs;
  await app.database.run(sql`
    insert into usage_minute_total (minute, api_id, class, calls, credits, bytes, cache_hits, cache_misses, api_us_sum,
      api_us_min, api_us_max, service_us_sum, service_us_min, service_us_max)
    values (${minute}, 'vin-decoder', 'fault', 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`);
  await beat(app);
  // A node that is silent for 15 s is shown no more, and a busy machine takes longer to show the page.
  await app.database.run(sql`update node set seen_at = seen_at + ${dayMs}`);
  await noteFindings(app, [
    {
      name: "disk",
      state: "warning",
      found: "100 MiB are free",
      advice: "Free some space.",
      item: { kind: "disk", code: "disk_low", values: { free_bytes: 104_857_600 }, harm: "risk" },
    },
  ]);
  await person.does("health, new version, 5xx, disk", async () => {
    await start("/inbox");
    await page.getByRole("heading", { name: "100% of the calls of vin-decoder fail with 5xx" }).waitFor();
    await page.getByRole("heading", { name: /of the disk are free/ }).waitFor();
  });
  expect(await page.title()).toMatch(/^\(\d+\) Inbox · /);
});

test("a request is approved in one press", async () => {
  await change(running, "POST", "/subscriptions/asked", {
    scope: "/products/growth",
    owner_id: buyer.userId,
    display_name: "Fleet audit",
    state: "submitted",
  });
  await start("/inbox");
  await person.does("approve", async () => {
    await person.button("Approve Fleet audit");
    await person.says("Approved");
  });
  const { body } = await ask("GET", "/subscriptions/asked", { headers });
  expect((body as { state: string }).state).toBe("active");
});

test("a transfer whose reference and sum are those of a payment is recorded in one press", async () => {
  const { id, reference } = await order(running);
  await app.database.run(sql`
    insert into payment_transfer (id, provider, provider_ref, minor, currency, reference, sender, state, received_at, created_at)
    values ('t1', 'manual', 'T-1', 6050, 'EUR', ${reference!}, 'ACME', 'unmatched', ${Date.now() - dayMs}, 1)`);
  await start("/inbox");
  await person.does("sell by transfer, equal", async () => {
    await person.button("Record €60.50");
    await page.getByRole("button", { name: "Undo" }).waitFor();
    // Whoever leaves the page does not wait for the ten seconds.
    await start("/apis");
    await person.says("€60.50 matched");
  });
  const { body } = await ask("GET", `/payments/${id}`, { headers });
  expect((body as { state: string }).state).toBe("paid");
});

test("the keyboard reaches the page within 13 stops", async () => {
  await start("/inbox");
  await page.evaluate("document.activeElement?.blur()");
  let stops = 0;
  for (; stops <= 14; stops += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate("document.activeElement?.closest('main') !== null")) break;
  }
  expect(stops).toBeLessThanOrEqual(13);
});

test("the menu of a narrow page is a page that Back and Escape close", async () => {
  const narrow = await openAs(
    browser,
    running,
    "operator",
    { email: "", password: "" },
    { viewport: { width: 390, height: 844 } },
  );
  const phone = new Person(narrow);
  await phone.start(running, "/inbox");
  const main = narrow.page.locator("main");
  for (const close of [() => narrow.page.keyboard.press("Escape"), () => narrow.page.goBack()]) {
    await phone.button("Menu");
    await main.waitFor({ state: "hidden" });
    await narrow.page.getByRole("link", { name: /^Customers/ }).waitFor();
    await close();
    await main.waitFor();
  }
  await phone.button("Menu");
  await narrow.page.getByRole("link", { name: /^Data/ }).click();
  await narrow.page.getByRole("heading", { level: 1, name: /datasets/i }).waitFor();
  await narrow.page.goBack();
  await narrow.page.waitForURL(`${running.url}/inbox`);
  await narrow.close();
});
