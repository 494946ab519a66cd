import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { minuteMs } from "../../src/base/durations.ts";
import type { Database } from "../../src/database/database.ts";
import { join as joined, list, name, sql } from "../../src/database/sql.ts";
import { continueNumbers, lastNumber, readTableShapes } from "../../src/database/table-shapes.ts";
import { readHeld } from "../../src/decisions/held.ts";
import type { Overrides } from "../../src/server/app.ts";
import { type Clocked, clocked } from "../database/clocked-database.ts";
import type { Fresh, Kind } from "../database/databases.ts";
import { type Account, signUp, startServiceOn, type TestService, testStart } from "../harness.ts";
import { until } from "../until.ts";

/** All rows of a database at one moment. */
export type Point = ReadonlyMap<string, { readonly rows: readonly Row[]; readonly last: number }>;
type Row = Record<string, string | number | Uint8Array | null>;

/** An installation whose database can go back, as after a restore, while its folder stays. */
export interface World {
  readonly folder: string;
  readonly service: TestService;
  /** Sets the clock of the service; that of a clocked database too. */
  setTime(now: number): Promise<void>;
  point(): Promise<Point>;
  /** Ends the service, and starts one on a database as of a point. `before` changes the folder in between. */
  goBack(point: Point, before?: () => void): Promise<void>;
  /** Ends the service, and starts it again. */
  restart(before?: () => void): Promise<void>;
  end(): Promise<void>;
}

export async function startWorld(
  kind: Kind,
  settings: Record<string, string> = {},
  overrides: Overrides = {},
  { isClocked = false } = {},
): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-world-"));
  const fixed = { VINGATE_MASTER_KEY: randomBytes(32).toString("hex"), ...settings };
  let current: Fresh | undefined;
  let clock: Clocked | undefined;
  const open = async (fresh: Fresh, former?: TestService) => {
    const now = former?.app.clock() ?? testStart;
    if (isClocked) clock = await clocked(await fresh.open(), current === fresh ? undefined : now);
    current = fresh;
    return startServiceOn({
      folder,
      fresh,
      settings: fixed,
      overrides: { ...overrides, ...(clock && { database: clock }) },
      startedAt: now,
      ...(former && { firstRun: former.firstRun }),
    });
  };
  let service = await open(await kind.migrated());
  return {
    folder,
    get service() {
      return service;
    },
    async setTime(now) {
      service.advance(now - service.app.clock());
      await clock?.setTime(now);
    },
    point: () => readAll(service.app.database),
    async goBack(point, before) {
      await service.end();
      before?.();
      // A server has few connections.
      await current?.end();
      const fresh = await kind.migrated();
      await writeAll(await fresh.open(), point);
      service = await open(fresh, service);
    },
    async restart(before) {
      await service.end();
      before?.();
      service = await open(current!, service);
    },
    async end() {
      await service.end();
      await current?.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resumes a held service, and waits until it has read that. */
export async function resumeWorld({ service }: World, messages: "drop" | "send"): Promise<void> {
  const got = await service.ask("POST", "/system/resume", {
    headers: service.operatorHeaders,
    json: { messages },
  });
  if (got.status !== 200) throw new Error(`resume answered ${got.status}: ${got.text}`);
  await until(async () => service.app.held.current === undefined, "the service continues");
}

/** Copies a folder over another, as a person does who puts a copy back. */
export function putBack(copy: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(copy, folder, { recursive: true });
}

const isKept = (table: string) => table !== "migration" && table !== "test_clock";

/** All rows of a database. */
export async function readAll(db: Database): Promise<Point> {
  return db.transaction(
    async (tx) => {
      const found = new Map<string, { rows: Row[]; last: number }>();
      for (const shape of (await readTableShapes(tx)).filter((one) => isKept(one.name))) {
        const last = shape.identity === undefined ? 0 : await lastNumber(tx, shape);
        const rows = await tx.all<Row>(sql`select * from ${name(shape.name)}`);
        // Heartbeats of journals have the time of this machine, which is after that of tests.
        if (shape.name === "journal") for (const row of rows) row.clear_at = 0;
        found.set(shape.name, { rows, last });
      }
      return found;
    },
    { snapshot: true },
  );
}

/** Replaces all rows of a database by those of a point. */
export async function writeAll(db: Database, point: Point): Promise<void> {
  await db.transaction(async (tx) => {
    for (const shape of (await readTableShapes(tx)).filter((one) => isKept(one.name))) {
      const { rows, last } = point.get(shape.name)!;
      await tx.run(sql`delete from ${name(shape.name)}`);
      for (const row of rows)
        await tx.run(sql`
          insert into ${name(shape.name)} (${joined(Object.keys(row).map(name), ", ")})
          values (${list(Object.values(row))})`);
      await continueNumbers(tx, shape, last);
    }
  });
}

const vin = "/vin-decoder/5J6RW2H59JL990075";

/** The status of a lookup with a key. */
export async function statusOf({ service }: World, key: string): Promise<number> {
  return (await service.ask("GET", vin, { headers: { "x-authkey": key } })).status;
}

/** Replaces a primary key. */
export async function replaceKey({ service }: World, subscriptionId: string): Promise<void> {
  const path = `/subscriptions/${subscriptionId}/regeneratePrimaryKey`;
  const got = await service.ask("POST", path, { headers: service.operatorHeaders });
  if (got.status !== 200) throw new Error(`${path}: ${got.text}`);
}

export const heldOf = ({ service }: World) => readHeld(service.app.database);

/** Why the service is held, with the IDs of logs left out. */
export const causesOf = async (world: World) =>
  (await heldOf(world))?.causes.map((cause) => cause.replace(/[0-9a-f]{32}/, "ID"));

export const logFolder = ({ folder }: World) => join(folder, "decisions");

/** The file of the only log. */
export function logFile(world: World): string {
  const [name] = readdirSync(logFolder(world)).filter((one) => one.endsWith(".log"));
  return join(logFolder(world), name!);
}

/** A world with an account whose key was replaced two minutes after its start. */
export async function startWithKey(kind: Kind): Promise<{ world: World; account: Account }> {
  const world = await startWorld(kind);
  const account = await signUp(world.service);
  world.service.advance(2 * minuteMs);
  await replaceKey(world, account.subscriptionId);
  return { world, account };
}
