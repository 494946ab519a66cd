import { describe, expect, spyOn, test } from "bun:test";
import { minuteMs } from "../../src/base/durations.ts";
import { LogWriter, logIds } from "../../src/decisions/log-file.ts";
import { embedded, signUp } from "../harness.ts";
import { heldOf, logFolder, replaceKey, startWorld } from "./world.ts";

const [sqlite] = embedded;

describe("a full disk", () => {
  const worldWithKey = async () => {
    const world = await startWorld(sqlite!);
    const account = await signUp(world.service);
    world.service.advance(2 * minuteMs);
    await replaceKey(world, account.subscriptionId);
    return { world, account };
  };

  test("a disk that takes nothing gets one more file", async () => {
    const { world, account } = await worldWithKey();
    try {
      const write = spyOn(LogWriter.prototype, "append").mockRejectedValue(new Error("the disk is full"));
      const opened = spyOn(LogWriter, "open");
      const path = `/subscriptions/${account.subscriptionId}/regeneratePrimaryKey`;
      const headers = world.service.operatorHeaders;
      for (let time = 1; time <= 20; time += 1)
        expect((await world.service.ask("POST", path, { headers })).status).toBe(503);
      const files = opened.mock.calls.length;
      write.mockRestore();
      opened.mockRestore();
      expect([files, logIds(logFolder(world)).length]).toEqual([1, 2]);
    } finally {
      await world.end();
    }
  });

  test("nothing is decided without its entry", async () => {
    const { world, account } = await worldWithKey();
    try {
      const point = await world.point();
      const write = spyOn(LogWriter.prototype, "append").mockRejectedValue(new Error("the disk is full"));
      const got = await world.service.ask(
        "POST",
        `/subscriptions/${account.subscriptionId}/regeneratePrimaryKey`,
        {
          headers: world.service.operatorHeaders,
        },
      );
      write.mockRestore();
      expect([got.status, (got.body as { code: string }).code]).toEqual([503, "unavailable"]);
      expect((await world.point()).get("subscription_key")).toEqual(point.get("subscription_key"));
      // It continues in another file.
      await replaceKey(world, account.subscriptionId);
      await world.restart();
      expect(await heldOf(world)).toBe(undefined);
    } finally {
      await world.end();
    }
  });
});
