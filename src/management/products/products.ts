import { z } from "zod";
import { auditContext } from "../../access/audit.ts";
import { auditedChange } from "../../access/audited-change.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { isOperator } from "../../http/caller.ts";
import { type Call, json, type QueryCall } from "../../http/endpoint.ts";
import { conflict } from "../../http/errors.ts";
import { PageQuery, pageAnswer } from "../../http/lists.ts";
import { registerBuiltinApis } from "../apis/apis-builtin.ts";
import { entityId, remark } from "../common/identifiers.ts";
import {
  getProductRow,
  lockProduct,
  Product,
  ProductRequest,
  products,
  toProduct,
  visibleProducts,
} from "./products-record.ts";
import {
  apisOf,
  type ProductCall,
  removeProduct,
  requested,
  resetMembers,
  saveProduct,
  setApis,
} from "./products-write.ts";

const ListQuery = PageQuery.extend({
  id: remark(1000).optional().describe("Only the product with this ID."),
});

export const productEndpoints = [
  endpoint({
    id: "listProducts",
    method: "GET",
    path: "/products",
    tag: "Products",
    summary: "List products, newest first",
    description: "Customers see the published ones.",
    audience: "customer",
    permission: "catalogue.view",
    query: ListQuery,
    response: z.array(Product),
    handle: listProducts,
  }),
  endpoint({
    id: "getProduct",
    method: "GET",
    path: "/products/{id}",
    tag: "Products",
    summary: "Read a product",
    audience: "customer",
    permission: "catalogue.view",
    params: z.object({ id: z.string().meta({ example: "trial" }) }),
    response: Product,
    errors: ["not_found"],
    handle: getProduct,
  }),
  endpoint({
    id: "createProduct",
    method: "POST",
    path: "/products/{id}",
    tag: "Products",
    summary: "Create a product",
    description:
      "Defaults of omitted members: display_name is the ID, state is not_published, credits are unlimited, no approval, no limits, no `apis`.",
    audience: "operator",
    permission: "products.change",
    params: z.object({ id: entityId }),
    body: ProductRequest,
    response: Product,
    errors: ["not_found", "conflict"],
    idempotent: true,
    handle: createProduct,
  }),
  endpoint({
    id: "putProduct",
    method: "PUT",
    path: "/products/{id}",
    tag: "Products",
    summary: "Create or replace a product",
    description:
      "Omitted members get their defaults, the policy included. `reset` lists the members that lost a value this way. Subscriptions do not change, nor do the product's APIs unless `apis` is sent.",
    audience: "operator",
    permission: "products.change",
    params: z.object({ id: entityId }),
    lock: (tx, { id }) => lockProduct(tx, id),
    body: ProductRequest,
    response: Product.extend({
      reset: z
        .array(z.string())
        .describe("Members that were reset to their defaults because the request omitted them."),
    }),
    errors: ["not_found"],
    handle: putProduct,
  }),
  endpoint({
    id: "deleteProduct",
    method: "DELETE",
    path: "/products/{id}",
    tag: "Products",
    summary: "Delete a product without active subscriptions",
    description:
      "Returns 409 while the product has active, suspended or submitted subscriptions. Reports and ledgers are kept. Sign-up needs the product `trial`.",
    audience: "operator",
    permission: "products.change",
    params: z.object({ id: entityId }),
    lock: (tx, { id }) => lockProduct(tx, id),
    response: z.object({ status: z.literal("success"), id: z.string() }),
    errors: ["not_found", "conflict"],
    extension: true,
    handle: deleteProduct,
  }),
];

function listProducts({ database }: Context, { caller, query }: QueryCall<typeof ListQuery>) {
  const operator = isOperator(caller);
  return pageAnswer(database, query, {
    rows: products,
    path: "/products",
    where: visibleProducts(operator),
    filters: { id: (id) => sql`id = ${id}` },
    shown: (rows) => rows.map((row) => toProduct(row, operator)),
  });
}

async function getProduct(context: Context, call: Call<{ id: string }>) {
  const operator = isOperator(call.caller);
  return json(toProduct(await getProductRow(context.database, call.params.id, operator), operator));
}

function createProduct(context: Context, call: ProductCall) {
  const { id } = call.params;
  return auditedChange(context, call, "product.create", `/products/${id}`, async (tx, { at }) => {
    const made = requested(call, at);
    if ((await products.add(tx, [made])) === 0)
      throw conflict(`Plan ${id} already exists. Use PUT to replace it.`);
    await setApis(tx, call, at);
    const after = toProduct(made, true);
    return { after: { ...after, ...apisOf(call) }, answer: json(after) };
  });
}

function putProduct(context: Context, call: ProductCall) {
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    const { replaced, made } = await saveProduct(tx, call, audit);
    const reset = replaced ? resetMembers(replaced, made, call.body) : [];
    return json({ ...toProduct(made, true), reset });
  });
}

function deleteProduct(context: Context, call: Call<{ id: string }>) {
  const { id } = call.params;
  return call.change(async (tx) => {
    await removeProduct(tx, id, auditContext(context, call));
    return json({ status: "success", id });
  });
}

export const trialProductId = "trial";
export const unlimitedProductId = "unlimited";
const practiceProductId = "practice";
const trialCredits = 15;
const practicePolicy = { rate_limit: { calls: 3, renewal_period_s: 10 } };

/**
 * The products of a new installation, each with every built-in API: a free trial, an unlimited one that an
 * operator approves, and one that refuses calls, to try 402 and 429.
 */
export async function insertDefaultProducts(tx: Queries, now: number): Promise<void> {
  const first = { state: "published", createdAt: now, updatedAt: now } as const;
  await products.insert(
    tx,
    products.row({
      ...first,
      id: trialProductId,
      displayName: "Trial",
      description: "A first look: every lookup, 15 credits, once per account.",
      subscriptionsLimit: 1,
      creditsGranted: trialCredits,
    }),
    products.row({
      ...first,
      id: unlimitedProductId,
      displayName: "Unlimited",
      description: "Every lookup without a credit limit; an operator approves.",
      approvalRequired: true,
    }),
    products.row({
      ...first,
      id: practiceProductId,
      displayName: "Practice",
      description: "No credits, and three calls in ten seconds: it shows how calls are refused.",
      subscriptionsLimit: 1,
      creditsGranted: 0,
      policy: practicePolicy,
    }),
  );
  await registerBuiltinApis(tx, now);
}
