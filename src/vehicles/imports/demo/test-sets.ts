import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Clock } from "../../../base/clock.ts";
import { errorFields, type Log } from "../../../base/log.ts";
import { startThread } from "../../../base/program/place.ts";
import { buildVersion } from "../../../base/version.ts";
import type { TestData, TestSet } from "../../../calls/context.ts";
import type { Database } from "../../../database/database.ts";
import { openDatabase } from "../../../database/open.ts";
import { name, sql } from "../../../database/sql.ts";
import { recordFamilies } from "../../families/record-families.ts";
import type { TestSetTask } from "./build-test-set.ts";
import { datedSet, demoRows, readDemoSet } from "./demo-set.ts";
import type { TestSetBuilt } from "./test-set-worker.ts";

/** The folder of the files, in the data folder. They can be deleted while the service is stopped. */
export const testSetFolder = (dataDir: string): string => join(dataDir, "test-set");

export interface TestSetsOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Makes a file; in a thread of its own by default. */
  readonly build?: ((task: TestSetTask) => Promise<void>) | undefined;
  /** A set in place of the program's own. */
  readonly folder?: string | undefined;
  /** As a configuration has them. */
  readonly datasetFits?: readonly string[];
}

interface Opened extends TestSet {
  /** When its month ends: later records have other dates. */
  readonly until: number;
}

/** After a failure the next attempt waits so long. */
const retryMs = 10_000;

/**
 * The demo set for keys for tests, in a file of its own: it stays when an import replaces the demo set's records, or
 * `vingate demo --remove` removes them, and no lookup for real reads it.
 */
export class TestSets implements TestData {
  readonly #options: TestSetsOptions;
  #current: Opened | undefined;
  #opening: Promise<Opened> | undefined;

  constructor(options: TestSetsOptions) {
    this.#options = options;
  }

  open(): TestSet | Promise<TestSet> {
    const { clock, log } = this.#options;
    const now = clock();
    if (this.#current && now < this.#current.until) return this.#current;
    if (!this.#opening) {
      const opening = this.#open(now);
      this.#opening = opening;
      opening.then(
        () => {
          this.#opening = undefined;
        },
        (error: unknown) => {
          log.error("cannot load the demo set of test keys", errorFields(error));
          setTimeout(() => {
            this.#opening = undefined;
          }, retryMs).unref();
        },
      );
    }
    // The set of the month before is right until the new one is loaded.
    return this.#current ?? this.#opening;
  }

  async close(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    await this.#current?.database.close();
  }

  async #open(now: number): Promise<Opened> {
    const { dataDir, folder, datasetFits, build = buildInThread } = this.#options;
    const set = readDemoSet(folder);
    const contents = JSON.stringify([buildVersion, datedSet(set, now).version, demoRows(set)]);
    const file = join(testSetFolder(dataDir), `${Bun.hash(contents).toString(36)}.db`);
    if (!existsSync(file)) await build({ file, now, folder, datasetFits });
    const database = await openDatabase({ file, synchronous: "normal" });
    const date = new Date(now);
    const until = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
    const opened = { database, until, ...(await contentsOf(database)) };
    // Lookups under way may still read from the one before.
    this.#current = opened;
    removeOthers(file);
    return opened;
  }
}

function buildInThread(task: TestSetTask): Promise<void> {
  const thread = startThread("src/vehicles/imports/demo/test-set-worker.ts");
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  thread.onmessage = ({ data }: MessageEvent<TestSetBuilt>) =>
    data === undefined ? resolve() : reject(new Error(data));
  thread.onerror = ({ message }) => reject(new Error(message));
  thread.addEventListener("close", () => reject(new Error("the thread has ended")));
  thread.postMessage(task);
  return promise.finally(() => thread.terminate());
}

/** Files of former months and versions; other workers that have one open keep it. */
function removeOthers(file: string): void {
  const folder = dirname(file);
  for (const other of readdirSync(folder))
    if (!other.startsWith(basename(file))) rmSync(join(folder, other), { force: true });
}

async function contentsOf(db: Database): Promise<Pick<TestSet, "hasVin" | "hasVehicle">> {
  const vins = new Set<string>();
  const vehicles = new Set<string>();
  for (const { kind, table } of recordFamilies)
    if (kind === "vehicle") {
      const rows = await db.all<{ key: string }>(sql`
        select distinct year || ' ' || make_key || ' ' || model_key as key from ${name(table)}`);
      for (const { key } of rows) vehicles.add(key);
    } else if (kind !== "pattern") {
      const rows = await db.all<{ vin: string }>(sql`select distinct vin from ${name(table)}`);
      for (const { vin } of rows) vins.add(vin);
    }
  return {
    hasVin: (vin) => vins.has(vin),
    hasVehicle: (year, makeKey, modelKey) => vehicles.has(`${year} ${makeKey} ${modelKey}`),
  };
}
