import { accessOf, type KeyRow, noProduct, productsOf } from "../../access/keys/key-access.ts";
import type { TokenReader } from "../../access/keys/key-cache.ts";
import type { Clock } from "../../base/clock.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import { liveText } from "./assistants.ts";
import { takeOfDay } from "./spending.ts";

interface TokenAccessRow extends KeyRow {
  readonly assistant_id: string;
  readonly person_id: string;
  readonly credits_per_day: number;
}

const tokenRows = new RowsStatement<TokenAccessRow>(
  `select t.digest, s.id as subscription_id, s.owner_id, s.product_id, s.scope, s.state, s.expires_at,
    t.expires_at as key_expires_at, o.state as user_state, a.id as assistant_id, a.user_id as person_id,
    a.credits_per_day
  from :rows join assistant_token t on t.digest = v.column1 and t.kind = 'vga'
    join assistant a on a.id = t.assistant_id ${liveText}`,
  ["text"],
);

/** Reads what the access tokens of assistants permit: what a key of their subscription does, within their limit. */
export const readAssistants =
  (clock: Clock): TokenReader =>
  async (db, digests, product) => {
    const rows = await tokenRows.all(db, [digests]);
    const products = await productsOf(rows, product);
    return new Map(
      rows.map((row) => {
        const { digest, assistant_id: id, person_id: personId, credits_per_day: limit } = row;
        const access = accessOf({ ...row, slot: null }, products.get(row.product_id ?? "") ?? noProduct);
        const take = (credits: number, at: number) => takeOfDay(db, { id, limit }, credits, { at, clock });
        return [digest, { ...access, assistant: { personId, take } }];
      }),
    );
  };
