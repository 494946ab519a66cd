import type { z } from "zod";
import type { Queries } from "../../database/database.ts";
import { list, rows, type Sql, sql } from "../../database/sql.ts";
import type { Call } from "../../http/endpoint.ts";
import { apiNotFound } from "../apis/apis-record.ts";
import { defaultProduct, ProductRequest, type ProductRow } from "./products-record.ts";

export type ProductWrite = Call<{ id: string }, unknown, unknown, z.output<typeof ProductRequest>>;

/** The members that a replacement left out, which returned to their defaults. */
export function resetMembers(before: ProductRow, after: ProductRow, body: ProductWrite["body"]): string[] {
  const members = Object.keys(ProductRequest.shape).filter((name): name is keyof ProductRow => name in after);
  return members.filter((name) => !Object.hasOwn(body, name) && before[name] !== after[name]);
}

/** The product in a request, with defaults for absent members. */
export function requested({ params: { id }, body }: ProductWrite, now: number): ProductRow {
  const { policy, subscription_required, approval_required, apis: _, ...plain } = body;
  return {
    ...defaultProduct(id, now),
    ...(plain as Partial<ProductRow>),
    ...(subscription_required !== undefined && { subscription_required: subscription_required ? 1 : 0 }),
    ...(approval_required !== undefined && { approval_required: approval_required ? 1 : 0 }),
    ...(policy && { policy: JSON.stringify(policy) }),
  };
}

/** Undefined if the conflict clause did nothing. */
export function writeProduct(tx: Queries, row: ProductRow, onConflict: Sql): Promise<ProductRow | undefined> {
  return tx.get<ProductRow>(sql`
    insert into product (id, display_name, description, terms, subscription_required, approval_required,
      subscriptions_limit, state, credits_granted, policy, created_at, updated_at)
    values (${row.id}, ${row.display_name}, ${row.description}, ${row.terms}, ${row.subscription_required},
      ${row.approval_required}, ${row.subscriptions_limit}, ${row.state}, ${row.credits_granted}, ${row.policy},
      ${row.created_at}, ${row.updated_at})
    on conflict ${onConflict} returning *`);
}

/** Makes a product contain exactly the APIs that a request names; without names, its APIs stay. */
export async function setApis(
  tx: Queries,
  { params: { id }, body }: ProductWrite,
  now: number,
): Promise<void> {
  if (body.apis === undefined) return;
  const wanted = [...new Set(body.apis)];
  const found = await tx.all<{ id: string }>(sql`select id from api where id in (${list(wanted)})`);
  const missing = wanted.find((one) => !found.some((api) => api.id === one));
  if (missing !== undefined) throw apiNotFound(missing);
  await tx.run(sql`delete from product_api where product_id = ${id}`);
  if (wanted.length === 0) return;
  await tx.run(sql`
    insert into product_api (product_id, api_id, created_at) values ${rows(wanted.map((api) => [id, api, now]))}`);
}
