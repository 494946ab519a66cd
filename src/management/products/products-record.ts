import { z } from "zod";
import { type Policy, Policy as PolicySchema } from "../../access/policy/policy.ts";
import { isoTime } from "../../base/clock.ts";
import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { flag, initially, integer, json, orNull, text, word } from "../../entities/stored.ts";
import { type Row, Table } from "../../entities/table.ts";
import { wireOf } from "../../entities/wire.ts";
import { type ApiError, notFound } from "../../http/errors.ts";
import { line, remark } from "../common/identifiers.ts";

const countMax = 1_000_000_000;

const writable = {
  display_name: line(100),
  description: remark(10_000),
  terms: remark(10_000),
  subscription_required: z
    .boolean()
    .describe("This member is stored but has no effect: every lookup needs a key."),
  approval_required: z.boolean().describe("Whether new subscriptions need an operator's approval."),
  subscriptions_limit: z
    .int()
    .min(1)
    .max(countMax)
    .nullable()
    .describe(
      "How many subscriptions one user may ever have. null: no limit for operators; one that customers create themselves, if approval is automatic and credits are granted.",
    ),
  state: z
    .literal(["published", "not_published"])
    .describe(
      "Customers see and subscribe to published products only. Existing subscriptions are not affected.",
    ),
  credits_granted: z
    .int()
    .min(0)
    .max(countMax)
    .nullable()
    .describe("Credits granted to each new subscription; null for unlimited credits."),
  policy: PolicySchema,
};

/** No member is required: a new product takes defaults for the rest. */
export const ProductRequest = z
  .strictObject({
    ...writable,
    apis: z
      .array(z.string().max(200))
      .max(1000)
      .describe("The IDs of the APIs that the product contains. If omitted, they do not change."),
  })
  .partial()
  .meta({ id: "ProductRequest" });

export const Product = z
  .object({
    id: z.string(),
    ...writable,
    policy: PolicySchema.describe("Only operators see its `ip_filter`."),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Product" });

export type Product = z.output<typeof Product>;

export type ProductRow = Row<typeof products>;

export const products = new Table({
  name: "product",
  as: "product",
  key: ["id"],
  members: {
    id: text,
    displayName: text,
    description: initially(text, ""),
    terms: initially(text, ""),
    subscriptionRequired: initially(flag, true),
    approvalRequired: initially(flag, false),
    subscriptionsLimit: initially(orNull(integer), null),
    state: initially(word<Product["state"]>("published", "not_published"), "not_published"),
    creditsGranted: initially(orNull(integer), null),
    policy: initially(json<Policy>(), {}),
    createdAt: integer,
    updatedAt: integer,
  },
  fixed: ["createdAt"],
});

/** Customers see published products. */
export function visibleProducts(operator: boolean): Sql {
  return operator ? sql`1 = 1` : sql`product.state = 'published'`;
}

/** 404 if there is none, or if the caller may not see it. */
export async function getProductRow(db: Queries, id: string, operator: boolean): Promise<ProductRow> {
  const [row] = await products.select(db, sql`where id = ${id} and ${visibleProducts(operator)}`);
  if (!row) throw productNotFound(id);
  return row;
}

export function productNotFound(id: string): ApiError {
  return notFound(`Plan ${id} not found.`);
}

/** Locks a product's row until the transaction ends. */
export const lockProduct = (tx: Queries, id: string): Promise<ProductRow | undefined> =>
  products.lock(tx, id);

/** A product with only its id stated. */
export const defaultProduct = (id: string, now: number): ProductRow =>
  products.row({ id, displayName: id, createdAt: now, updatedAt: now });

export function toProduct(row: ProductRow, operator: boolean): Product {
  const { ip_filter, ...policy } = row.policy;
  return {
    ...wireOf(row),
    policy: operator && ip_filter ? { ...policy, ip_filter } : policy,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
  };
}
