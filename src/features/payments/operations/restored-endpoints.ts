import { z } from "zod";
import { auditContext, recordAudit } from "../../../access/audit.ts";
import { isoTime } from "../../../base/clock.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { wireOf } from "../../../entities/wire.ts";
import { type Answer, type Call, json } from "../../../http/endpoint.ts";
import { conflict, InvalidRequest } from "../../../http/errors.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { opened } from "../../../running/opened.ts";
import { Payments } from "../payments.ts";
import type { PaymentProvider } from "../providers/provider.ts";
import {
  matchWithPayment,
  matchWithSubscription,
  noteReturned,
  requireUndecided,
  returnCharge,
} from "../restored/decide-lost.ts";
import { readListing } from "../restored/listing.ts";
import { countUndecided, findLost, type LostCharge, readUndecided } from "../restored/lost-charges.ts";
import { findPayment } from "../rows/payment-rows.ts";
import { endingFirst } from "../settling/end-at-provider.ts";
import type { Settlement } from "../settling/settlement.ts";
import { asked } from "./payment-access.ts";

const moment = z.iso.datetime();
/** How many charges are shown at a time; the next ones follow once these are decided. */
const most = 100;

const ChargeOutput = z
  .object({
    provider_ref: z.string().describe("The charge, by the provider's own ID."),
    payment_id: z.string().describe("The payment that it was made for, which is lost."),
    subscription_id: z.string().nullable().describe("Null if the charge does not name it."),
    kind: z
      .string()
      .nullable()
      .describe("What it paid for: `renewal`, `overage`, `plan`, `package`, `automatic`."),
    period: z.int().nullable().describe("The number of the period; null for what has none."),
    minor: z.int().describe("What the charge is of, in minor units."),
    currency: z.string().describe("The code of ISO 4217."),
    refunded_minor: z.int().describe("What was returned of it."),
    dispute: z.enum(["inquiry", "open", "won", "lost"]).nullable().describe("Null if it was never disputed."),
    charged_at: moment.describe("By the provider's clock."),
    has_arrived: z.boolean().describe("False while it is being debited."),
    state: z
      .enum(["undecided", "kept", "matched", "returned"])
      .describe("`kept`: the payment of its period gets it in place of another charge."),
  })
  .meta({ id: "LostCharge" });

const RestoredOutput = z
  .object({
    listing: z
      .object({
        state: z.enum(["due", "skipped", "done"]).describe("`skipped`: no provider is set."),
        since: moment.describe("The last moment that the database had."),
        handled: z.int().describe("Charges, pages, refunds and disputes that are listed and matched so far."),
        failure: z.string().nullable().describe("Why it failed the last time; it is tried again."),
      })
      .nullable()
      .describe("What the provider took since the backup. Null if the database never went back."),
    undecided: z.int().describe("Charges that must be matched or returned before the service resumes."),
    charges: z.array(ChargeOutput).describe(`The first ${most} of them.`),
  })
  .meta({ id: "RestoredPayments" });

const MatchLostRequest = z
  .strictObject({
    payment_id: entityId.optional().describe("A payment of the same sum for which no money has arrived."),
    subscription_id: entityId
      .optional()
      .describe(
        "Gets what the charge paid for: its period, or the package of this price. Name this or `payment_id`.",
      ),
  })
  .meta({ id: "MatchLostChargeRequest", example: { subscription_id: "growth-acme" } });

const common = {
  tag: "Payments",
  audience: "operator",
  extension: true,
} as const;
const change = {
  ...common,
  permission: "payments.decide",
  method: "POST",
  params: z.object({ ref: entityId.describe("The charge, by the provider's own ID.") }),
  response: ChargeOutput,
  idempotent: true,
  whileHeld: true,
} as const;

export const restoredEndpoints = [
  endpoint({
    ...common,
    id: "getRestoredPayments",
    permission: "papers.view",
    method: "GET",
    path: "/payments/restored",
    summary: "Read what the payment provider took that a restore has lost",
    description: "While it is listed, and until each charge is decided, `POST /system/resume` is refused.",
    response: RestoredOutput,
    handle: readRestored,
  }),
  endpoint({
    ...change,
    id: "matchLostCharge",
    path: "/payments/restored/{ref}/match",
    summary: "Match a charge whose payment is lost with a payment or a subscription",
    description:
      "What is paid for is granted, with its invoice. A charge for a period that is not due yet is kept: the payment of that period gets it in place of another charge.",
    body: MatchLostRequest,
    errors: ["not_found", "conflict", "unavailable"],
    handle: matchLost,
  }),
  endpoint({
    ...change,
    id: "returnLostCharge",
    path: "/payments/restored/{ref}/return",
    summary: "Return a charge whose payment is lost",
    description:
      "The provider returns what is left of it to the card. Of a disputed charge this notes that the bank decides.",
    errors: ["not_found", "conflict", "unavailable"],
    handle: returnLost,
  }),
];

