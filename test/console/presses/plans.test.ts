import { expect } from "bun:test";
import { test } from "../browser.ts";
import { Person } from "../person.ts";
import { seeded } from "../seeded.ts";

const { running, inTab } = await seeded();

/** The newest version of a plan's offer. */
async function newest(id: string): Promise<unknown> {
  const { service } = running;
  const { body } = await service.ask("GET", `/products/${id}/offer`, { headers: service.operatorHeaders });
  const { version, price_minor, credits, who_pays } = body as Record<string, unknown>;
  return { version, price_minor, credits, who_pays };
}

test("a plan with a price is created and published in 5 presses", () =>
  inTab("operator", async (tab) => {
    const person = new Person(tab);
    const { page } = person;
    await person.start(running, "/inbox");
    await person.does("plan with price, published", async () => {
      await person.open("Plans");
      await person.button("Create plan");
      await page.getByLabel("Name", { exact: true }).fill("Dealer");
      await person.inDialog("Create plan");
      await page.getByLabel("Price (EUR)").fill("49.90");
      await page.getByLabel("Credits", { exact: true }).fill("5,000");
      await person.button("Select all");
      await person.button("Publish the plan and version 1 (€49.90)");
      await person.says("Plan published");
    });
    await page.getByRole("heading", { level: 1, name: "Dealer: €49.90 per month" }).waitFor();
    expect(await newest("dealer")).toEqual({
      version: 1,
      price_minor: 4990,
      credits: 5000,
      who_pays: "notice",
    });
    const { body } = await running.service.ask("GET", "/products/dealer", {
      headers: running.service.operatorHeaders,
    });
    expect(body).toMatchObject({ state: "published" });
  }));

test("a new price for new customers only takes 2 presses from the list", () =>
  inTab("operator", async (tab) => {
    const person = new Person(tab);
    const { page } = person;
    await person.start(running, "/plans");
    await person.does("new price for new customers only", async () => {
      await person.press(page.getByRole("link", { name: "Growth" }));
      await page.getByLabel("Price (EUR)").fill("109.00");
      await person.button("Publish version 3 (€109.00)");
      await page.getByRole("heading", { level: 1, name: "Growth: €109.00 per month" }).waitFor();
    });
    expect(await newest("growth")).toEqual({
      version: 3,
      price_minor: 10_900,
      credits: 15_000,
      who_pays: "new",
    });
  }));
