import { z } from "zod";
import { PageQuery } from "../../../http/lists.ts";
import { entityId, remark } from "../../common/identifiers.ts";

/** What a customer is to the operator; of several the first. Those before `active` come first in the list. */
export const customerStates = [
  "requested",
  "unpaid",
  "suspended",
  "used_up",
  "active",
  "no_plan",
  "deleted",
] as const;
export type CustomerState = (typeof customerStates)[number];

export const CustomersQuery = PageQuery.extend({
  id: entityId.optional().describe("Only this customer."),
  text: remark(200)
    .optional()
    .describe(
      "Only customers whose names or email contain, for each word of this text, a word that starts with it. Case and accents are ignored.",
    ),
  state: z.literal(customerStates).optional().describe("If omitted, customers in every state but `deleted`."),
  product_id: entityId.optional().describe("Only customers with a subscription to this plan."),
});

export type CustomerFilter = z.output<typeof CustomersQuery>;

const moment = z.iso.datetime();

export const Customer = z
  .object({
    id: z.string(),
    name: z.string().describe("Of the person or the organization; empty after its deletion."),
    email: z.string(),
    kind: z.enum(["person", "organization"]).describe("Members act for an organization."),
    members: z.int().nullable().describe("Of an organization; null for people."),
    first_member: z.string().nullable().describe("The name of the member who joined first."),
    state: z
      .enum(customerStates)
      .describe(
        "`requested`: a subscription or the account waits for an approval. `unpaid`: a period has started and is not paid. `suspended`: the account is blocked, or a subscription is suspended. `used_up`: no credits are left.",
      ),
    needs_you: z.boolean().describe("Whether somebody waits for an operator, or money is missing."),
    subscriptions: z.int().describe("That are active, suspended or requested."),
    subscription_id: z
      .string()
      .nullable()
      .describe("The one whose plan is shown: an active one, the dearest; null without one."),
    plan: z.string().nullable().describe("The name of its plan, or its own."),
    product_id: z.string().nullable(),
    offer_version: z.int().nullable().describe("Of its price; null without one."),
    price_minor: z.int().nullable().describe("Its price in minor units, without tax."),
    price_every: z.enum(["once", "month", "year"]).nullable().describe("How often it is paid."),
    currency: z.string().nullable().describe("Of the price."),
    request_id: z.string().nullable().describe("The subscription that waits longest for an approval."),
    request: z.string().nullable().describe("The name of its plan, or its own."),
    credits_left: z
      .int()
      .nullable()
      .describe("Of all active subscriptions; null if those of one are unlimited."),
    calls: z.int().describe("In the last 30 days, without test calls."),
    next_payment_minor: z.int().nullable().describe("The nearest of all subscriptions, with tax."),
    next_payment_currency: z.string().nullable().describe("Of the next payment."),
    next_payment_at: moment.nullable().describe("When its period starts."),
    next_payment_state: z
      .enum(["planned", "due", "unpaid"])
      .nullable()
      .describe("`due` within a day of its period, `unpaid` once that has started."),
    lapses_at: moment.nullable().describe("When the unpaid or due period lapses; null if it does not."),
    registered_at: moment,
  })
  .meta({ id: "Customer" });

export type Customer = z.output<typeof Customer>;

export const Customers = z
  .object({
    total: z.int().describe("That meet the filters."),
    needs_you: z.int().describe("Of these, those that need an operator."),
    organizations: z.int().describe("Of these, those that are organizations."),
    customers: z.array(Customer).describe("Of the page."),
  })
  .meta({ id: "Customers" });
