import { afterAll, expect } from "bun:test";
import { launchBrowser, test } from "./browser.ts";
import { startConsoleService } from "./console-service.ts";
import { doPeopleTasks } from "./people-tasks.ts";

const running = await startConsoleService();
const browser = await launchBrowser();
afterAll(async () => {
  await browser.close();
  await running.end();
});

/** Where the side bar is used, a narrow window needs one press more, for its button. */
const expected = (menu: 0 | 1) => ({
  "create an organization (from Profile)": 2,
  "invite a member (from any page)": 3 + menu,
  "accept an invitation (signed in)": 1,
  "change a member's role": 1,
  "act for another account": 1 + menu,
  "rename an organization (from Members)": 1,
  "remove a member": 2,
  "see an account as its customer (from the user's page)": 2,
  "end the view": 1,
  "add app codes (from any page)": 3 + menu,
  "end all other sessions": 1,
  "download all of one's data (from any page)": 2 + menu,
  "close the account (from Profile)": 2,
});

test.each([
  [1440, expected(0)],
  [390, expected(1)],
])(
  "people do their tasks in a window of %i px, in few presses",
  async (width, presses) => {
    const counted: Record<string, number> = {};
    const viewport = { width, height: 844 };
    const faults = await doPeopleTasks(browser, running, { viewport }, ({ name, presses }) => {
      counted[name] = presses;
    });
    expect(counted).toEqual(presses);
    expect(faults).toEqual([]);
  },
  120_000,
);
