import { z } from "zod";
import { recordAudit } from "../../access/audit.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import { isOperator } from "../../http/caller.ts";
import { type Call, json } from "../../http/endpoint.ts";
import { ApiError } from "../../http/errors.ts";
import { listAnswer, offsetOf, PageQuery } from "../../http/lists.ts";
import { ApiOutput, type ApiRow, apiNotFound, lockApi, toApi } from "../apis/apis-record.ts";
import { auditContext } from "../common/audit-context.ts";
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

async function listProductApis(context: Context, call: Call<{ id: string }, z.output<typeof PageQuery>>) {
  const operator = isOperator(call.caller);
  const { id } = await getProductRow(context.database, call.params.id, operator);
  const counted = await context.database.get<{ total: number }>(
    sql`select count(*) as total from product_api where product_id = ${id}`,
  );
  const rows = await context.database.all<ApiRow>(sql`
    select a.* from product_api pa join api a on a.id = pa.api_id where pa.product_id = ${id}
    order by a.created_at desc, a.id desc limit ${call.query.page_size} offset ${offsetOf(call.query)}`);
  const items = rows.map((row) => toApi(row, operator));
  const path = `/products/${encodeURIComponent(id)}/apis`;
  return listAnswer(items, counted!.total, path, call.query);
}

function addProductApi(context: Context, call: Membership) {
  const { id, api_id } = call.params;
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    await getProductRow(tx, id, true);
    // Locked, so that it is not deleted during the change.
    const api = await lockApi(tx, api_id);
    if (!api) throw apiNotFound(api_id);
    const added = await tx.run(sql`
      insert into product_api (product_id, api_id, created_at) values (${id}, ${api_id}, ${audit.at})
      on conflict (product_id, api_id) do nothing`);
    const object = `/products/${id}/apis/${api_id}`;
    if (added === 1)
      await recordAudit(tx, { ...audit, action: "product_api.add", object, after: { id, api_id } });
    return json(toApi(api, true));
  });
}

function removeProductApi(context: Context, call: Membership) {
  const { id, api_id } = call.params;
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    await getProductRow(tx, id, true);
    const removed = await tx.run(
      sql`delete from product_api where product_id = ${id} and api_id = ${api_id}`,
    );
    if (removed === 0) throw new ApiError("not_found", `Plan ${id} does not include the API ${api_id}.`);
    const object = `/products/${id}/apis/${api_id}`;
    await recordAudit(tx, { ...audit, action: "product_api.remove", object, before: { id, api_id } });
    return json({ status: "success" });
  });
}
