import { type AuditContext, recordAudit } from "../../access/audit.ts";
import type { Queries } from "../../database/database.ts";
import { list, rows, sql } from "../../database/sql.ts";
import { countOf } from "../../entities/list.ts";
import { membersOf, wireOf } from "../../entities/wire.ts";
import type { BodyCall } from "../../http/endpoint.ts";
import { conflict } from "../../http/errors.ts";
import { apiNotFound } from "../apis/apis-record.ts";
import {
  defaultProduct,
  lockProduct,
  ProductRequest,
  type ProductRow,
  productNotFound,
  products,
  toProduct,
} from "./products-record.ts";

export type ProductCall = BodyCall<typeof ProductRequest, { id: string }>;
/** What a product is written from. */
export type ProductWrite = Pick<ProductCall, "params" | "body">;

/** The members that a replacement left out, which returned to their defaults. */
export function resetMembers(before: ProductRow, after: ProductRow, body: ProductWrite["body"]): string[] {
  const [was, is] = [wireOf(before), wireOf(after)];
  const members = Object.keys(ProductRequest.shape).filter((name): name is keyof typeof is => name in is);
  return members.filter((name) => !Object.hasOwn(body, name) && !Bun.deepEquals(was[name], is[name]));
}

/** The product in a request, with defaults for absent members. */
export function requested({ params: { id }, body }: ProductWrite, now: number): ProductRow {
  const { apis: _, ...stated } = body;
  return { ...defaultProduct(id, now), ...membersOf(stated) } as ProductRow;
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

/** The APIs of a request, for the audit log. */
export const apisOf = ({ body }: ProductWrite) => (body.apis === undefined ? {} : { apis: body.apis });

/** Creates or replaces a product with its APIs, and writes the audit entry. Throws 404 for an API. */
export async function saveProduct(
  tx: Queries,
  write: ProductWrite,
  audit: AuditContext,
): Promise<{ replaced: ProductRow | undefined; made: ProductRow }> {
  const { id } = write.params;
  const replaced = await lockProduct(tx, id);
  await products.put(tx, [requested(write, audit.at)]);
  const made = (await products.find(tx, id))!;
  await setApis(tx, write, audit.at);
  await recordAudit(tx, {
    ...audit,
    action: replaced ? "product.update" : "product.create",
    object: `/products/${id}`,
    ...(replaced && { before: toProduct(replaced, true) }),
    after: { ...toProduct(made, true), ...apisOf(write) },
  });
  return { replaced, made };
}

/** Deletes a product. Throws 404, and 409 while it has subscriptions that are not cancelled. */
export async function removeProduct(tx: Queries, id: string, audit: AuditContext): Promise<void> {
  const before = await lockProduct(tx, id);
  if (!before) throw productNotFound(id);
  const total = await countOf(
    tx,
    sql`subscription
    where product_id = ${id} and deleted_at is null and state in ('active', 'submitted', 'suspended')
      and (expires_at is null or expires_at > ${audit.at})`,
  );
  if (total > 0)
    throw conflict(
      `Plan ${id} has ${total} active ${total === 1 ? "subscription" : "subscriptions"}. Move or cancel them first.`,
    );
  await tx.run(sql`delete from product_api where product_id = ${id}`);
  await tx.run(sql`delete from product where id = ${id}`);
  const object = `/products/${id}`;
  await recordAudit(tx, { ...audit, action: "product.delete", object, before: toProduct(before, true) });
}
