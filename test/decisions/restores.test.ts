import { describe, expect, test } from "bun:test";
import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { keysEnded } from "../../src/access/keys/ended-keys.ts";
import { digestToken } from "../../src/access/tokens.ts";
import { minuteMs } from "../../src/base/durations.ts";
import type { FileLock } from "../../src/base/program/file-lock.ts";
import { sql } from "../../src/database/sql.ts";
import { Decisions } from "../../src/decisions/decisions.ts";
import { entryAfter, lineOf, readEntries } from "../../src/decisions/entries.ts";
import { noteFormer } from "../../src/decisions/held.ts";
import { logIds, readLog, takeLog } from "../../src/decisions/log-file.ts";
import { embedded, kinds, signUp, testStart } from "../harness.ts";
import {
  causesOf,
  heldOf,
  logFile,
  logFolder,
  putBack,
  replaceKey,
  startWithKey,
  startWorld,
  statusOf,
  type World,
  writeAll,
} from "./world.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`restores on ${kind.dialect}`, () => {
    test("a replaced key stays replaced, and what gives waits", async () => {
      const world = await startWorld(kind);
      try {
        const account = await signUp(world.service);
        const point = await world.point();
        world.service.advance(2 * minuteMs);
        await replaceKey(world, account.subscriptionId);
        expect(await statusOf(world, account.key)).toBe(401);
        await world.goBack(point);
        expect(await statusOf(world, account.key)).toBe(401);
        expect(await statusOf(world, account.secondaryKey)).toBe(200);
        const held = await heldOf(world);
        expect({ ...held, causes: held?.causes.map((cause) => cause.replace(/[0-9a-f]{32}/, "ID")) }).toEqual(
          {
            epoch: 2,
            since: world.service.app.clock(),
            causes: ["The database lacks transactions that the decision log ID confirms"],
            gap: { from: testStart, to: testStart + 2 * minuteMs },
            replayed: { "keys replaced": 1 },
            unknown: {},
            callsLost: 0,
            unread: [],
            endsItself: false,
          },
        );
      } finally {
        await world.end();
      }
    });
  });

const [sqlite] = embedded;

