import { describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { minuteMs } from "../../src/base/durations.ts";
import { entryAfter, readEntries } from "../../src/decisions/entries.ts";
import { LogCopy } from "../../src/decisions/log-copy.ts";
import { logIds } from "../../src/decisions/log-file.ts";
import { embedded, signUp } from "../harness.ts";
import { until } from "../until.ts";
import { causesOf, heldOf, logFile, logFolder, replaceKey, startWorld, statusOf } from "./world.ts";

const [sqlite] = embedded;

describe("with a copy of the logs", () => {
  const copied = async () => {
    const copy = mkdtempSync(join(tmpdir(), "vingate-copy-"));
    const world = await startWorld(sqlite!, { VINGATE_DECISIONS_COPY: copy });
    const account = await signUp(world.service);
    const point = await world.point();
    world.service.advance(2 * minuteMs);
    await replaceKey(world, account.subscriptionId);
    const end = async () => {
      await world.end();
      rmSync(copy, { recursive: true, force: true });
    };
    return { world, account, point, copy, end };
  };

  test("a log that is lost with its database comes from the copy", async () => {
    const { world, account, point, end } = await copied();
    try {
      await world.goBack(point, () => rmSync(logFolder(world), { recursive: true }));
      expect(await statusOf(world, account.key)).toBe(401);
      expect(await causesOf(world)).toEqual([
        "The database lacks transactions that the decision log ID confirms",
      ]);
    } finally {
      await end();
    }
  });

  test("a log that went back with its database is completed", async () => {
    const { world, account, point, end } = await copied();
    try {
      const first = (text: string) => text.slice(0, text.indexOf("\n") + 1);
      await world.goBack(point, () =>
        writeFileSync(logFile(world), first(readFileSync(logFile(world), "utf8"))),
      );
      expect(await statusOf(world, account.key)).toBe(401);
      expect((await heldOf(world))?.replayed).toEqual({ "keys replaced": 1 });
    } finally {
      await end();
    }
  });

  test("of two processes that continue one log, the second is left", async () => {
    const { world, account, copy, end } = await copied();
    try {
      await world.restart();
      const { decisions, database } = world.service.app;
      expect(await decisions.isLeft(database)).toBe(false);
      const log = readEntries(readFileSync(logFile(world), "utf8")).entries;
      // A virtual machine that was set back, and started elsewhere.
      const id = logIds(logFolder(world))[0]!;
      new LogCopy(copy).add(id, [entryAfter(log.at(-1)!, { confirmed: 1 })]);
      await replaceKey(world, account.subscriptionId);
      const pieces = () => readdirSync(join(copy, id)).length;
      const before = pieces();
      await until(
        async () => (await decisions.isLeft(database)) || pieces() > before,
        "the copy gets the next entries, or not",
      );
      expect(await decisions.isLeft(database)).toBe(true);
      expect((decisions.copyFault as Error).message).toStartWith(
        "another process has continued the decision log ",
      );
    } finally {
      await end();
    }
  });
});
