import {
  columnOf,
  pageRows,
  type SealedColumn,
  type SealedRow,
} from "../../access/rotation/sealed-column.ts";
import { secondFactorContext } from "../../access/second-factor/second-factors.ts";
import { authContext, fallbackContext } from "../../access/upstream-credentials.ts";
import type { Vault } from "../../access/vault.ts";
import type { Database } from "../../database/database.ts";
import { name, type Sql, sql } from "../../database/sql.ts";
import type { KeySlot } from "../../http/caller.ts";
import { keyContext } from "../subscriptions/subscription-keys.ts";

/** How many sealed values a pass found. */
export interface Resealed {
  /** Sealed by the former key, and now by the next. */
  readonly resealed: number;
  /** No key opens them. */
  readonly unreadable: number;
}

/** The columns of the core whose values are sealed by the master key. */
const coreColumns: readonly SealedColumn[] = [
  {
    async page(db, after) {
      const rows = await db.all<{
        digest: string;
        subscription_id: string;
        slot: KeySlot;
        sealed: Uint8Array;
      }>(sql`
        select digest, subscription_id, slot, sealed from subscription_key
        where digest > ${after} and sealed is not null order by digest limit ${pageRows}`);
      return rows.map(({ digest, subscription_id, slot, sealed }) => ({
        id: digest,
        context: keyContext(subscription_id, slot),
        sealed,
      }));
    },
    update: (row, sealed) => sql`
      update subscription_key set sealed = ${sealed} where digest = ${row.id} and sealed = ${row.sealed}`,
  },
  columnOf(name("api"), name("id"), name("auth_sealed"), authContext),
  columnOf(name("api"), name("id"), name("fallback_sealed"), fallbackContext),
  columnOf(name("idempotency"), name("id"), name("answer"), (id) => id),
  columnOf(name("second_factor"), name("user_id"), name("sealed"), secondFactorContext),
  columnOf(name("second_factor"), name("user_id"), name("pending_sealed"), secondFactorContext),
  acmeColumn("account", name("account_sealed")),
  acmeColumn("key", name("key_sealed")),
];

/** The name in the vault of a sealed value for the certificate of some names. */
export function acmeContext(kind: "account" | "key", names: string): string {
  return `acme_${kind}/${names}`;
}

function acmeColumn(kind: "account" | "key", column: Sql): SealedColumn {
  const id = sql`names || ' ' || directory`;
  return columnOf(name("acme_certificate"), id, column, (row) => acmeContext(kind, row.split(" ")[0]!));
}

/** Seals by the next key what the former one sealed. Can be repeated; a value that changes at the same time stays. */
export async function resealSecrets(
  db: Database,
  former: Vault,
  next: Vault,
  ofFeatures: readonly SealedColumn[],
): Promise<Resealed> {
  let resealed = 0;
  let unreadable = 0;
  for (const column of [...coreColumns, ...ofFeatures]) {
    let rows = await column.page(db, "");
    while (rows.length > 0) {
      const changes: Sql[] = [];
      for (const row of rows) {
        if (opened(next, row) !== undefined) continue;
        const plain = opened(former, row);
        if (plain === undefined) unreadable += 1;
        else changes.push(column.update(row, next.seal(plain, row.context)));
      }
      await db.transaction(async (tx) => {
        for (const change of changes) await tx.run(change);
      });
      resealed += changes.length;
      rows = await column.page(db, rows.at(-1)!.id);
    }
  }
  return { resealed, unreadable };
}

function opened(vault: Vault, { sealed, context }: SealedRow): string | undefined {
  try {
    return vault.open(sealed, context);
  } catch {
    return undefined;
  }
}
