import { afterAll } from "bun:test";
import { launchBrowser } from "./browser.ts";
import { startFurnished } from "./furnished.ts";

/** A browser and a service with data, until the tests of the file have ended. */
export async function seeded() {
  const [launching, starting] = [launchBrowser(), startFurnished()];
  afterAll(async () => {
    await (await launching).close();
    await (await starting).running.end();
  });
  return { browser: await launching, ...(await starting) };
}
