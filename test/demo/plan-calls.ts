import type { Context } from "../../src/calls/context.ts";
import { raw } from "../../src/database/sql.ts";

const subscription = () => ({ id: "acme-fleet" });
const period = () => ({ id: "acme-fleet", number: "0" });
const firstPage = () => ({ page: 1, page_size: 2 });
const doing =
  (...statements: readonly string[]) =>
  async (app: Context) => {
    for (const statement of statements) await app.database.run(raw(statement));
  };

const columns = `on_sale, currency, price_every, credits, credits_every, carry_over, packages, notice_days,
  invoice_allowed, published_at, published_by`;

/** The plan of a subscription, its grants and its periods, once the product Fleet has an offer. */
export const planCalls = [
  {
    operation: "changePlan",
    prepare: doing(
      `insert into product (id, display_name, description, terms, subscription_required, approval_required, state,
        policy, created_at, updated_at)
      select 'fleet-plus', 'Fleet Plus', '', '', 1, 0, 'published', '{}', created_at, created_at from product
      where id = 'fleet'`,
      `insert into product_offer (product_id, version, price_minor, ${columns})
      select 'fleet-plus', 1, 19900, ${columns} from product_offer where product_id = 'fleet'`,
    ),
    params: subscription,
    json: () => ({
      product_id: "fleet-plus",
      when: "period_end",
      price_minor: 19_900,
      currency: "EUR",
      offer_version: 1,
    }),
  },
  { operation: "getPlan", params: subscription },
  { operation: "keepPlan", params: subscription },
  { operation: "putOverage", params: subscription, json: () => ({ cap: 5000 }) },
  { operation: "putTimeZone", params: subscription, json: () => ({ time_zone: "Europe/Prague" }) },
  {
    operation: "createGrant",
    params: subscription,
    json: () => ({
      source: "grant",
      credits: 1000,
      expires_at: "2027-05-21T00:00:00.000Z",
      reason: "Goodwill",
    }),
    keep: ({ id }: { id: string }, made: { grantId: string }) => {
      made.grantId = id;
    },
  },
  { operation: "listGrants", params: subscription },
  {
    operation: "deleteGrant",
    params: ({ grantId }: { grantId: string }) => ({ id: "acme-fleet", grant_id: grantId }),
  },
  { operation: "pausePlan", params: subscription },
  { operation: "resumePlan", params: subscription },
  { operation: "listSubscriptionPeriods", params: subscription, query: firstPage },
  { operation: "listPeriods", query: firstPage },
  {
    operation: "extendPeriod",
    prepare: doing("update billing_period set lapses_at = starts_at + 604800000"),
    params: period,
    json: () => ({ days: 7 }),
  },
] as const;

/** What operators decide on periods, once invoices can be issued. */
export const settlingCalls = [
  { operation: "payPeriod", params: period },
  {
    operation: "lapsePeriod",
    prepare: doing("update billing_period set state = 'due'"),
    params: period,
  },
] as const;
