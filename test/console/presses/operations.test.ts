import { expect } from "bun:test";
import { vins } from "../../vehicles/imports/liens.ts";
import { test } from "../browser.ts";
import { Person } from "../person.ts";
import { seeded } from "../seeded.ts";

const { running, inTab } = await seeded();
const { ask, operatorHeaders: headers } = running.service;

test("a file whose columns have other names is imported", () =>
  inTab("operator", async (tab) => {
    const person = new Person(tab);
    const { page } = tab;
    await person.start(running, "/inbox");
    await person.does("own CSV with odd names", async () => {
      await person.open("Data");
      await person.press(page.getByRole("link", { name: "Liens" }).first());
      // The choice of the file is a press.
      const file = page.getByLabel("File", { exact: true });
      await person.press({
        click: () =>
          file.setInputFiles({
            name: "liens.csv",
            mimeType: "text/csv",
            buffer: Buffer.from(`Fahrgestell;Bank;Bemerkung\n${vins[0]};Acme Bank;keine\n`),
          }),
      } as Parameters<Person["press"]>[0]);
      await person.select(page.getByLabel("Import Fahrgestell as"), "vin");
      await person.button(/^Import 1 row$/);
      await page.getByText(/^Imported: /).waitFor();
    });
  }));

test("an API is registered and tested", async () => {
  const backend = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => Response.json([{ name: "Rex" }]),
  });
  try {
    await inTab("operator", async (tab) => {
      const person = new Person(tab);
      const { page } = tab;
      // The new API has no document yet.
      tab.expect(404);
      await person.start(running, "/apis");
      await person.does("register an API and test it", async () => {
        await person.press(page.getByRole("link", { name: "Register API" }));
        await page.getByLabel("Display name").fill("Petstore");
        await page.getByRole("textbox", { name: /^Backend/ }).fill(`http://127.0.0.1:${backend.port}`);
        await page.getByLabel("Path to test").fill("/pets");
        await person.button("Test backend");
        await page.getByText("Rex").waitFor();
        await person.button("Register API");
        await person.says("API registered");
      });
    });
  } finally {
    await backend.stop(true);
  }
  const { body } = await ask("GET", "/apis?page_size=1000", { headers });
  expect((body as { display_name: string }[]).map((one) => one.display_name)).toContain("Petstore");
});
