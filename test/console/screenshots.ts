import { copyFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser, type WatchedPage } from "./browser.ts";
import { startConsoleService } from "./console-service.ts";
import { walkFirstApi } from "./first-api.ts";
import { demoVin, startFurnished } from "./furnished.ts";
import { openAs } from "./signed-in.ts";
import { type ConsolePage, everyPage } from "./views/every-page.ts";
import { furnishViews } from "./views/furnish-views.ts";

// Takes pictures of every page of the console with data, wide, dark and on phones, into the folder of the first argument
// (default: a new one). A second argument, a pattern, takes only the views of that name. A full run puts the picture that
// the README shows into docs/images/console/.
const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "vingate-pictures-"));
const chosen = process.argv[3] === undefined ? undefined : new RegExp(process.argv[3]);
mkdirSync(folder, { recursive: true });

const looks = [
  { name: "", colorScheme: "light", width: 1440 },
  { name: "-dark", colorScheme: "dark", width: 1440 },
  { name: "-390", colorScheme: "light", width: 390 },
  { name: "-320", colorScheme: "light", width: 320 },
] as const;

/** The calls of a day: mostly successful, some errors of each kind. */
const calls = [
  `/vin-decoder/${demoVin}`,
  `/oem-vin-decode/${demoVin}`,
  `/auction/${demoVin}`,
  `/saleshistory/${demoVin}`,
  `/open-recall/${demoVin}`,
  `/market-valuation/${demoVin}?mileage=96202`,
  `/repair-estimates/${demoVin}`,
  "/vin-decoder/1HGCM82633A004352",
  "/lien/1HGCM82633A004352",
  "/vin-decoder/ZZZCM82633A004352",
  "/vin-decoder/5J6RW2H59JL99OO75",
];

const { running, customer } = await startFurnished();
await furnishViews(running, customer);
const browser = await launchBrowser();
const { service } = running;
for (let round = 0; round < 12; round += 1)
  for (const path of calls.slice(0, calls.length - (round % 4)))
    await service.ask("GET", path, { headers: { "x-authkey": customer.key } });

const tabs = new Map<string, WatchedPage>();
async function take(one: ConsolePage, look: (typeof looks)[number]) {
  const place = `${one.as} ${look.name}`;
  const viewport = { width: look.width, height: 900 };
  const tab =
    tabs.get(place) ??
    (await openAs(browser, running, one.as, customer, { colorScheme: look.colorScheme, viewport }));
  tabs.set(place, tab);
  await tab.page.goto(running.url + one.path);
  await tab.page.getByRole("heading", { level: 1, name: one.heading }).waitFor();
  await tab.page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await one.prepare?.(tab.page);
  await tab.page.waitForTimeout(200);
  // A viewport as high as the page, within limits: otherwise the side bar would end with the first screen.
  const height = Number(await tab.page.evaluate("document.documentElement.scrollHeight"));
  await tab.page.setViewportSize({ width: look.width, height: Math.min(1400, Math.max(900, height)) });
  await tab.page.screenshot({ path: join(folder, `${one.name}${look.name}.png`) });
  await tab.page.setViewportSize(viewport);
}

for (const one of everyPage(customer.userId))
  if (chosen?.test(one.name) ?? true)
    // A page without its picture does not cost those of the others.
    for (const look of looks)
      await take(one, look).catch(({ message }: Error) =>
        process.stderr.write(`${one.name}${look.name}: ${message}\n`),
      );
if (!chosen) {
  const steps = await startConsoleService();
  await walkFirstApi(browser, steps, async ({ name, page }) => {
    await page.screenshot({ path: join(folder, `first-api-${name}.png`) });
  });
  await steps.end();
  const shown = "vehicle.png";
  copyFileSync(join(folder, shown), join(import.meta.dir, "../../docs/images/console", shown));
}
await browser.close();
await running.end();
process.stdout.write(`${folder}\n`);
