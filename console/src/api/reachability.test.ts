import { expect, test } from "bun:test";
import { elapse, setUp } from "../../../test/console/dom/page.ts";
import { answer, sent, setConnected } from "../../../test/console/dom/service.ts";
import { noteUnreachable, reachableStore, whenReachable } from "./reachability.ts";

setUp();

test("the service counts as reachable at first", async () => {
  expect(reachableStore.get()).toBe(true);
  await whenReachable();
});

test("after a failure the service is checked every two seconds", async () => {
  setConnected(false);
  noteUnreachable();
  noteUnreachable();
  let reached = false;
  void whenReachable().then(() => {
    reached = true;
  });
  expect(reachableStore.get()).toBe(false);
  await elapse(2000);
  expect(reachableStore.get()).toBe(false);
  setConnected(true);
  answer("GET /readyz", () => new Response("starting", { status: 503 }));
  await elapse(2000);
  expect(reachableStore.get()).toBe(false);
  expect(reached).toBe(false);
  answer("GET /readyz", () => new Response("ok"));
  await elapse(1999);
  expect(sent("GET /readyz")).toHaveLength(1);
  await elapse(1);
  expect(reachableStore.get()).toBe(true);
  expect(reached).toBe(true);
  expect(sent("GET /readyz")).toHaveLength(2);
});
