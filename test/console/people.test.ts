import { afterAll, expect } from "bun:test";
import { launchBrowser, test } from "./browser.ts";
import { startConsoleService } from "./console-service.ts";
import { countPresses, expectedPresses } from "./people-tasks.ts";

const running = await startConsoleService();
const browser = await launchBrowser();
afterAll(async () => {
  await browser.close();
  await running.end();
});

test("people do their tasks in a window of 1440 px, in few presses", async () => {
  expect(await countPresses(browser, running, 1440)).toEqual({ counted: expectedPresses(0), faults: [] });
});
