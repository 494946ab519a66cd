import { launchBrowser } from "./browser.ts";
import { everyPage } from "./every-page.ts";
import { startFurnished } from "./furnished.ts";
import { openAs } from "./signed-in.ts";
const [folder, only, widths = "1440,390"] = process.argv.slice(2);
const { running, customer } = await startFurnished();
const browser = await launchBrowser();
const calls = ["/vin-decoder/5J6RW2H59JL990075","/auction/5J6RW2H59JL990075","/lien/1HGCM82633A004352"];
for (let round = 0; round < 8; round += 1) for (const path of calls) await running.service.ask("GET", path, { headers: { "x-authkey": customer.key } });
for (const width of widths.split(",").map(Number))
  for (const one of everyPage(customer.userId)) {
    if (!one.name.match(`^(${only})$`)) continue;
    const tab = await openAs(browser, running, one.as, customer, { viewport: { width, height: 900 } });
    try {
      await tab.page.goto(running.url + one.path);
      await tab.page.getByRole("heading", { level: 1, name: one.heading }).waitFor({timeout: 8000});
      await tab.page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
      await one.prepare?.(tab.page);
      await tab.page.waitForTimeout(400);
      const height = Number(await tab.page.evaluate("document.documentElement.scrollHeight"));
      await tab.page.setViewportSize({ width, height: Math.min(2200, Math.max(900, height)) });
      await tab.page.screenshot({ path: `${folder}/${one.name}-${width}.png` });
    } catch (e) { console.log("ERR", one.name, (e as Error).message.slice(0, 200)); }
    await tab.close();
  }
await browser.close(); await running.end(); process.exit();
