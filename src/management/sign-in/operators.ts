import { z } from "zod";
import type { SecondFactorKind } from "../../access/proof.ts";
import { isoTime } from "../../base/clock.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import { type OperatorRole, operatorRoles } from "../../http/caller.ts";
import type { Call } from "../../http/endpoint.ts";
import { listAnswer, offsetOf, PageQuery } from "../../http/lists.ts";
import { secondFactorKind, secondFactorOf } from "../../running/second-factor-of.ts";
import { userStates } from "../common/user-resource.ts";

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

interface Row {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly operator_role: OperatorRole | null;
  readonly state: z.output<typeof Operator>["state"];
  readonly factor: SecondFactorKind;
  readonly last_active_at: number | null;
}

async function listOperators(context: Context, { query }: Call<unknown, z.output<typeof PageQuery>>) {
  const { database } = context;
  const listed = sql`u.role = 'operator' and u.state <> 'deleted'`;
  const [rows, total] = await Promise.all([
    database.all<Row>(sql`
      select u.id, u.first_name, u.last_name, u.email, u.operator_role, u.state,
        ${secondFactorOf(context, sql`u.id`)} as factor,
        (select max(t.last_used_at) from access_token t where t.user_id = u.id) as last_active_at
      from app_user u where ${listed}
      order by u.registered_at, u.id limit ${query.page_size} offset ${offsetOf(query)}`),
    database.get<{ count: number }>(sql`select count(*) as count from app_user u where ${listed}`),
  ]);
  const items = rows.map(
    (row): z.output<typeof Operator> => ({
      id: row.id,
      name: `${row.first_name} ${row.last_name}`,
      email: row.email,
      operator_role: row.operator_role ?? "support",
      state: row.state,
      second_factor: row.factor,
      last_active_at: isoTime(row.last_active_at),
    }),
  );
  return listAnswer(items, total?.count ?? 0, "/operators", query);
}
