import { afterAll, expect } from "bun:test";
import { launchBrowser, openPage, test } from "../browser.ts";
import { startConsoleService } from "../console-service.ts";
import { Person } from "../person.ts";
import { openSignedIn } from "../signed-in.ts";
import { addBuyer, change, enterSeller, sellPlan } from "../sold.ts";

const running = await startConsoleService({ VINGATE_PAYMENTS: "manual" });
const { ask, operatorHeaders: headers } = running.service;
const browser = await launchBrowser();
afterAll(async () => {
  await browser.close();
  await running.end();
});

const apis = ["oem-vin-decode", "open-recall"];
await enterSeller(running);
await sellPlan(running, "growth", 9900, apis);
await sellPlan(running, "scale", 39_900, apis);
const customer = await addBuyer(running);

/** Records the money of the payment that a page shows. */
async function receive({ page }: Person): Promise<void> {
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const { body } = await ask("GET", `/payments/${id}`, { headers });
  const { minor, currency, transfer } = body as {
    minor: number;
    currency: string;
    transfer: { reference: string };
  };
  const { reference } = transfer;
  await change(running, "POST", "/payments/transfers", {
    bank_ref: `bank-${id}`,
    minor,
    currency,
    reference,
    sender: "ACME",
  });
  await page.reload();
}

const vins = (count: number) =>
  Array.from({ length: count }, (_, at) => `5J6RW2H59JL9${String(at).padStart(5, "0")}`).join("\n");

/** Does tasks at a page, which reports no fault. */
async function by(person: Person, work: () => Promise<void>): Promise<void> {
  await work();
  expect(person.faults).toEqual([]);
  await person.page.context().close();
}

const visitor = async () => new Person(await openPage(browser, running.origin));
const permissions = ["clipboard-read", "clipboard-write"];
const own = async (as = customer) => new Person(await openSignedIn(browser, running, as, { permissions }));

async function enterAccount({ page }: Person, email: string): Promise<void> {
  await page.getByLabel("First name").fill("Irene");
  await page.getByLabel("Last name").fill("Acme");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("correct horse battery");
}

const heading = ({ page }: Person, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name }).waitFor();

test("from sign-up to the first response", async () => {
  const person = await visitor();
  const { page } = person;
  await by(person, async () => {
    await page.goto(running.url);
    await person.does("sign up, first 200", async () => {
      await person.press(page.getByRole("main").getByRole("link", { name: "Get an API key" }).first());
      await enterAccount(person, "first@acme.example");
      await person.button("Create account");
      await person.button("Run");
      await page.getByText("200 OK").first().waitFor();
    });
  });
});

test("from sign-up to the invoice, then to its page, the statement and the check", async () => {
  const person = await visitor();
  const { page } = person;
  await by(person, async () => {
    await page.goto(`${running.url}/pricing`);
    await person.does("sign up, buy, PDF", async () => {
      await person.press(page.getByRole("link", { name: /^Start with Growth/ }));
      await enterAccount(person, "buyer@acme.example");
      await person.button("Create account");
      const details = page.getByRole("dialog", { name: "Billing details" });
      await details.getByLabel("Company").fill("Acme Fleet s.r.o.");
      await details.getByLabel("Address").fill("Dlouhá 1");
      await details.getByLabel("City").fill("Brno");
      await details.getByLabel("Country").fill("Czechia");
      await person.key("Enter");
      await person.inDialog("Save details");
      await person.button("Order for €119.79 by transfer");
      await heading(person, "Transfer €119.79");
      await receive(person);
      const saved = page.waitForEvent("download");
      await person.button(/\(PDF\)/);
      expect((await saved).suggestedFilename()).toMatch(/^invoice-/);
    });
    const rows = page.getByRole("table", { name: "Invoices and statements, newest first" });
    const file = () => page.waitForEvent("download");
    await person.start(running, "/billing");
    await person.inPresses(1, "the PDF of an invoice", async () => {
      const saved = file();
      await person.press(rows.getByRole("button", { name: /^PDF of \d{4}-/ }));
      expect((await saved).suggestedFilename()).toMatch(/^invoice-\d{4}-\d+\.pdf$/);
    });
    await person.inPresses(1, "a statement", async () => {
      await person.press(rows.getByRole("link", { name: "Statement" }));
      await heading(person, /so far/);
    });
    await person.start(running, "/billing");
    await person.inPresses(1, "the check of a statement", async () => {
      await person.press(rows.getByRole("button", { name: /^Verify/ }));
      await page
        .getByText(/^statement-\d{4}-\d{2}\.json/)
        .first()
        .waitFor();
    });
    await person.start(running, "/billing");
    await person.does("buy more credits", async () => {
      await person.press(page.getByRole("link", { name: /^Buy 5,000 credits/ }));
      await person.button("Order for €60.50 by transfer");
      await heading(person, "Transfer €60.50");
    });
    await person.start(running, "/home");
    await person.does("sell by transfer, buyer", async () => {
      await person.open("Billing");
      await person.press(page.getByRole("link", { name: /^Buy 5,000 credits/ }));
      await person.button("Order for €60.50 by transfer");
      await heading(person, "Transfer €60.50");
    });
    await person.start(running, "/billing");
    await person.does("change plan", async () => {
      await person.press(page.getByRole("link", { name: /^Change to Scale/ }));
      await person.button("Order for €482.79 by transfer");
      await heading(person, "Transfer €482.79");
    });
  });
});

test("a plan without the basic decoder decodes, and lists make the lookups that are chosen", async () => {
  const fleet = await addBuyer(running, "fleet");
  await change(running, "PUT", "/subscriptions/sandbox-bump", {
    subscription_id: "fleet",
    credits: 5000,
    reason: "Pilot",
  });
  const person = await own(fleet);
  const { page } = person;
  await by(person, async () => {
    await person.start(running, "/look-up");
    await page.getByLabel("VIN", { exact: true }).fill("5J6RW2H59JL990075");
    await person.does("decode with any plan", async () => {
      await person.button(/^Look up \(/);
      await heading(person, /Honda CR-V/);
    });
    await person.start(running, "/look-up?tab=lists");
    await page.getByLabel("VINs", { exact: true }).fill(vins(500));
    await person.does("list of 500 with chosen lookups", async () => {
      await person.press(page.getByLabel(/^Open recalls/));
      await person.button(/^Run \(/);
      await heading(person, /^500 looked up/);
    });
  });
});

test("a webhook with a test event, watches and an assistant", async () => {
  const person = await own();
  const { page } = person;
  await by(person, async () => {
    await person.start(running, "/alerts");
    await person.does("webhook and test event", async () => {
      await person.button("Add webhook");
      await page.getByLabel("Address").fill("https://hooks.example.com/vingate");
      await person.inDialog("Add webhook");
      await person.button("Send test event");
      await person.says("Test event sent");
    });
    await person.start(running, "/alerts?tab=watches");
    await person.inPresses(2, "watch 100 VINs", async () => {
      await person.button("Upload VINs");
      const dialog = page.getByRole("dialog");
      await dialog
        .getByLabel("File")
        .setInputFiles({ name: "vins.csv", mimeType: "text/csv", buffer: Buffer.from(vins(100)) });
      await person.inDialog("Upload VINs");
      await page.getByRole("status").filter({ hasText: "Added" }).waitFor();
    });
    await person.start(running, "/docs/assistants");
    await person.inPresses(1, "connect an assistant", async () => {
      await person.press(page.getByRole("button", { name: "Copy" }).last());
      await person.says("Copied with your key");
    });
  });
});