type LostCall<Body = unknown> = Call<{ ref: string }, unknown, unknown, Body>;

function shown(lost: LostCharge): z.output<typeof ChargeOutput> {
  const {
    providerRef,
    named: paymentId,
    subscriptionId,
    kind,
    period,
    minor,
    currency,
    refundedMinor,
  } = lost;
  return {
    ...wireOf({ providerRef, paymentId, subscriptionId, kind, period, minor, currency, refundedMinor }),
    dispute: lost.dispute,
    charged_at: isoTime(lost.chargedAt),
    has_arrived: lost.transfer !== null,
    state: stateOf(lost),
  };
}

function stateOf({ transfer, isKept, isUndecided }: LostCharge): z.output<typeof ChargeOutput>["state"] {
  if (isUndecided === 1) return "undecided";
  if (transfer === "matched" || transfer === "returned") return transfer;
  return isKept ? "kept" : "undecided";
}

async function readRestored({ database }: Context): Promise<Answer> {
  const listing = await readListing(database);
  const output: z.output<typeof RestoredOutput> = {
    listing: listing
      ? {
          state: listing.state,
          since: isoTime(listing.fromAt),
          handled: listing.handled,
          failure: listing.failure,
        }
      : null,
    undecided: await countUndecided(database),
    charges: (await readUndecided(database, most)).map(shown),
  };
  return json(output);
}

async function matchLost(context: Context, call: LostCall<z.output<typeof MatchLostRequest>>) {
  const { ref } = call.params;
  const { payment_id, subscription_id } = call.body;
  if ((payment_id === undefined) === (subscription_id === undefined))
    throw new InvalidRequest(["body"], "must have either `payment_id` or `subscription_id`", call.body);
  const { settlement } = opened(context, Payments);
  let matched: string | undefined;
  const answer = await endingFirst(settlement, (ended) =>
    call.change(async (tx) => {
      if (payment_id !== undefined)
        await matchWithPayment(tx, settlement, { ref, paymentId: payment_id, ended });
      matched = payment_id ?? (await matchWithSubscription(tx, ref, subscription_id!));
      // What is kept for a period is read at the provider once the period is due.
      if (matched !== undefined) requireProvider(settlement);
      return decided(tx, context, call, "payment.match_lost", {
        payment_id: matched ?? null,
        subscription_id,
      });
    }),
  );
  const payment = matched === undefined ? undefined : await findPayment(context.database, matched);
  // Whoever looks next repeats it.
  if (payment) {
    const cards = settlement.requireCards();
    await asked(() => settlement.settle(payment, () => cards.find(ref), { ref, isOwn: true }));
  }
  return answer;
}

/** 409 without the provider: a charge is read there, and returned there. */
function requireProvider({ cards }: Settlement): PaymentProvider {
  if (cards) return cards;
  throw conflict(
    "The charge is at the payment provider, which is switched off: set `VINGATE_PAYMENTS` to `stripe`, and restart. Nothing was changed.",
  );
}

async function returnLost(context: Context, call: LostCall): Promise<Answer> {
  const { ref } = call.params;
  await requireUndecided(context.database, ref);
  const cards = requireProvider(opened(context, Payments).settlement);
  const seen = await asked(() => returnCharge(context, cards, ref));
  return call.change(async (tx) => {
    await noteReturned(tx, ref, seen);
    return decided(tx, context, call, "payment.return_lost", {});
  });
}

async function decided(tx: Queries, context: Context, call: LostCall, action: string, after: object) {
  const { ref } = call.params;
  const lost = shown((await findLost(tx, ref))!);
  await recordAudit(tx, {
    ...auditContext(context, call),
    action,
    object: `/payments/restored/${ref}`,
    after: { ...lost, ...after },
  });
  return json(lost);
}
