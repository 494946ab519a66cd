import { afterAll, expect } from "bun:test";
import { sql } from "../../../src/database/sql.ts";
import { launchBrowser, test } from "../browser.ts";
import { startConsoleService } from "../console-service.ts";
import { Person } from "../person.ts";
import { openAs } from "../signed-in.ts";
import { addBuyer, change, enterSeller, type Ordered, order, sellPlan } from "../sold.ts";

const running = await startConsoleService({ VINGATE_PAYMENTS: "manual" });
const { ask, operatorHeaders: headers, app } = running.service;
const browser = await launchBrowser();
afterAll(async () => {
  await browser.close();
  await running.end();
});

await enterSeller(running);
await sellPlan(running, "growth", 9900);
await addBuyer(running, "s1");
const received = async ({ id }: Ordered) =>
  change(running, "POST", `/payments/${id}/received`, { minor: 6050 });
const operator = await openAs(browser, running, "operator", { email: "", password: "" });
const person = new Person(operator);
const { page } = operator;
const start = (path: string) => person.start(running, path);

test("sell by transfer: the operator records what has arrived", async () => {
  const { reference } = await order(running);
  await start("/money");
  await person.does("sell by transfer, operator", async () => {
    await person.button(`Record transfer of ${reference}`);
    await person.inDialog("Record €60.50");
    await person.says("€60.50 recorded");
  });
});

test("a transfer without its reference is matched", async () => {
  await order(running);
  await change(running, "POST", "/payments/transfers", {
    bank_ref: "B-1",
    minor: 6050,
    currency: "EUR",
    reference: "GROWTH DEZ",
    sender: "ACME FLEET",
  });
  await start("/money?state=problem");
  await person.does("match a transfer", async () => {
    await person.button("Match of “GROWTH DEZ”");
    await person.inDialog("Match €60.50");
    await person.says("€60.50 matched");
  });
});

test("a payment is refunded by transfer, and noted as sent", async () => {
  const ordered = await order(running);
  await received(ordered);
  await start(`/money?range=all&text=${ordered.reference}`);
  const number = page.getByRole("table", { name: "Money, newest first" }).getByRole("link").first();
  await person.does("refund by transfer", async () => {
    await person.press(number);
    await person.button(/^Refund of/);
    await page.getByLabel("IBAN or account").fill("CZ6508000000192000145399");
    await person.inDialog("Refund €60.50");
    await person.button("I have sent it");
    await person.says("€60.50 noted as sent");
  });
});

test("an unpaid period is settled", async () => {
  const { id, reference } = await order(running);
  const now = Date.now();
  await app.database.run(sql`
    insert into billing_period (subscription_id, number, product_id, offer_version, starts_at, ends_at, state,
      price_minor, currency, lapses_at, created_at)
    values ('s1', 90, 'growth', 1, ${now - 1000}, ${now + 2_592_000_000}, 'due', 5000, 'EUR', ${now + 864_000_000}, ${now})`);
  await app.database.run(sql`update payment set kind = 'renewal', period = 90 where id = ${id}`);
  await start("/money?state=due");
  await person.does("unpaid periods settled", async () => {
    await person.button(`Record transfer of ${reference}`);
    await person.inDialog("Record €60.50");
    await person.says("€60.50 recorded");
  });
});

test("why an amount, by its number, and the bookkeeper's month", async () => {
  const ordered = await order(running);
  await received(ordered);
  const { body } = await ask("GET", `/payments/lines?q=${ordered.reference}`, { headers });
  const [{ number }] = body as [{ number: string }];
  await start("/money?range=all");
  await page.getByLabel("Search money").fill(number);
  await person.does("why this amount, by number", async () => {
    await person.key("Enter");
    await page.getByRole("heading", { name: "Why €60.50" }).waitFor();
  });
  await start("/money");
  const download = page.waitForEvent("download");
  await person.does("bookkeeper's month", async () => {
    await person.button("Download CSV");
    expect((await download).suggestedFilename()).toBe(`money-${new Date().toISOString().slice(0, 7)}.csv`);
  });
  expect(operator.faults).toEqual([]);
});
