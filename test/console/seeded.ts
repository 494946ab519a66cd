import { afterAll, expect } from "bun:test";
import { launchBrowser, type WatchedPage } from "./browser.ts";
import { startFurnished } from "./furnished.ts";
import { openAs } from "./signed-in.ts";

type Role = Parameters<typeof openAs>[2];

/** A browser and a service with data, until the tests of the file have ended. */
export async function seeded() {
  const [launching, starting] = [launchBrowser(), startFurnished()];
  afterAll(async () => {
    await (await launching).close();
    await (await starting).running.end();
  });
  const browser = await launching;
  const { running, customer } = await starting;
  const tabs = new Map<Role, WatchedPage>();

  /**
   * Does a test in the tab of a role, in which the page reports no fault. Tests of a file share the tab, since the first
   * page of another one takes twice the time of a second page; after a failure the next test has a new one.
   */
  async function inTab(as: Role, work: (tab: WatchedPage) => Promise<void>): Promise<void> {
    const tab = tabs.get(as) ?? (await openAs(browser, running, as, customer));
    tabs.delete(as);
    try {
      await work(tab);
      await tab.idle();
      expect(tab.faults).toEqual([]);
    } catch (error) {
      await tab.close();
      throw error;
    }
    tab.expectNone();
    tabs.set(as, tab);
  }
  return { browser, running, customer, inTab };
}
