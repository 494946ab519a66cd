import type { Queries } from "../../../database/database.ts";
import { decide, seal } from "../../../decisions/decisions.ts";
import type { DecisionKind } from "../../../decisions/kind.ts";

/** Rows about money, whose states are in the decision log whole. They are sealed: they name people. */
export interface RowsKept<Row> extends DecisionKind<{ readonly sealed: string }> {
  /** Notes a state that the transaction writes. The provider receives nothing before the log confirms it. */
  keep(tx: Queries, row: Row): void;
}

/** Declares rows about money. `bringBack` inserts or advances one, and resolves to whether it changed anything. */
export function keptRows<Row>(
  { name, shown }: Pick<DecisionKind, "name" | "shown">,
  bringBack: (tx: Queries, row: Row) => Promise<boolean>,
): RowsKept<Row> {
  const declared: RowsKept<Row> = {
    name,
    group: "money",
    shown,
    unconfirmed: "free",
    keep: (tx, row) => decide(tx, declared, { sealed: seal(tx, row, name) }),
    replay: async (tx, { sealed }, { open }) =>
      Number(await bringBack(tx, JSON.parse(open(sealed, name)) as Row)),
  };
  return declared;
}
