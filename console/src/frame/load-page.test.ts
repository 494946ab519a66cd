import { expect, test } from "bun:test";
import { elapse, settle, setUp } from "../../../test/console/dom/page.ts";
import { reachableStore } from "../api/reachability.ts";
import { loadWithRetry } from "./load-page.ts";

setUp();

function failing(times: number) {
  let loads = 0;
  return async () => {
    loads += 1;
    if (loads <= times) throw new Error(`load ${loads} failed`);
    return "code";
  };
}

test("code that loads is returned", async () => {
  expect(await loadWithRetry(failing(0))).toBe("code");
  expect(reachableStore.get()).toBe(true);
});

test("after a failure it waits for the service and loads again", async () => {
  const loading = loadWithRetry(failing(1));
  await settle();
  await elapse(1999);
  expect(reachableStore.get()).toBe(false);
  await elapse(1);
  expect(await loading).toBe("code");
});

test("code that stays missing reloads the page once", async () => {
  let reloads = 0;
  Object.defineProperty(location, "reload", { value: () => (reloads += 1), configurable: true });
  void loadWithRetry(failing(2));
  await settle();
  await elapse(2000);
  expect(reloads).toBe(1);
  const again = loadWithRetry(failing(2)).catch((error: Error) => error.message);
  await settle();
  await elapse(2000);
  expect(await again).toBe("load 2 failed");
  expect(reloads).toBe(1);
});
