import { z } from "zod";
import { auditedChange } from "../../access/audited-change.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import { isOperator } from "../../http/caller.ts";
import { type Call, json, type QueryCall } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { PageQuery, pageAnswer } from "../../http/lists.ts";
import { ApiOutput, apiNotFound, apis, lockApi, toApi } from "../apis/apis-record.ts";
import { getProductRow } from "./products-record.ts";

type Membership = Call<{ id: string; api_id: string }>;

const params = z.object({
  id: z.string().meta({ example: "trial" }),
  api_id: z.string().meta({ example: "vin-decoder" }),
});

export const productApiEndpoints = [
  endpoint({
    id: "listProductApis",
    method: "GET",
    path: "/products/{id}/apis",
    tag: "Products",
    summary: "List the APIs of a product",
    audience: "customer",
    permission: "catalogue.view",
    params: params.pick({ id: true }),
    query: PageQuery,
    response: z.array(ApiOutput),
    errors: ["not_found"],
    handle: listProductApis,
  }),
  endpoint({
    id: "addProductApi",
    method: "PUT",
    path: "/products/{id}/apis/{api_id}",
    tag: "Products",
    summary: "Add an API to a product",
    description: "The product's subscriptions can call the API immediately. A second call changes nothing.",
    audience: "operator",
    permission: "products.change",
    params,
    response: ApiOutput,
    errors: ["not_found"],
    handle: addProductApi,
  }),
  endpoint({
    id: "removeProductApi",
    method: "DELETE",
    path: "/products/{id}/apis/{api_id}",
    tag: "Products",
    summary: "Remove an API from a product",
    audience: "operator",
    permission: "products.change",
    params,
    response: z.object({ status: z.literal("success") }),
    errors: ["not_found"],
    handle: removeProductApi,
  }),
];

async function listProductApis(context: Context, call: QueryCall<typeof PageQuery, { id: string }>) {
  const operator = isOperator(call.caller);
  const { id } = await getProductRow(context.database, call.params.id, operator);
  return pageAnswer(context.database, call.query, {
    rows: apis,
    from: sql`product_api pa join api on api.id = pa.api_id`,
    path: `/products/${encodeURIComponent(id)}/apis`,
    where: sql`pa.product_id = ${id}`,
    order: sql`api.created_at desc, api.id desc`,
    shown: (rows) => rows.map((row) => toApi(row, operator)),
  });
}

function addProductApi(context: Context, call: Membership) {
  const { id, api_id } = call.params;
  const object = `/products/${id}/apis/${api_id}`;
  return auditedChange(context, call, "product_api.add", object, async (tx, { at }) => {
    await getProductRow(tx, id, true);
    // Locked, so that it is not deleted during the change.
    const api = await lockApi(tx, api_id);
    if (!api) throw apiNotFound(api_id);
    const added = await tx.run(sql`
      insert into product_api (product_id, api_id, created_at) values (${id}, ${api_id}, ${at})
      on conflict (product_id, api_id) do nothing`);
    const answer = json(toApi(api, true));
    return added === 1 ? { after: { id, api_id }, answer } : answer;
  });
}

function removeProductApi(context: Context, call: Membership) {
  const { id, api_id } = call.params;
  return auditedChange(context, call, "product_api.remove", `/products/${id}/apis/${api_id}`, async (tx) => {
    await getProductRow(tx, id, true);
    const count = await tx.run(sql`delete from product_api where product_id = ${id} and api_id = ${api_id}`);
    if (count === 0) throw notFound(`Plan ${id} does not include the API ${api_id}.`);
    return { before: { id, api_id }, answer: json({ status: "success" }) };
  });
}
