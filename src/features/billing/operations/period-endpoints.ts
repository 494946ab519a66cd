import { z } from "zod";
import { actorName, recordAudit } from "../../../access/audit.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { join, type Sql, sql } from "../../../database/sql.ts";
import { type Answer, type Call, json, type QueryCall } from "../../../http/endpoint.ts";
import { listAnswer, offsetOf, PageQuery } from "../../../http/lists.ts";
import { auditContext } from "../../../management/common/audit-context.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { withLeasesReturned } from "../../../management/subscriptions/returned-leases.ts";
import {
  findSubscription,
  lockSubscription,
  requireSubscription,
  subscriptionMissing,
} from "../../../management/subscriptions/subscription-resource.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { given } from "../../../running/ports.ts";
import { extend, lapse, pay, requireDue } from "../plans/settle-period.ts";
import { paying } from "../ports.ts";
import { findPeriod, type Period, periodStates, periods } from "../rows/period-rows.ts";
import type { Plan } from "../rows/plan.ts";
import { lockPlan } from "../rows/plan-rows.ts";
import { PeriodOutput, shownPeriod } from "./schemas.ts";

const PeriodsQuery = PageQuery.extend({
  state: z.enum(periodStates).optional().describe("Only periods in this state."),
});

const ofSubscription = z.object({ id: entityId });
const ofPeriod = z.object({
  id: entityId,
  number: z.coerce.number().int().min(0).max(1_000_000).describe("The period's number."),
});

const ExtendRequest = z
  .strictObject({ days: z.int().min(1).max(90).default(7).describe("Added to the time at which it lapses.") })
  .meta({ id: "ExtendRequest", example: { days: 7 } });

const common = { tag: "Subscriptions", extension: true } as const;
const change = {
  ...common,
  audience: "operator",
  method: "POST",
  params: ofPeriod,
  response: PeriodOutput,
  errors: ["not_found", "conflict"],
  idempotent: true,
  readsUsage: true,
} as const;

export const periodEndpoints = [
  endpoint({
    ...common,
    id: "listSubscriptionPeriods",
    exported: "subscriptions/{id}/periods",
    audience: "customer",
    permission: "credits.view",
    method: "GET",
    path: "/subscriptions/{id}/periods",
    summary: "List the periods of a subscription, newest first",
    params: ofSubscription,
    query: PageQuery,
    response: z.array(PeriodOutput),
    errors: ["not_found"],
    handle: listOfSubscription,
  }),
  endpoint({
    ...common,
    id: "listPeriods",
    audience: "operator",
    permission: "papers.view",
    method: "GET",
    path: "/periods",
    summary: "List the periods of all subscriptions, by their start",
    query: PeriodsQuery,
    response: z.array(PeriodOutput),
    handle: listAll,
  }),
  endpoint({
    ...change,
    id: "payPeriod",
    permission: "payments.decide",
    path: "/subscriptions/{id}/periods/{number}/paid",
    summary: "Record that a period is paid",
    description:
      "Prepaid credits are granted then. 409 if it is paid or has lapsed. Where payments are taken, a payment by transfer of the sum due is recorded, with its invoice: use `POST /payments/{id}/received` or `POST /payments/transfers` instead.",
    deprecated: true,
    errors: [...change.errors, "unavailable"],
    handle: (context: Context, call: PeriodCall) => {
      const taking = given(context.running, paying)?.taking;
      const record = (ended?: string) =>
        settle(context, call, "period.pay", async (tx, plan, now) => {
          const period = await requireDue(tx, plan, call.params.number);
          if (!taking) return pay(tx, plan, period, now);
          await taking.receivePeriod(tx, plan, period, auditContext(context, call), ended);
          return (await findPeriod(tx, plan.subscriptionId, period.number))!;
        });
      return taking ? taking.endingPage(record) : record();
    },
  }),
  endpoint({
    ...change,
    id: "lapsePeriod",
    permission: "payments.decide",
    path: "/subscriptions/{id}/periods/{number}/lapse",
    summary: "Let an unpaid period lapse",
    description:
      "What is left of its credits is removed, nothing is owed for it, and no further period starts until the plan is resumed.",
    handle: (context: Context, call: PeriodCall) =>
      withLeasesReturned(context, call.params.id, () =>
        settle(context, call, "period.lapse", async (tx, plan, now) => {
          const due = await requireDue(tx, plan, call.params.number);
          await given(context.running, paying)?.taking?.requireLapsable(tx, due);
          return lapse(tx, plan, call.params.number, now, {
            reason: `period ${call.params.number} has lapsed`,
            actor: actorName(call.caller),
          });
        }),
      ),
  }),
  endpoint({
    ...change,
    id: "extendPeriod",
    permission: "payments.decide",
    path: "/subscriptions/{id}/periods/{number}/extend",
    summary: "Give an unpaid prepaid period more days until it lapses",
    body: ExtendRequest,
    handle: (context: Context, call: PeriodCall<z.output<typeof ExtendRequest>>) =>
      settle(context, call, "period.extend", async (tx, plan) =>
        extend(tx, await requireDue(tx, plan, call.params.number), call.body.days),
      ),
  }),
];

type PeriodCall<Body = unknown> = Call<z.output<typeof ofPeriod>, unknown, unknown, Body>;

async function listOfSubscription(
  context: Context,
  call: QueryCall<typeof PageQuery, { id: string }>,
): Promise<Answer> {
  const { id } = call.params;
  requireSubscription(await findSubscription(context.database, id), id, call.caller);
  const where = sql`where subscription_id = ${id}`;
  return page(context, where, sql`number desc`, `/subscriptions/${id}/periods`, call.query);
}

async function listAll(context: Context, { query }: QueryCall<typeof PeriodsQuery>): Promise<Answer> {
  const now = await readClock(context.database);
  const { state } = query;
  const conditions: Sql[] = state
    ? [sql`state = ${state === "unpaid" ? "due" : state}`]
    : [sql`state in ('due', 'paid', 'lapsed')`];
  if (state === "due") conditions.push(sql`starts_at > ${now}`);
  if (state === "unpaid") conditions.push(sql`starts_at <= ${now}`);
  const path = state ? `/periods?state=${state}` : "/periods";
  const where = sql`where ${join(conditions, " and ")}`;
  return page(context, where, sql`starts_at, subscription_id, number`, path, query);
}

async function page(
  { database }: Context,
  where: Sql,
  order: Sql,
  path: string,
  query: z.output<typeof PageQuery>,
): Promise<Answer> {
  const now = await readClock(database);
  const { total } = (await database.get<{ total: number }>(sql`
    select count(*) as total from billing_period ${where}`))!;
  const rows = await periods.select(
    database,
    sql`${where} order by ${order} limit ${query.page_size} offset ${offsetOf(query)}`,
  );
  return listAnswer(
    rows.map((one) => shownPeriod(one, now)),
    total,
    path,
    query,
  );
}

/** Changes a period under the lock of its plan. */
function settle(
  context: Context,
  call: PeriodCall,
  action: string,
  work: (tx: Queries, plan: Plan, now: number) => Promise<Period>,
): Promise<Answer> {
  const { id, number } = call.params;
  return call.change(async (tx) => {
    if (!(await lockSubscription(tx, id))) throw subscriptionMissing(id);
    const plan = await lockPlan(tx, id);
    if (!plan) throw subscriptionMissing(id);
    const now = await readClock(tx);
    const after = shownPeriod(await work(tx, plan, now), now);
    await recordAudit(tx, {
      ...auditContext(context, call),
      action,
      object: `/subscriptions/${id}/periods/${number}`,
      after,
    });
    return json(after);
  });
}
