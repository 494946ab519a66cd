import type { Queries } from "../../../database/database.ts";
import { RowsStatement } from "../../../database/rows-statement.ts";
import { sql } from "../../../database/sql.ts";
import { integer, text } from "../../../entities/stored.ts";
import { Table } from "../../../entities/table.ts";
import type { Swap } from "./swaps.ts";

const add = new RowsStatement<never>(
  `insert into watch_found (list, api, swap, events)
  select v.column1, cast(:value as text), cast(:value as text), v.column2 from :rows where true
  on conflict (list, api) do update set swap = excluded.swap,
    events = excluded.events + case when watch_found.swap = excluded.swap then watch_found.events else 0 end`,
  ["bigint", "bigint"],
);

const comparisons = new Table({
  name: "watch_comparison",
  as: "c",
  key: ["api"],
  members: { api: text, swap: text, swappedAt: integer, endedAt: integer, watches: integer },
});

/** Counts events of lists, in the transaction that writes them. */
export async function countFound(
  tx: Queries,
  { id }: Pick<Swap, "id">,
  api: string,
  lists: readonly number[],
): Promise<void> {
  const counts = Map.groupBy(lists, (list) => list);
  if (counts.size === 0) return;
  await add.run(tx, [[...counts.keys()], [...counts.values()].map(({ length }) => length)], [api, id]);
}

/** Notes that all watches of a swap are compared. */
export async function noteCompared(
  tx: Queries,
  { id, at }: Pick<Swap, "id" | "at">,
  { api, watches, now }: { readonly api: string; readonly watches: number; readonly now: number },
): Promise<void> {
  await comparisons.put(tx, [{ api, swap: id, swappedAt: at, endedAt: now, watches }]);
}

/** The last comparison of an API's records, and the events that it made for a list; times in milliseconds UTC. */
export const lastComparisons = (db: Queries, listId: number) =>
  comparisons.all<{ readonly events: number }>(
    db,
    sql`select ${comparisons.columns}, coalesce(f.events, 0) as events from watch_comparison c
    left join watch_found f on f.list = ${listId} and f.api = c.api and f.swap = c.swap order by c.api`,
  );
