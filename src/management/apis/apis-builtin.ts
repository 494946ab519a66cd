import { noteChange } from "../../access/keys/changes.ts";
import type { Queries } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";
import { builtinApis } from "../../vehicles/families/builtin-apis.ts";
import { apis } from "./apis-record.ts";

/** The program decides these members of a built-in API; an operator may change the others. */
export const builtinIds: ReadonlySet<string> = new Set(builtinApis.map(({ id }) => id));

/**
 * Registers the built-in APIs that the installation does not have yet: all of them at the first run, later
 * those that a new version brings. Products with every built-in API keep every one; to others an operator
 * adds them. Runs under the lock that all nodes share; repeating it changes nothing.
 */
export async function registerBuiltinApis(tx: Queries, now: number): Promise<void> {
  const known = await tx.all<{ id: string }>(sql`select id from api where builtin = 1`);
  const there = new Set(known.map(({ id }) => id));
  const missing = builtinApis.filter(({ id }) => !there.has(id));
  if (missing.length === 0) return;
  const complete = await tx.all<{ id: string }>(sql`
    select id from product where not exists (select 1 from api a where a.builtin = 1
      and not exists (select 1 from product_api pa where pa.product_id = product.id and pa.api_id = a.id))`);
  const first = { builtin: true, createdAt: now, updatedAt: now };
  const added = missing.map(({ id, displayName, description }) =>
    apis.row({ ...first, id, name: id, displayName, path: id, description }),
  );
  await apis.insert(tx, ...added);
  await tx.run(sql`
    insert into product_api (product_id, api_id, created_at)
    select p.id, a.id, ${now} from product p, api a
    where p.id in (${list(complete.map(({ id }) => id))}) and a.id in (${list(missing.map(({ id }) => id))})`);
  await noteChange(tx, "/apis");
}
