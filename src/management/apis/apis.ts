import { z } from "zod";
import { auditContext } from "../../access/audit.ts";
import { uuidv7 } from "../../base/ids.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { isOperator } from "../../http/caller.ts";
import { type BodyCall, type Call, json, type QueryCall } from "../../http/endpoint.ts";
import { conflict } from "../../http/errors.ts";
import { PageQuery, pageAnswer } from "../../http/lists.ts";
import { remark } from "../common/identifiers.ts";
import {
  ApiInput,
  ApiOutput,
  ApiUpdate,
  apiNotFound,
  apis,
  lockApi,
  toApi,
  visibleApis,
} from "./apis-record.ts";
import { builtinChange, refuseUpstream } from "./apis-upstream.ts";
import { changed, newApi, refuseTaken, refusingDoubles, removeApi, saveApi } from "./apis-write.ts";

const ApisQuery = PageQuery.extend({
  name: remark(200)
    .optional()
    .describe("Only APIs whose name or display name contains this text. Case is ignored."),
});

const params = z.object({ api_id: z.string().meta({ example: "vin-decoder" }) });

export const apiEndpoints = [
  endpoint({
    id: "listApis",
    method: "GET",
    path: "/apis",
    tag: "APIs",
    summary: "List APIs, newest first",
    description: "Customers see the APIs of published products.",
    audience: "customer",
    permission: "catalogue.view",
    query: ApisQuery,
    response: z.array(ApiOutput),
    handle: listApis,
  }),
  endpoint({
    id: "createApi",
    method: "POST",
    path: "/apis",
    tag: "APIs",
    summary: "Register an API",
    audience: "operator",
    permission: "apis.change",
    body: ApiInput,
    response: ApiOutput,
    errors: ["conflict"],
    idempotent: true,
    handle: createApi,
  }),
  endpoint({
    id: "getApi",
    method: "GET",
    path: "/apis/{api_id}",
    tag: "APIs",
    summary: "Read an API",
    audience: "customer",
    permission: "catalogue.view",
    params,
    response: ApiOutput,
    errors: ["not_found"],
    handle: getApi,
  }),
  endpoint({
    id: "updateApi",
    method: "PATCH",
    path: "/apis/{api_id}",
    tag: "APIs",
    summary: "Change an API",
    description: [
      "Omitted members keep their values. The name and path of a built-in API cannot change (409).",
      "Its service_url names an upstream, from which its lookups request records that no dataset contains.",
      "APIs that compute their answers ask none (409).",
    ].join(" "),
    audience: "operator",
    permission: "apis.change",
    params,
    lock: (tx, { api_id }) => lockApi(tx, api_id),
    body: ApiUpdate,
    response: ApiOutput,
    errors: ["not_found", "conflict"],
    handle: updateApi,
  }),
  endpoint({
    id: "deleteApi",
    method: "DELETE",
    path: "/apis/{api_id}",
    tag: "APIs",
    summary: "Delete a registered API and remove it from all products",
    description: "Built-in APIs cannot be deleted (409). Subscriptions to only this API then include no API.",
    audience: "operator",
    permission: "apis.change",
    params,
    lock: (tx, { api_id }) => lockApi(tx, api_id),
    response: z.object({ status: z.literal("success") }),
    errors: ["not_found", "conflict"],
    handle: deleteApi,
  }),
];

function listApis({ database }: Context, { caller, query }: QueryCall<typeof ApisQuery>) {
  const operator = isOperator(caller);
  return pageAnswer(database, query, {
    rows: apis,
    path: "/apis",
    where: visibleApis(operator),
    filters: { name: nameContains },
    shown: (rows) => rows.map((row) => toApi(row, operator)),
  });
}

/** There are few APIs, so the whole list is read. */
function nameContains(text: string): Sql {
  const pattern = `%${text.toLowerCase().replaceAll(/[%_\\]/g, "\\$&")}%`;
  return sql`(lower(name) like ${pattern} escape '\\' or lower(display_name) like ${pattern} escape '\\')`;
}

async function getApi(context: Context, call: Call<{ api_id: string }>) {
  const operator = isOperator(call.caller);
  const { api_id } = call.params;
  const [row] = await apis.select(context.database, sql`where id = ${api_id} and ${visibleApis(operator)}`);
  if (!row) throw apiNotFound(api_id);
  return json(toApi(row, operator));
}

async function createApi(context: Context, call: BodyCall<typeof ApiInput>) {
  const audit = auditContext(context, call);
  const id = uuidv7(audit.at);
  refuseTaken(context.operations, call.body);
  const blank = newApi(id, call.body, audit.at);
  return refusingDoubles(() =>
    call.change(async (tx) => {
      const row = changed(blank, call.body, context.identity.vault, audit.at);
      await saveApi(tx, undefined, row, audit);
      return json(toApi(row, true));
    }),
  );
}

async function updateApi(context: Context, call: BodyCall<typeof ApiUpdate, { api_id: string }>) {
  const audit = auditContext(context, call);
  const { api_id } = call.params;
  return refusingDoubles(() =>
    call.change(async (tx) => {
      const before = await lockApi(tx, api_id);
      if (!before) throw apiNotFound(api_id);
      const change = before.builtin ? builtinChange(before, call.body) : call.body;
      if (!before.builtin) refuseTaken(context.operations, call.body);
      if (!before.builtin) refuseUpstream(call.body);
      const row = changed(before, change, context.identity.vault, audit.at);
      await saveApi(tx, before, row, audit);
      return json(toApi(row, true));
    }),
  );
}

function deleteApi(context: Context, call: Call<{ api_id: string }>) {
  const audit = auditContext(context, call);
  const { api_id } = call.params;
  return call.change(async (tx) => {
    const before = await lockApi(tx, api_id);
    if (!before) throw apiNotFound(api_id);
    if (before.builtin)
      throw conflict(`${api_id} is a built-in API and cannot be deleted. Remove it from plans instead.`);
    await removeApi(tx, before, audit);
    return json({ status: "success" });
  });
}
