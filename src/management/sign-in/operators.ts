import { z } from "zod";
import type { SecondFactorKind } from "../../access/proof.ts";
import { isoTime } from "../../base/clock.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import { operatorRoles } from "../../http/caller.ts";
import type { QueryCall } from "../../http/endpoint.ts";
import { listAnswer, offsetOf, PageQuery } from "../../http/lists.ts";
import { secondFactorKind, secondFactorOf } from "../../running/second-factor-of.ts";
import { userStates, users } from "../common/user-resource.ts";

const Operator = z
  .object({
    id: z.string().describe("The ID of the user."),
    name: z.string(),
    email: z.string(),
    operator_role: z.enum(operatorRoles).describe("What the operator may do, as `GET /roles` lists it."),
    state: z.enum(userStates).describe("Blocked operators cannot sign in."),
    second_factor: secondFactorKind,
    last_active_at: z.iso
      .datetime()
      .nullable()
      .describe(
        "When a session or an access token was last used, accurate to a minute; null if none is left.",
      ),
  })
  .meta({ id: "Operator" });

export const operatorEndpoints = [
  endpoint({
    id: "listOperators",
    method: "GET",
    path: "/operators",
    tag: "Users",
    summary: "List operators with their roles and second factors, the oldest first",
    description: "Deleted ones are left out.",
    audience: "operator",
    permission: "customers.view",
    query: PageQuery,
    response: z.array(Operator),
    extension: true,
    handle: listOperators,
  }),
];

interface More {
  readonly factor: SecondFactorKind;
  readonly lastActiveAt: number | null;
}

async function listOperators(context: Context, { query }: QueryCall<typeof PageQuery>) {
  const { database } = context;
  const listed = sql`role = 'operator' and state <> 'deleted'`;
  const [rows, total] = await Promise.all([
    users.all<More>(
      database,
      sql`
        select ${users.columns}, ${secondFactorOf(context, sql`app_user.id`)} as factor,
          (select max(t.last_used_at) from access_token t where t.user_id = app_user.id) as "lastActiveAt"
        from app_user where ${listed}
        order by registered_at, id limit ${query.page_size} offset ${offsetOf(query)}`,
    ),
    users.count(database, listed),
  ]);
  const items = rows.map(
    (row): z.output<typeof Operator> => ({
      id: row.id,
      name: `${row.firstName} ${row.lastName}`,
      email: row.email,
      operator_role: row.operatorRole ?? "support",
      state: row.state,
      second_factor: row.factor,
      last_active_at: isoTime(row.lastActiveAt),
    }),
  );
  return listAnswer(items, total, "/operators", query);
}
