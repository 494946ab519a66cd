import { expect } from "bun:test";
import { test } from "../browser.ts";
import { Person } from "../person.ts";
import { seeded } from "../seeded.ts";
import { enterSeller } from "../sold.ts";

const { running, inTab } = await seeded();
// Nothing is written there: this service looks for no backup that is due.
Object.assign(running.service.app.config, { backupDir: "/backups" });
// Without them the service returns 404, which the page reads as: not entered.
await enterSeller(running);
const ask = async (path: string) =>
  (await running.service.ask("GET", path, { headers: running.service.operatorHeaders })).body;

test("turn on payments by transfer: 2", () =>
  inTab("operator", async (tab) => {
    const person = new Person(tab);
    await person.start(running, "/settings");
    await person.does("turn on payments by transfer", async () => {
      await person.press(tab.page.getByRole("link", { name: "Payments", exact: true }));
      await person.button("Turn on payments by transfer");
      await person.says("Customers pay by transfer");
    });
    expect(await ask("/payments/settings")).toMatchObject({ payments: "manual", chosen_by: "operator" });
  }));

test("backup now: 1", () =>
  inTab("operator", async (tab) => {
    const person = new Person(tab);
    await person.start(running, "/settings/backups");
    await person.does("backup now", async () => {
      await person.button("Back up now");
      await person.says("Backup requested");
    });
  }));

test("brand: 3", () =>
  inTab("operator", async (tab) => {
    const person = new Person(tab);
    await person.start(running, "/inbox");
    await person.does("brand", async () => {
      await person.press(tab.page.getByRole("link", { name: /^Settings/ }));
      await person.press(tab.page.getByRole("link", { name: "Brand", exact: true }));
      await tab.page.getByLabel("Name", { exact: true }).fill("Lotdata");
      await person.button("Save brand");
      await person.says("Brand saved");
    });
    expect(await ask("/brand")).toMatchObject({ name: "Lotdata" });
  }));
