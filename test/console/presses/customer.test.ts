import { afterAll, expect } from "bun:test";
import { signUp } from "../../harness.ts";
import { launchBrowser, openPage, test } from "../browser.ts";
import { startConsoleService } from "../console-service.ts";
import { Person } from "../person.ts";
import { openSignedIn } from "../signed-in.ts";

const running = await startConsoleService({ VINGATE_PAYMENTS: "manual" });
const { ask, operatorHeaders: headers } = running.service;
const browser = await launchBrowser();
afterAll(async () => {
  await browser.close();
  await running.end();
});

async function change(method: "POST" | "PUT", path: string, json: object): Promise<unknown> {
  const { status, text, body } = await ask(method, path, { headers, json });
  if (status !== 200) throw new Error(`${path} returned ${status}: ${text}`);
  return body;
}

await change("PUT", "/papers/seller", {
  name: "Lotdata s.r.o.",
  address: ["Dlouhá 12"],
  city: "Praha 1",
  country: "CZ",
});
await change("PUT", "/papers/taxes", {
  rules: [{ countries: ["CZ"], with_tax_id: null, tax: { rate: 2100, category: "S", reason: "" } }],
  otherwise: { rate: 0, category: "O", reason: "Not subject to VAT." },
});
const packages = [{ id: "small", credits: 5000, price_minor: 5000, months: 12 }];
for (const [id, price_minor] of [
  ["growth", 9900],
  ["scale", 39_900],
] as const) {
  const json = { display_name: id === "growth" ? "Growth" : "Scale", state: "published" };
  await change("POST", `/products/${id}`, { ...json, apis: ["oem-vin-decode", "open-recall"] });
  await change("PUT", `/products/${id}/offer`, {
    currency: "EUR",
    price_minor,
    price_every: "month",
    credits: 15_000,
    credits_every: "month",
    packages,
  });
}
const customer = await signUp(running.service);
await change("PUT", `/users/${customer.userId}/billing-details`, {
  company: "Acme Fleet s.r.o.",
  address: ["Dlouhá 1"],
  city: "Brno",
  country: "CZ",
});

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
  await change("POST", "/payments/transfers", {
    bank_ref: `bank-${id}`,
    minor,
    currency,
    reference,
    sender: "ACME",
  });
  await page.reload();
}

const vins = Array.from({ length: 100 }, (_, at) => `5J6RW2H59JL9${String(at).padStart(5, "0")}`).join("\n");

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
    await person.inPresses(3, "sign up, first 200", async () => {
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
    await person.inPresses(6, "sign up, buy, PDF", async () => {
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
    await person.inPresses(2, "buy more credits", async () => {
      await person.press(page.getByRole("link", { name: /^Buy 5,000 credits/ }));
      await person.button("Order for €60.50 by transfer");
      await heading(person, "Transfer €60.50");
    });
    await person.start(running, "/billing");
    await person.inPresses(2, "change plan", async () => {
      await person.press(page.getByRole("link", { name: /^Change to Scale/ }));
      await person.button("Order for €482.79 by transfer");
      await heading(person, "Transfer €482.79");
    });
  });
});

test("a plan without the basic decoder decodes, and lists make the lookups that are chosen", async () => {
  const fleet = await signUp(running.service);
  await change("PUT", `/users/${fleet.userId}/billing-details`, {
    company: "Fleet s.r.o.",
    address: ["Dlouhá 2"],
    city: "Brno",
    country: "CZ",
  });
  await change("POST", "/subscriptions/fleet", {
    scope: "/products/growth",
    owner_id: fleet.userId,
    state: "active",
  });
  await change("PUT", "/subscriptions/sandbox-bump", {
    subscription_id: "fleet",
    credits: 1000,
    reason: "Pilot",
  });
  const person = await own(fleet);
  const { page } = person;
  await by(person, async () => {
    await person.start(running, "/look-up");
    await page.getByLabel("VIN", { exact: true }).fill("5J6RW2H59JL990075");
    await person.inPresses(1, "decode with any plan", async () => {
      await person.button(/^Look up \(/);
      await heading(person, /Honda CR-V/);
    });
    await person.start(running, "/look-up?tab=lists");
    await page.getByLabel("VINs", { exact: true }).fill(vins);
    await person.inPresses(2, "a list with chosen lookups", async () => {
      await person.press(page.getByLabel(/^Open recalls/));
      await person.button(/^Run \(/);
      await heading(person, /^100 looked up/);
    });
  });
});

test("a webhook with a test event, watches and an assistant", async () => {
  const person = await own();
  const { page } = person;
  await by(person, async () => {
    await person.start(running, "/alerts");
    await person.inPresses(3, "a webhook with a test event", async () => {
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
        .setInputFiles({ name: "vins.csv", mimeType: "text/csv", buffer: Buffer.from(vins) });
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
