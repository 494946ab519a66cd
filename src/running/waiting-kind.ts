import { hash } from "node:crypto";
import type { Database } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { DecisionKind } from "../decisions/kind.ts";

/** Decisions whose replay needs what is open only after it, such as features: they wait in the database until then. */
export interface WaitingKind<Data> extends DecisionKind<Data> {
  /** Makes those that wait. Repeats one whose work did not end, so twice must be the same as once. */
  finish(db: Database, work: (data: Data, at: number) => Promise<void>): Promise<void>;
}

/** Declares such a kind. */
export function waitingKind<Data>(
  declared: Pick<DecisionKind, "name" | "group" | "shown">,
): WaitingKind<Data> {
  const prefix = `replay/${declared.name}/`;
  return {
    ...declared,
    unconfirmed: "done",
    async replay(tx, data, { at }) {
      const value = JSON.stringify({ data, at });
      return tx.run(sql`
        insert into setting (name, value) values (${prefix + hash("sha256", value)}, ${value})
        on conflict (name) do nothing`);
    },
    async finish(db, work) {
      const waiting = await db.all<{ name: string; value: string }>(sql`
        select name, value from setting where substr(name, 1, ${prefix.length}) = ${prefix} order by name`);
      for (const { name, value } of waiting) {
        const { data, at } = JSON.parse(value) as { readonly data: Data; readonly at: number };
        await work(data, at);
        await db.run(sql`delete from setting where name = ${name}`);
      }
    },
  };
}
