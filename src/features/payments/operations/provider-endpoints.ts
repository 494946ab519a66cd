import { z } from "zod";
import { auditedChange } from "../../../access/audited-change.ts";
import { isoTime } from "../../../base/clock.ts";
import { dayMs } from "../../../base/durations.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { sql } from "../../../database/sql.ts";
import { countOf } from "../../../entities/list.ts";
import { wireOf } from "../../../entities/wire.ts";
import { type Answer, type Call, json, type QueryCall } from "../../../http/endpoint.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import { PageQuery, pageAnswer } from "../../../http/lists.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { opened } from "../../../running/opened.ts";
import { Payments } from "../payments.ts";
import { endReturn, returns, type UnmatchedReturn } from "../rows/return-rows.ts";
import { readWay } from "../selling.ts";
import { readProblems } from "../watching/problems.ts";
import { readState } from "../watching/provider-state.ts";

const moment = z.iso.datetime();

const ProviderOutput = z
  .object({
    payments: z.enum(["off", "invoice", "manual", "stripe"]).describe("The way of `GET /payments/settings`."),
    mode: z.enum(["live", "test"]).nullable().describe("Of the provider's key; null if it does not say."),
    heard_at: moment.nullable().describe("When the last signed event came."),
    read_at: moment.nullable().describe("When events were read last, to find those that have not come."),
    unknown_events: z
      .int()
      .describe(
        "Signed events of the last day that are of nothing this service has made. They change nothing.",
      ),
    refused_events: z.int().describe("Events with a wrong signature since the last right one."),
    problems: z
      .array(
        z.object({
          code: z.string().describe("What it is, for programs."),
          found: z.string().describe("What is wrong."),
          advice: z.string().describe("What to do."),
          since: moment.describe("When it was found first."),
        }),
      )
      .describe("What an operator must change, at the provider or in the settings."),
  })
  .meta({ id: "PaymentProvider" });

const ReturnOutput = z
  .object({
    id: z.string(),
    provider_ref: z.string().describe("The charge, by the provider's own ID."),
    payment_id: z.string().describe("The payment that it was made for."),
    currency: z.string().describe("The code of ISO 4217."),
    received_minor: z.int().describe("What the charge took, in minor units."),
    refunded_minor: z.int().describe("What was returned of it."),
    dispute: z.enum(["inquiry", "open", "won", "lost"]).nullable().describe("Null if it was never disputed."),
    disputed_minor: z.int().describe("Of its dispute, in minor units."),
    state: z.enum(["unmatched", "matched", "closed"]).describe("`closed`: by an operator."),
    created_at: moment.describe("When it was heard of first."),
  })
  .meta({ id: "UnmatchedReturn" });

function shown(row: UnmatchedReturn): z.output<typeof ReturnOutput> {
  const { id, providerRef, named: paymentId, currency, receivedMinor, refundedMinor } = row;
  const { dispute, disputedMinor, state } = row;
  return {
    ...wireOf({ id, providerRef, paymentId, currency, receivedMinor, refundedMinor }),
    ...wireOf({ dispute, disputedMinor, state, createdAt: isoTime(row.createdAt) }),
  };
}

const ReturnsQuery = PageQuery.extend({
  state: z.enum(["unmatched", "matched", "closed"]).optional().describe("Only those in this state."),
});

const common = { tag: "Payments", audience: "operator", extension: true } as const;

export const providerEndpoints = [
  endpoint({
    ...common,
    id: "getPaymentProvider",
    permission: "papers.view",
    method: "GET",
    path: "/payments/provider",
    summary: "Read how the payment provider is set up, and what is wrong with it",
    description:
      "The provider is asked once an hour and at each start; `vingate doctor` asks it immediately.",
    response: ProviderOutput,
    handle: readProvider,
  }),
  endpoint({
    ...common,
    id: "listUnmatchedReturns",
    permission: "papers.view",
    method: "GET",
    path: "/payments/returns",
    summary: "List refunds and disputes of charges whose payments are not here, newest first",
    description:
      "They are applied by themselves as soon as the payment is here, for example after a restore.",
    query: ReturnsQuery,
    response: z.array(ReturnOutput),
    handle: listReturns,
  }),
  endpoint({
    ...common,
    id: "closeUnmatchedReturn",
    permission: "payments.decide",
    method: "POST",
    path: "/payments/returns/{id}/close",
    summary: "Note that a refund or dispute without a payment needs nothing more",
    params: z.object({ id: entityId }),
    response: ReturnOutput,
    errors: ["not_found", "conflict"],
    idempotent: true,
    handle: closeReturn,
  }),
];

async function readProvider(context: Context): Promise<Answer> {
  const { database, config, clock } = context;
  const { cards } = opened(context, Payments).settlement;
  const state = await readState(database);
  const unknown = await countOf(
    database,
    sql`payment_event where payment_id is null and at > ${clock() - dayMs}`,
  );
  const time = (at: number | null | undefined) => (at == null ? null : isoTime(at));
  const output: z.output<typeof ProviderOutput> = {
    payments: (await readWay(database, config)).way,
    mode: cards?.isLive === undefined ? null : cards.isLive ? "live" : "test",
    heard_at: time(state?.heardAt),
    read_at: time(state?.readAt),
    unknown_events: unknown,
    refused_events: state?.refused ?? 0,
    problems: (await readProblems(database)).map(({ since, ...one }) => ({ ...one, since: isoTime(since) })),
  };
  return json(output);
}

function listReturns({ database }: Context, { query }: QueryCall<typeof ReturnsQuery>) {
  return pageAnswer(database, query, {
    rows: returns,
    path: "/payments/returns",
    where: query.state === undefined ? sql`created_at >= 0` : undefined,
    filters: { state: (state) => sql`state = ${state}` },
    order: sql`created_at desc, id`,
    shown: (rows) => rows.map(shown),
  });
}

function closeReturn(context: Context, call: Call<{ id: string }>): Promise<Answer> {
  const { id } = call.params;
  return auditedChange(context, call, "payment.close_return", `/payments/returns/${id}`, async (tx) => {
    const [row] = await returns.select(tx, sql`where id = ${id}`);
    if (!row) throw notFound(`Return ${id} not found.`);
    if (!(await endReturn(tx, row.providerRef, "closed")))
      throw conflict(`It is ${row.state} already. Nothing was changed.`);
    return { after: shown({ ...row, state: "closed" }) };
  });
}
