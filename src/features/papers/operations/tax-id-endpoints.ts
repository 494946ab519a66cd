import { z } from "zod";
import { auditedChange } from "../../../access/audited-change.ts";
import { isoTime } from "../../../base/clock.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { sql } from "../../../database/sql.ts";
import { timesOf, wireOf } from "../../../entities/wire.ts";
import { type Answer, type BodyCall, json, type QueryCall } from "../../../http/endpoint.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import { PageQuery, pageAnswer } from "../../../http/lists.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { checkStates, checks, needsDecision, type TaxIdCheck, writeCheck } from "../parties/tax-id-check.ts";

const CheckOutput = z
  .object({
    account_id: z.string().describe("The buyer's account."),
    country: z.string().describe("The code of ISO 3166-1."),
    tax_id: z.string().describe("Without spaces and signs."),
    state: z.enum(checkStates).describe("What is known of it."),
    since: z.iso.datetime().describe("When it was asked for first."),
    attempts: z.int().describe("How often VIES was asked."),
    asked_at: z.iso.datetime().describe("When it was asked last, or an operator decided."),
    answered_on: z.string().nullable().describe("The day of VIES's answer; null without one."),
    reference: z.string().nullable().describe("VIES's consultation number."),
    next_at: z.iso.datetime().nullable().describe("When it is asked again; null if it is not."),
    needs_decision: z.boolean().describe("Whether VIES did not answer for 30 days: an operator decides."),
  })
  .meta({ id: "TaxIdCheck" });

const shownCheck = (check: TaxIdCheck, now: number): z.output<typeof CheckOutput> => ({
  ...wireOf(check, "accountId", "country", "taxId", "state"),
  ...timesOf(check, "since"),
  ...wireOf(check, "attempts"),
  ...timesOf(check, "askedAt"),
  ...wireOf(check, "answeredOn", "reference"),
  next_at: isoTime(check.dueAt),
  needs_decision: needsDecision(check, now),
});

const ChecksQuery = PageQuery.extend({
  state: z.enum(checkStates).optional().describe("Only those in this state."),
});

const Decision = z
  .strictObject({
    decision: z
      .enum(["accept", "refuse"])
      .describe("`accept`: it counts, as by its form. `refuse`: tax is charged as without a tax ID."),
    tax_id: z.string().max(40).describe("The ID that you saw. Another one is not decided."),
  })
  .meta({ id: "TaxIdDecision", example: { decision: "accept", tax_id: "DE123456788" } });

const common = { tag: "Papers", audience: "operator", extension: true } as const;

type DecisionCall = BodyCall<typeof Decision, { id: string }>;

export const taxIdEndpoints = [
  endpoint({
    ...common,
    id: "listTaxIds",
    permission: "papers.view",
    method: "GET",
    path: "/papers/tax-ids",
    summary: "List the VAT IDs that VIES was asked about",
    description: "Those that wait the longest first.",
    query: ChecksQuery,
    response: z.array(CheckOutput),
    handle: listChecks,
  }),
  endpoint({
    ...common,
    id: "decideTaxId",
    permission: "papers.change",
    method: "POST",
    path: "/papers/tax-ids/{id}/decision",
    summary: "Decide about a VAT ID that VIES did not confirm",
    description: "By the account's ID. Papers that were issued keep what they have.",
    params: z.object({ id: entityId }),
    body: Decision,
    response: CheckOutput,
    errors: ["not_found", "conflict"],
    handle: decide,
  }),
];

function listChecks({ database, clock }: Context, { query }: QueryCall<typeof ChecksQuery>) {
  return pageAnswer(database, query, {
    rows: checks,
    path: "/papers/tax-ids",
    filters: { state: (state) => sql`state = ${state}` },
    order: sql`since, account_id`,
    shown: (rows) => rows.map((check) => shownCheck(check, clock())),
  });
}

function decide(context: Context, call: DecisionCall): Promise<Answer> {
  const { id } = call.params;
  const { decision, tax_id } = call.body;
  const action = decision === "accept" ? "user.accept_tax_id" : "user.refuse_tax_id";
  return auditedChange(context, call, action, `/users/${id}/billing-details`, async (tx) => {
    const check = await checks.lock(tx, id);
    if (!check) throw notFound(`VIES was not asked about a VAT ID of account ${id}.`);
    const now = context.clock();
    if (check.taxId !== tax_id)
      throw conflict(
        `The account has the VAT ID ${check.taxId} now, not ${tax_id}. Load the list again. Nothing was changed.`,
      );
    if (!needsDecision(check, now))
      throw conflict(
        `Nothing is to be decided about ${tax_id}: ${check.state === "unconfirmed" ? "VIES is still asked" : `it is ${check.state}`}. Nothing was changed.`,
      );
    const decided: TaxIdCheck = {
      ...check,
      state: decision === "accept" ? "accepted" : "refused",
      askedAt: now,
      dueAt: null,
    };
    await writeCheck(tx, decided);
    return {
      before: { tax_id_check: check.state },
      after: { tax_id_check: decided.state, tax_id },
      answer: json(shownCheck(decided, now)),
    };
  });
}
