import { expect, test } from "bun:test";
import { furnished } from "./furnished.ts";
import { openAs } from "./signed-in.ts";

const { browser, running, customer } = await furnished();

test("every value is told with the positions that decided it, and with what lost", async () => {
  const { page, faults, close } = await openAs(browser, running, "customer", customer);
  await page.goto(`${running.url}/look-up?vin=1B3EL56R22N208811`);
  await page.getByText(/values, and what each was told by/).click();
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: /^Trim/ }) });
  expect((await row.getByRole("cell").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
    "R/T",
    "a pattern, positions 5–6 *[LG][57] not ES: an older pattern *L5",
  ]);
  expect(faults).toEqual([]);
  await close();
}, 60_000);
