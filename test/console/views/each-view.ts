import { afterAll, describe, expect } from "bun:test";
import type { BrowserContextOptions } from "playwright-core";
import { test, type WatchedPage } from "../browser.ts";
import { seeded } from "../seeded.ts";
import { openAs, openSignedIn, operatorOf } from "../signed-in.ts";
import { type ConsolePage, everyPage } from "./every-page.ts";
import { furnishViews } from "./furnish-views.ts";

const roles = ["customer", "operator", "visitor"] as const;

/** A browser, a service with what the views show, and the views. */
export async function seededViews() {
  const { browser, running, customer } = await seeded();
  await furnishViews(running, customer);

  /** A tab of a role, for all of its views. */
  async function openTab(as: ConsolePage["as"], options: BrowserContextOptions): Promise<WatchedPage> {
    const tab = await openAs(browser, running, as, customer, options);
    // A busy machine refuses some of many concurrent lookups.
    tab.expect(503);
    return tab;
  }

  /** A tab of an operator that views the account of the customer. */
  const openVisit = () => openSignedIn(browser, running, operatorOf(running), {}, customer.userId);
  return { browser, running, views: everyPage(customer.userId), openTab, openVisit };
}

/** What was waited for, without the attempts. */
const messageOf = ({ message }: Error): string => Bun.stripANSI(message).split("\n").slice(0, 3).join(" ");

/**
 * Tests views one by one, in a tab for each role. A check returns what it finds; its own failure, and the errors that the
 * browser reports during the view, are found too.
 */
export function testEachView<T extends { readonly tab: WatchedPage }>(
  views: readonly ConsolePage[],
  title: string,
  open: (as: ConsolePage["as"]) => Promise<T>,
  check: (opened: T, one: ConsolePage) => Promise<readonly string[]>,
): void {
  for (const as of roles)
    describe(`views of ${as}s`, () => {
      let opening: Promise<T> | undefined;
      afterAll(async () => (await opening)?.tab.close());

      for (const one of views.filter((view) => view.as === as))
        test(`${one.name} ${title}`, async () => {
          opening ??= open(as);
          const opened = await opening;
          const found = await check(opened, one).catch((error: Error) => [messageOf(error)]);
          expect([...found, ...opened.tab.faults.splice(0)]).toEqual([]);
        });

      test("no error follows the last view", async () => {
        const tab = (await opening)?.tab;
        await tab?.idle();
        expect(tab?.faults ?? []).toEqual([]);
      });
    });
}
