import { describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { minuteMs } from "../../src/base/durations.ts";
import { entryAfter, readEntries } from "../../src/decisions/entries.ts";
import { LogCopy } from "../../src/decisions/log-copy.ts";
import { logIds } from "../../src/decisions/log-file.ts";
import { embedded, kinds, signUp } from "../harness.ts";
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

  test("a fork of a log is held once, and goes on under another name", async () => {
    const { world, account, copy, end } = await copied();
    try {
      const [id] = logIds(logFolder(world));
      await world.restart(() => {
        // The machine that has the copy's name was started from an image of this one.
        const log = new LogCopy(copy).read(id!);
        const last = log.at(-1)!;
        rmSync(join(copy, id!), { recursive: true });
        const other = entryAfter(log.at(-2)!, { at: 1, decisions: [] });
        new LogCopy(copy).add(id!, [...log.slice(0, -1), other]);
        expect(other.head).not.toBe(last.head);
      });
      expect(await causesOf(world)).toEqual(["Another copy of the decision log ID was continued"]);
      expect(logIds(logFolder(world))).not.toContain(id!);
      await replaceKey(world, account.subscriptionId);
      await world.restart();
      expect(await causesOf(world)).toEqual(["Another copy of the decision log ID was continued"]);
    } finally {
      await end();
    }
  });
});

const [, postgres] = kinds;

describe.skipIf(postgres!.missing)("with a copy of the logs on postgres", () => {
  test("the log of a container that is gone is read from the copy", async () => {
    const copy = mkdtempSync(join(tmpdir(), "vingate-copy-"));
    const world = await startWorld(postgres!, { VINGATE_DECISIONS_COPY: copy });
    try {
      const account = await signUp(world.service);
      const point = await world.point();
      world.service.advance(2 * minuteMs);
      await replaceKey(world, account.subscriptionId);
      await world.goBack(point, () => rmSync(logFolder(world), { recursive: true }));
      expect(await statusOf(world, account.key)).toBe(401);
      expect(await causesOf(world)).toEqual([
        "The database lacks transactions that the decision log ID confirms",
      ]);
      await world.restart();
      expect((await heldOf(world))?.causes.length).toBe(1);
    } finally {
      await world.end();
      rmSync(copy, { recursive: true, force: true });
    }
  }, 60_000);
});
