import { describe, expect, spyOn, test } from "bun:test";
import { LogWriter, logIds } from "../../src/decisions/log-file.ts";
import { embedded } from "../harness.ts";
import { heldOf, logFolder, replaceKey, startWithKey } from "./world.ts";

const [sqlite] = embedded;

describe("a full disk", () => {
  test("a disk that takes nothing gets one more file", async () => {
    const { world, account } = await startWithKey(sqlite!);
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
    const { world, account } = await startWithKey(sqlite!);
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
