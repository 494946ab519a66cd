import { expect } from "bun:test";
import { test } from "../browser.ts";
import { demoVin } from "../furnished.ts";
import { Person } from "../person.ts";
import { seeded } from "../seeded.ts";

const { running, customer, inTab } = await seeded();

const call = () =>
  running.service.ask("GET", `/auction/${demoVin}`, { headers: { "x-authkey": customer.key } });
await call();
const requestId = (await call()).headers.get("x-request-id")!;

test("an operator answers “double charged?”, finds a call by its ID and who calls most", () =>
  inTab("operator", async (tab) => {
    const person = new Person(tab);
    const { page } = tab;
    await person.start(running, "/inbox");
    await person.does("double charged?", async () => {
      await person.open("Calls");
      await page.getByLabel("Search calls").fill(`/auction/${demoVin}`);
      await person.key("Enter");
      const rows = page.getByRole("table", { name: "Calls, newest first" }).getByRole("row");
      const found = rows.filter({ hasText: `/auction/${demoVin}` });
      await found.nth(1).waitFor();
      // There were two calls, and each cost one credit.
      expect(await found.locator(".a-c").allInnerTexts()).toEqual(["1", "1"]);
    });
    await person.start(running, "/calls");
    await person.does("a call by its ID", async () => {
      await page.getByLabel("Search calls").fill(requestId);
      await person.key("Enter");
      await page.getByRole("complementary", { name: "Call details" }).getByText(requestId).waitFor();
    });
    await person.start(running, "/inbox");
    await person.does("who calls most", async () => {
      await person.press(page.getByRole("link", { name: "Calls by customer" }));
      await page.getByRole("table", { name: "Calls by customer" }).getByText("Ada Byron").waitFor();
    });
  }));

test("a customer sees the usage, why credits went on a day, and rotates a key", () =>
  inTab("customer", async (tab) => {
    const person = new Person(tab);
    const { page } = tab;
    await person.start(running, "/home");
    await person.does("see usage", () =>
      page.getByRole("img", { name: /^\d+ calls for \d+ credits/ }).waitFor(),
    );
    await person.inPresses(2, "why 37 credits on a day", async () => {
      await person.open("Calls");
      const chart = page.getByRole("img", { name: /^\d+ calls for \d+ credits, by day/ });
      await chart.waitFor();
      const { width, height } = (await chart.boundingBox())!;
      await chart.hover({ position: { x: width - 16, y: height / 2 } });
      await page.locator(".tip").waitFor();
      await person.press(
        // The bar of today is the last one.
        {
          click: () => chart.click({ position: { x: width - 16, y: height / 2 } }),
        } as Parameters<Person["press"]>[0],
      );
      await page.waitForURL(/from=.+&to=/);
      await page.getByRole("row").filter({ hasText: demoVin }).first().locator(".a-c").waitFor();
    });
    await person.start(running, "/keys");
    await person.does("rotate a key", async () => {
      await person.press(page.getByLabel("More for the primary key"));
      await person.press(page.getByRole("button", { name: "Rotate", exact: true }).first());
      await person.inDialog("Rotate key");
      await page.getByRole("dialog", { name: "New primary key" }).getByText("vgk_").waitFor();
    });
  }));
