import { z } from "zod";
import { actorName, auditContext } from "../../../access/audit.ts";
import { auditedChange } from "../../../access/audited-change.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { Answer, Call, QueryCall } from "../../../http/endpoint.ts";
import { PageQuery, pageAnswer } from "../../../http/lists.ts";
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
    handle: async (context: Context, call: PeriodCall) => {
      const taking = await given(context.running, paying)?.taking(context.database);
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
          const taking = await given(context.running, paying)?.taking(tx);
          await taking?.requireLapsable(tx, due);
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

async function listOfSubscription(context: Context, call: QueryCall<typeof PageQuery, { id: string }>) {
  const { database } = context;
  const { id } = call.params;
  requireSubscription(await findSubscription(database, id), id, call.caller);
  const now = await readClock(database);
  return pageAnswer(database, call.query, {
    rows: periods,
    path: `/subscriptions/${id}/periods`,
    where: sql`subscription_id = ${id}`,
    order: sql`number desc`,
    shown: (rows) => rows.map((one) => shownPeriod(one, now)),
  });
}

async function listAll({ database }: Context, { query }: QueryCall<typeof PeriodsQuery>) {
  const now = await readClock(database);
  return pageAnswer(database, query, {
    rows: periods,
    path: "/periods",
    where: query.state === undefined ? sql`state in ('due', 'paid', 'lapsed')` : undefined,
    filters: {
      state: (state) =>
        state === "due"
          ? sql`state = 'due' and starts_at > ${now}`
          : state === "unpaid"
            ? sql`state = 'due' and starts_at <= ${now}`
            : sql`state = ${state}`,
    },
    order: sql`starts_at, subscription_id, number`,
    shown: (rows) => rows.map((one) => shownPeriod(one, now)),
  });
}

/** Changes a period under the lock of its plan. */
function settle(
  context: Context,
  call: PeriodCall,
  action: string,
  work: (tx: Queries, plan: Plan, now: number) => Promise<Period>,
): Promise<Answer> {
  const { id, number } = call.params;
  return auditedChange(context, call, action, `/subscriptions/${id}/periods/${number}`, async (tx) => {
    if (!(await lockSubscription(tx, id))) throw subscriptionMissing(id);
    const plan = await lockPlan(tx, id);
    if (!plan) throw subscriptionMissing(id);
    const now = await readClock(tx);
    return { after: shownPeriod(await work(tx, plan, now), now) };
  });
}
