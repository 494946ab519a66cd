import { z } from "zod";
import { auditedChange } from "../../access/audited-change.ts";
import { Policy } from "../../access/policy/policy.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { type BodyCall, type Call, json } from "../../http/endpoint.ts";
import {
  getProductRow,
  lockProduct,
  ProductRequest,
  type ProductRow,
  productNotFound,
  products,
} from "./products-record.ts";

const ProductPolicy = z.object({ product_id: z.string(), policy: Policy });

// The specification gives this operation a product's schema; here one of its members is required.
const PolicyRequest = ProductRequest.pipe(z.object({ policy: Policy }));

export const policyEndpoints = [
  endpoint({
    id: "getProductPolicy",
    method: "GET",
    path: "/products/{id}/policies/policy",
    tag: "Products",
    summary: "Read a product's policy",
    audience: "operator",
    permission: "catalogue.view",
    params: z.object({ id: z.string().meta({ example: "trial" }) }),
    response: ProductPolicy,
    errors: ["not_found"],
    handle: getPolicy,
  }),
  endpoint({
    id: "putProductPolicy",
    method: "PUT",
    path: "/products/{id}/policies/policy",
    tag: "Products",
    summary: "Replace a product's policy",
    description: "`policy` is required; other members are ignored. The policy applies from the next call.",
    audience: "operator",
    permission: "products.change",
    params: z.object({ id: z.string() }),
    lock: (tx, { id }) => lockProduct(tx, id),
    body: PolicyRequest,
    response: ProductPolicy,
    errors: ["not_found"],
    handle: putPolicy,
  }),
];

function toPolicy(row: ProductRow): z.output<typeof ProductPolicy> {
  return { product_id: row.id, policy: row.policy };
}

async function getPolicy(context: Context, call: Call<{ id: string }>) {
  return json(toPolicy(await getProductRow(context.database, call.params.id, true)));
}

function putPolicy(context: Context, call: BodyCall<typeof PolicyRequest, { id: string }>) {
  const { id } = call.params;
  return auditedChange(
    context,
    call,
    "policy.update",
    `/products/${id}/policies/policy`,
    async (tx, { at }) => {
      const before = await lockProduct(tx, id);
      if (!before) throw productNotFound(id);
      const after = { ...before, policy: call.body.policy, updatedAt: at };
      await products.put(tx, [after]);
      return { before: toPolicy(before), after: toPolicy(after) };
    },
  );
}
