import { afterAll, beforeAll, expect } from "bun:test";
import type { Browser } from "playwright-core";
import { launchBrowser, test } from "./browser.ts";
import { type ConsoleService, startConsoleService } from "./console-service.ts";
import { walkFirstApi } from "./first-api.ts";

let browser: Browser;
let running: ConsoleService;

beforeAll(async () => {
  browser = await launchBrowser();
  running = await startConsoleService();
}, 180_000);

afterAll(async () => {
  await browser.close();
  await running.end();
});

test("an operator registers an API that a customer calls", async () => {
  const steps: string[] = [];
  const { faults, received } = await walkFirstApi(browser, running, ({ name, milliseconds }) => {
    steps.push(name);
    console.log(`${name}: ${(milliseconds / 1000).toFixed(1)} s`);
  });
  expect(steps).toEqual(["register", "plan", "customer", "call", "record", "report"]);
  expect(received).toEqual(["GET /v3/pets", "GET /v3/pets"]);
  expect(faults).toEqual([]);
});
