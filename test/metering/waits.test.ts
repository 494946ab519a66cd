import { expect, test } from "bun:test";
import { admitted, clocked } from "./manual-nodes.ts";
import { grant } from "./test-nodes.ts";

test("a call that a busy database keeps waiting is refused as such", async () => {
  const clock = await clocked();
  await grant(clock.setup.db, "s", 1000);
  const { node, away } = await clock.node();
  away("acquireCredits");
  expect(await admitted(clock, node, "s")).toEqual({ kind: "unavailable", reason: "busy" });
  away(true);
  await clock.timing.advance(1000);
  expect(await admitted(clock, node, "s")).toEqual({ kind: "unavailable", reason: "database" });
  away(false);
  await clock.end();
});

test("a call waits for credits only for the rest of its second", async () => {
  const clock = await clocked();
  await grant(clock.setup.db, "s", 1000);
  const { node, away } = await clock.node();
  away(true);
  await clock.timing.advance(1000);
  const late = Promise.resolve(node.admit("s", 1, clock.timing.monotonic() - 900));
  await clock.timing.advance(50);
  expect(await Promise.race([late, "waits"])).toBe("waits");
  await clock.timing.advance(100);
  expect(await Promise.race([late, "waits"])).toEqual({ kind: "unavailable", reason: "database" });
  away(false);
  await clock.end();
});