describe("a database that went back", () => {
  test("a start after a start finds nothing", async () => {
    const { world, account } = await startWithKey(sqlite!);
    try {
      for (let start = 1; start <= 3; start += 1) {
        await world.restart();
        expect([await heldOf(world), world.service.app.decisions.epoch.number]).toEqual([undefined, 1]);
        await replaceKey(world, account.subscriptionId);
      }
      expect(readdirSync(logFolder(world)).filter((name) => name.endsWith(".log")).length).toBe(1);
    } finally {
      await world.end();
    }
  });

  test.each([
    [
      "is missing",
      (world: World) => rmSync(logFolder(world), { recursive: true }),
      "The decision log ID is missing",
    ],
    [
      "was copied",
      (world: World) => {
        const copy = `${logFolder(world)}-copy`;
        cpSync(logFolder(world), copy, { recursive: true });
        putBack(copy, logFolder(world));
      },
      "The decision log ID was copied",
    ],
    [
      "is shorter",
      (world: World) => truncateSync(logFile(world), readFileSync(logFile(world)).indexOf("\n") + 1),
      "The decision log ID ends before the database",
    ],
  ])("a log that %s is noticed", async (_, change, cause) => {
    const { world } = await startWithKey(sqlite!);
    try {
      await world.restart(() => change(world));
      expect([await causesOf(world), world.service.app.decisions.epoch.number]).toEqual([[cause], 2]);
      // Once.
      await world.restart();
      expect([await causesOf(world), world.service.app.decisions.epoch.number]).toEqual([[cause], 2]);
    } finally {
      await world.end();
    }
  });

  test("an entry that a killed process left is completed, and nothing is held", async () => {
    const { world, account } = await startWithKey(sqlite!);
    try {
      const data = { rows: [[digestToken(account.secondaryKey)]] };
      await world.restart(() => {
        const last = readEntries(readFileSync(logFile(world), "utf8")).entries.at(-1)!;
        const left = entryAfter(last, { at: last.number, decisions: [{ kind: "key", data }] });
        appendFileSync(logFile(world), `${lineOf(left)}and a line that was wri`);
      });
      expect(await statusOf(world, account.secondaryKey)).toBe(401);
      expect([await heldOf(world), world.service.app.decisions.epoch.number]).toEqual([undefined, 1]);
      await world.restart();
      expect([await heldOf(world), world.service.app.decisions.epoch.number]).toEqual([undefined, 1]);
    } finally {
      await world.end();
    }
  });

  test("a log with a changed line is refused, and named", async () => {
    const { world } = await startWithKey(sqlite!);
    try {
      const file = logFile(world);
      const refused = world.restart(() =>
        writeFileSync(file, readFileSync(file, "utf8").replace("key-expiry", "key_expiry")),
      );
      await expect(refused).rejects.toThrow(`the decision log ${file} is damaged: entry 2 is damaged.`);
    } finally {
      await world.end().catch(() => undefined);
    }
  });

  test("a session ends with its epoch, a token if the logs are lost", async () => {
    const world = await startWorld(sqlite!);
    try {
      const account = await signUp(world.service);
      const signedIn = await world.service.ask("POST", "/auth/signin", {
        headers: world.service.clientHeaders,
        json: { email: account.email, password: account.password },
      });
      const session = { authorization: `Bearer ${(signedIn.body as { token: string }).token}` };
      const made = await world.service.ask("POST", `/users/${account.userId}/token`, { headers: session });
      const token = { authorization: `Bearer ${(made.body as { token: string }).token}` };
      const point = await world.point();
      await replaceKey(world, account.subscriptionId);
      const statuses = async () => {
        const read = (headers: Record<string, string>) =>
          world.service.ask("GET", `/users/${account.userId}`, { headers });
        return [(await read(session)).status, (await read(token)).status];
      };
      expect(await statuses()).toEqual([200, 200]);
      await world.goBack(point);
      expect(await statuses()).toEqual([401, 200]);
      // As a restore without the previous logs notes it.
      await world.service.app.database.transaction((tx) => noteFormer(tx, "lost"));
      await world.restart();
      expect(await statuses()).toEqual([401, 401]);
      expect(await causesOf(world)).toEqual([
        "The database was restored from a backup, without the previous decision logs",
      ]);
    } finally {
      await world.end();
    }
  });

  test("changes are refused until an operator resumes, and what takes away is not", async () => {
    const { world, account } = await startWithKey(sqlite!);
    try {
      const point = await world.point();
      world.service.advance(2 * minuteMs);
      await replaceKey(world, account.subscriptionId);
      await world.goBack(point);
      const { operatorHeaders: headers, ask } = world.service;
      const json = { email: "another@example.com", first_name: "A", last_name: "B" };
      const change = () => ask("POST", "/users/another", { headers, json });
      const refused = await change();
      expect([refused.status, (refused.body as { code: string }).code]).toEqual([503, "held"]);
      expect((await ask("GET", `/users/${account.userId}`, { headers })).status).toBe(200);
      expect((await ask("DELETE", `/subscriptions/${account.subscriptionId}`, { headers })).status).toBe(200);
      const resumed = await ask("POST", "/system/resume", { headers, json: {} });
      expect([resumed.status, resumed.body]).toEqual([200, { held: null }]);
      expect((await ask("POST", "/system/resume", { headers, json: {} })).status).toBe(409);
      expect((await change()).status).toBe(200);
    } finally {
      await world.end();
    }
  });

  test("a running process notices it", async () => {
    const { world, account } = await startWithKey(sqlite!);
    try {
      const { decisions, database } = world.service.app;
      expect(await decisions.isLeft(database)).toBe(false);
      const point = await world.point();
      await replaceKey(world, account.subscriptionId);
      expect(await decisions.isLeft(database)).toBe(false);
      await writeAll(database, point);
      expect(await decisions.isLeft(database)).toBe(true);
      // A later decision is there.
      await replaceKey(world, account.subscriptionId);
      expect(await decisions.isLeft(database)).toBe(true);
    } finally {
      await world.end();
    }
  });

  test("a short gap is held while the log of another process is unread", async () => {
    const world = await startWorld(sqlite!);
    try {
      const { app } = world.service;
      const account = await signUp(world.service);
      const other = await signUp(world.service);
      const point = await world.point();
      await replaceKey(world, account.subscriptionId);
      const keeping = { folder: logFolder(world), clock: app.clock, copy: undefined, seal: () => "" };
      const decisions = new Decisions(keeping, app.decisions.epoch);
      await app.database.transaction(async (tx) => {
        decisions.attachTo(tx);
        await keysEnded.end(tx, sql`subscription_id = ${other.subscriptionId}`);
      });
      await decisions.close(app.database);
      // The service's begins with its epoch.
      const isTheirs = (id: string) =>
        !readLog({ path: join(logFolder(world), `${id}.log`) }).some(({ content }) => "epoch" in content);
      const theirs = logIds(logFolder(world)).find(isTheirs)!;
      let lock: FileLock | undefined;
      await world.goBack(point, () => {
        lock = takeLog(logFolder(world), theirs)!.lock;
      });
      expect((await heldOf(world))?.endsItself).toBe(true);
      lock!.release();
      await world.restart();
      expect([await heldOf(world), await statusOf(world, other.key)]).toEqual([undefined, 401]);
    } finally {
      await world.end();
    }
  });
});
