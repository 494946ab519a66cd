import { databaseClock } from "../database/clock.ts";
import type { Database } from "../database/database.ts";
import { type Sql, sql } from "../database/sql.ts";
import type { HeldState } from "../decisions/held-state.ts";

/** How long a node may deliver without renewing; another one takes over after it. */
const leaseMs = 4000;
/** How often a node renews it. */
export const renewMs = 1000;

/**
 * The lease of the one node that delivers, as `holder` has it; `table` has its one row. While the service is held no node
 * has it.
 */
export class DelivererLease {
  readonly #db: Database;
  readonly #table: Sql;
  readonly #holder: string;
  readonly #service: Pick<HeldState, "current">;
  #heldUntil = 0;
  #renewAt = 0;

  constructor(db: Database, table: Sql, holder: string, service: Pick<HeldState, "current">) {
    this.#db = db;
    this.#table = table;
    this.#holder = holder;
    this.#service = service;
  }

  get isHeld(): boolean {
    return !this.#service.current && performance.now() < this.#heldUntil;
  }

  /** Acquires or renews it, if that is due. Resolves to whether another node had it before. */
  async renew(): Promise<boolean> {
    const now = performance.now();
    if (this.#service.current || now < this.#renewAt) return false;
    const { held, taken } = await this.#hold();
    this.#renewAt = now + renewMs;
    this.#heldUntil = held ? now + leaseMs : 0;
    return taken;
  }

  /** Lets another node deliver immediately. Never throws: the lease ends anyway. */
  async release(): Promise<void> {
    if (!this.isHeld) return;
    await this.#db
      .run(sql`update ${this.#table} set until = 0 where id = 1 and holder = ${this.#holder}`)
      .catch(() => undefined);
  }

  async #hold(): Promise<{ readonly held: boolean; readonly taken: boolean }> {
    const [db, table, holder] = [this.#db, this.#table, this.#holder];
    const before = await db.get<{ holder: string }>(sql`select holder from ${table} where id = 1`);
    const now = databaseClock(db);
    const written = await db.run(sql`
      insert into ${table} (id, holder, until) values (1, ${holder}, ${now} + ${leaseMs})
      on conflict (id) do update set holder = excluded.holder, until = excluded.until
      where ${table}.holder = excluded.holder or ${table}.until < ${now}`);
    return { held: written > 0, taken: written > 0 && before?.holder !== holder };
  }
}
