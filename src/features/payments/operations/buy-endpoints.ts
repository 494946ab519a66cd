import { z } from "zod";
import { auditContext, recordAudit } from "../../../access/audit.ts";
import { isoTime, never } from "../../../base/clock.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { type Answer, type BodyCall, json, type QueryCall } from "../../../http/endpoint.ts";
import { InvalidRequest } from "../../../http/errors.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import {
  findSubscription,
  requireSubscription,
} from "../../../management/subscriptions/subscription-resource.ts";
import { opened } from "../../../running/opened.ts";
import type { TaxQuote } from "../../papers/issue.ts";
import { noteCheckout, openCheckout, quote, requestPayment } from "../buying/begin-payment.ts";
import { Payments } from "../payments.ts";
import type { Wanted } from "../prices/wanted.ts";
import type { Payment } from "../rows/payment.ts";
import { type Ended, endingFirst, endUnused } from "../settling/end-at-provider.ts";
import { PaymentOutput, QuoteOutput, readShown } from "./schemas.ts";

const what = {
  subscription_id: entityId,
  kind: z
    .enum(["plan", "package", "renewal"])
    .describe(
      "`plan`: another plan from now on. `package`: credits on top. `renewal`: a period that is not paid.",
    ),
  product_id: entityId.optional().describe("Of a plan."),
  package_id: entityId.optional().describe("Of a package of the subscription's plan."),
  period: z.coerce.number().int().min(0).max(1_000_000).optional().describe("The number of the period."),
};

const members = { plan: "product_id", package: "package_id", renewal: "period" } as const;

type What = z.output<z.ZodObject<typeof what>>;

/** Exactly the member that belongs to the kind. */
const isWhole = (given: What): boolean =>
  Object.entries(members).every(([kind, member]) => (given[member] !== undefined) === (kind === given.kind));

const wholeError = "takes product_id for a plan, package_id for a package, and period for a renewal";

const QuoteQuery = z.object(what);

export const PaymentRequest = z
  .strictObject({
    ...what,
    minor: z.int().min(1).describe("The sum that the caller saw, with tax; another one is refused with 409."),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .describe("That of the sum."),
    method: z
      .enum(["saved", "card", "transfer"])
      .describe("`saved`: the saved card, charged immediately. `card`: on the page of `checkout_url`."),
  })
  .refine(isWhole, { path: ["kind"], error: wholeError })
  .meta({
    id: "PaymentRequest",
    example: {
      subscription_id: "shop",
      kind: "package",
      package_id: "small",
      minor: 5000,
      currency: "EUR",
      method: "card",
    },
  });

type BuyCall = BodyCall<typeof PaymentRequest>;

function wantedOf({ kind, product_id, package_id, period }: What): Wanted {
  if (kind === "plan") return { kind, product_id: product_id! };
  return kind === "package" ? { kind, package_id: package_id! } : { kind, period: period! };
}

const common = { tag: "Payments", audience: "customer", extension: true } as const;

export const buyEndpoints = [
  endpoint({
    ...common,
    id: "quotePayment",
    permission: "plans.change",
    method: "GET",
    path: "/payments/quote",
    summary: "Read what a plan, a package or a period costs now, with tax",
    query: QuoteQuery,
    response: QuoteOutput,
    errors: ["not_found", "conflict"],
    handle: readQuote,
  }),
  endpoint({
    ...common,
    id: "createPayment",
    members: { method: { permission: "spending.change", values: ["saved"] } },
    permission: "plans.change",
    method: "POST",
    path: "/payments",
    summary: "Buy a plan or a package, or pay a period",
    description:
      "What is bought begins when the money has arrived. `minor` and `currency` are those that the caller saw: if the price has changed since, 409 and nothing is charged. So it is while the account's billing details lack the country, the address or the city (`PUT /users/{id}/billing-details`).",
    body: PaymentRequest,
    response: PaymentOutput,
    errors: ["not_found", "conflict", "unavailable"],
    idempotent: true,
    handle: createPayment,
  }),
];

async function readQuote(context: Context, call: QueryCall<typeof QuoteQuery>): Promise<Answer> {
  const { database } = context;
  const { subscription_id: id, kind } = call.query;
  if (!isWhole(call.query)) throw new InvalidRequest(["query", members[kind]], wholeError, call.query);
  const subscription = requireSubscription(await findSubscription(database, id), id, call.caller);
  const quoted = await quote(
    database,
    context,
    opened(context, Payments).settlement,
    subscription,
    wantedOf(call.query),
  );
  return json({
    subscription_id: id,
    kind,
    text: quoted.terms.text,
    product_id: quoted.terms.productId,
    offer_version: quoted.terms.offerVersion,
    currency: quoted.currency,
    net_minor: quoted.netMinor,
    tax: shownTax(quoted.tax),
    minor: quoted.minor,
    credits: quoted.credits,
    starts_at: isoTime(quoted.startsAt),
    expires_at: quoted.expiresAt === never ? null : isoTime(quoted.expiresAt),
    methods: [...quoted.methods],
    saved_method: quoted.savedMethod,
    details_needed: quoted.areDetailsNeeded,
  } satisfies z.output<typeof QuoteOutput>);
}

const shownTax = ({ rate, category, reason, taxMinor: minor }: TaxQuote) => ({
  rate,
  category,
  reason,
  minor,
});

/**
 * A payment with a page is written before the page is made, since the provider must not be waited for with rows locked.
 * If it ends in between, nothing can be paid, and the next look ends the payment.
 */
async function createPayment(context: Context, call: BuyCall): Promise<Answer> {
  const { database } = context;
  const { settlement } = opened(context, Payments);
  const { subscription_id: id, method, minor, currency } = call.body;
  const subscription = requireSubscription(await findSubscription(database, id), id, call.caller);
  const buying = {
    subscription,
    wanted: wantedOf(call.body),
    method,
    seenMinor: minor,
    seenCurrency: currency,
  };
  const request = (tx: Queries, ended: Ended) => requestPayment(tx, context, settlement, buying, ended);
  const answered = async (tx: Queries, payment: Payment): Promise<Answer> => {
    const after = await readShown(tx, payment);
    await recordAudit(tx, {
      ...auditContext(context, call),
      action: "payment.create",
      object: `/payments/${payment.id}`,
      after: { description: after.description, minor, currency, method },
    });
    return json(after);
  };
  return endingFirst(settlement, async (ended) => {
    if (method !== "card") return call.change(async (tx) => answered(tx, await request(tx, ended)));
    const payment = await database.transaction((tx) => request(tx, ended), { repeatable: true });
    const page = await openCheckout(context, settlement, payment);
    let noted: Payment | undefined;
    const answer = await call.change(async (tx) => {
      noted = await noteCheckout(tx, payment, page);
      return answered(tx, noted);
    });
    if (noted?.providerRef !== page.ref) await endUnused(settlement, page.ref);
    return answer;
  });
}
