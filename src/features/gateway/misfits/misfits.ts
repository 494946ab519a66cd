import { floorTo, minuteMs } from "../../../base/durations.ts";
import type { Database } from "../../../database/database.ts";
import { label, type Sample } from "../../../telemetry/metrics/families.ts";
import { addMisfits, deleteOldMisfits, type Misfit, type MisfitSource } from "./stored-misfits.ts";

const writeMs = 5000;
const reasonMax = 300;

/** A place in an answer can have names of the vendor. One that no database takes would keep all others from being written. */
const storable = (reason: string): string =>
  reason
    .slice(0, reasonMax)
    .replace(/\p{Cc}/gu, " ")
    .toWellFormed();

/** Counts answers of upstreams that did not fit. What this process counted is added to the database every five seconds. */
export class Misfits {
  readonly #database: Database;
  readonly #failed: (error: unknown) => void;
  /** All of this process, by API and source. */
  readonly #totals = new Map<string, { readonly of: MisfitSource; answers: number }>();
  #unwritten = new Map<string, Misfit>();
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, failed: (error: unknown) => void) {
    this.#database = database;
    this.#failed = failed;
  }

  /** Counts an answer that came at a time, in milliseconds UTC. */
  add({ api, source }: MisfitSource, reason: string, at: number): void {
    const name = `${api} ${source}`;
    const total = this.#totals.get(name) ?? { of: { api, source }, answers: 0 };
    total.answers += 1;
    this.#totals.set(name, total);
    const minute = floorTo(at, minuteMs);
    const key = `${name} ${minute}`;
    const answers = (this.#unwritten.get(key)?.answers ?? 0) + 1;
    this.#unwritten.set(key, {
      apiId: api,
      source,
      minute,
      answers,
      reason: storable(reason),
      lastAt: at,
    });
    this.#timer ??= setTimeout(() => void this.write().catch(this.#failed), writeMs).unref();
  }

  /** Writes what is not written yet. Rejects if the database does not take it; it is then written with the next. */
  write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const misfits = this.#unwritten;
    if (misfits.size === 0) return;
    this.#unwritten = new Map();
    try {
      await this.#database.transaction((tx) => addMisfits(tx, [...misfits.values()]));
    } catch (error) {
      for (const [key, one] of misfits) {
        const newer = this.#unwritten.get(key);
        this.#unwritten.set(key, newer ? { ...newer, answers: newer.answers + one.answers } : one);
      }
      throw error;
    }
  }

  samples(): Sample[] {
    return [...this.#totals.values()].map(({ of: { api, source }, answers }) => [
      "vingate_upstream_misfits_total",
      `${label("api", api)},${label("source", source)}`,
      answers,
    ]);
  }

  tidyUp(now: number): Promise<void> {
    return deleteOldMisfits(this.#database, now);
  }

  async close(): Promise<void> {
    await this.write().catch(() => undefined);
  }
}
