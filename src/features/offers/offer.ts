import { z } from "zod";
import { isCurrency } from "../../base/format/currencies.ts";
import { flag, integer, json, orNull, type Stored, text, word } from "../../entities/stored.ts";
import { Table } from "../../entities/table.ts";
import { entityId } from "../../management/common/identifiers.ts";

/** The limit of credits, which is that of every balance. */
const creditsMax = 1_000_000_000;
/** The limit of minor units: thirteen periods with their caps stay exact numbers. */
const minorMax = 1_000_000_000_000;

const credits = z.int().min(0).max(creditsMax);
const minor = z.int().min(0).max(minorMax);

export const OfferPackage = z
  .strictObject({
    id: entityId.describe("Unique in the offer. A purchase names it."),
    credits: z.int().min(1).max(creditsMax),
    price_minor: minor.describe("The price in minor units."),
    months: z.int().min(1).max(120).describe("The months until its credits expire."),
  })
  .meta({ id: "OfferPackage" });

/** The terms of an offer, without what publishing adds. */
export const OfferTerms = z
  .strictObject({
    on_sale: z
      .boolean()
      .default(true)
      .describe(
        "If false, the offer is withdrawn: it is not on the price page, and no new subscription takes it.",
      ),
    currency: z
      .string()
      .refine(isCurrency, "must be a currency of ISO 4217 in use, such as EUR")
      .meta({ accepts: "^[A-Z]{3}$" })
      .describe("The same in all versions."),
    price_minor: minor.describe("The price in minor units, without tax: 9900 is €99.00 and ¥9,900."),
    price_every: z
      .literal(["once", "month", "year"])
      .describe("Months and years are calendar ones, from the day of purchase."),
    credits: credits.describe("Credits that are granted."),
    credits_every: z.literal(["once", "month"]).describe("Credits that are granted once do not expire."),
    carry_over: z
      .int()
      .min(0)
      .max(12)
      .default(0)
      .describe("How many periods unused credits stay after their own."),
    overage_minor: minor
      .nullable()
      .default(null)
      .describe("The price beyond credits, in minor units per `overage_per` credits; null: none beyond."),
    overage_per: z
      .int()
      .min(1)
      .max(creditsMax)
      .nullable()
      .default(null)
      .describe("The credits that `overage_minor` pays."),
    overage_cap_max: z
      .int()
      .min(1)
      .max(creditsMax)
      .nullable()
      .default(null)
      .describe("The highest cap that a customer can set, in credits per period."),
    packages: z.array(OfferPackage).max(20).default([]).describe("Credits on top, bought once."),
    notice_days: z
      .int()
      .min(0)
      .max(365)
      .default(30)
      .describe("The days before another version applies to current subscriptions."),
    who_pays: z
      .literal(["notice", "new"])
      .default("notice")
      .describe(
        "Whom the version applies to: `notice`, new subscriptions, and current ones after `notice_days`; `new`, new subscriptions only. Current ones keep their version until they change their plan, or a later version applies to them.",
      ),
    members_max: z
      .int()
      .min(1)
      .max(1_000_000)
      .nullable()
      .default(null)
      .describe("Members of an account; null: no limit."),
    invoice_allowed: z.boolean().default(false).describe("Whether customers can pay by invoice."),
    connector_credits_per_day: z
      .int()
      .min(1)
      .max(creditsMax)
      .nullable()
      .default(null)
      .describe("The credits that a connected assistant can spend per day at first; null: no limit."),
  })
  .refine(
    ({ overage_minor, overage_per, overage_cap_max }) =>
      new Set([overage_minor === null, overage_per === null, overage_cap_max === null]).size === 1,
    {
      path: ["overage_minor"],
      error: "overage_minor, overage_per and overage_cap_max are given together, or none of them",
    },
  )
  .refine(
    ({ overage_minor, overage_per, overage_cap_max }) =>
      BigInt(overage_cap_max ?? 0) * BigInt(overage_minor ?? 0) <=
      BigInt(minorMax) * BigInt(overage_per ?? 1),
    { path: ["overage_cap_max"], error: `costs more than ${minorMax} minor units` },
  )
  .refine(
    ({ price_every, credits_every, credits }) =>
      price_every === "once" || credits_every === "month" || credits === 0,
    {
      path: ["credits_every"],
      error: "must be month if the price is per month or year",
    },
  )
  .refine(({ credits_every, carry_over }) => credits_every === "month" || carry_over === 0, {
    path: ["carry_over"],
    error: "must be 0 if the credits are granted once: they do not expire",
  })
  .refine(({ packages }) => new Set(packages.map(({ id }) => id)).size === packages.length, {
    path: ["packages"],
    error: "has an id twice",
  })
  .meta({ id: "OfferTerms" });

export type OfferTerms = z.output<typeof OfferTerms>;
export type OfferPackage = z.output<typeof OfferPackage>;

/** A published version of a product's terms; it never changes. */
export interface Offer extends OfferTerms {
  readonly product_id: string;
  /** From 1. */
  readonly version: number;
  /** Milliseconds UTC. */
  readonly published_at: number;
  /** The name that the audit log has. */
  readonly published_by: string;
}

/** In the order that responses have. */
export const offerTable = new Table<{ readonly [K in keyof Offer]: Stored<Offer[K]> }>({
  name: "product_offer",
  as: "o",
  key: ["product_id", "version"],
  members: {
    product_id: text,
    version: integer,
    currency: text,
    price_minor: integer,
    price_every: word(),
    credits: integer,
    credits_every: word(),
    carry_over: integer,
    overage_minor: orNull(integer),
    overage_per: orNull(integer),
    overage_cap_max: orNull(integer),
    notice_days: integer,
    members_max: orNull(integer),
    connector_credits_per_day: orNull(integer),
    published_at: integer,
    published_by: text,
    who_pays: word(),
    on_sale: flag,
    packages: json(),
    invoice_allowed: flag,
  },
});

/** The terms with which an offer was published. */
export function termsOf({ product_id, version, published_at, published_by, ...terms }: Offer): OfferTerms {
  return terms;
}
