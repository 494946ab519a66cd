import type { Damage } from "../../../../test/metering/planted-damage.ts";
import { sql } from "../../../database/sql.ts";
import { paperDamages } from "./paper-damages.ts";

const dayMs = 86_400_000;
const ofPeriod = (id: string, number: number) => sql`subscription_id = ${id} and number = ${number}`;
const package_ = (id: string, state: string) =>
  sql`subscription_id = ${id} and kind = 'package' and state = ${state}`;

/** Damages of plans, offers, payments and papers, and of the ledger beside them, in the world of `money-world.ts`. */
export const damages: readonly Damage[] = [
  {
    kind: "a period deleted",
    name: "a period between two others",
    plant: sql`delete from billing_period where ${ofPeriod("capped", 1)}`,
    says: [
      "grant ID of subscription capped: it is of period 1, which is missing",
      "grant ID of subscription capped: it is of period 1, which is missing",
      "payment REFERENCE (ID): its period 1 is missing",
      "period 2 of subscription capped: period 1, which comes before it, is missing",
    ],
  },
  {
    kind: "a period deleted",
    name: "the last period of a plan",
    plant: sql`delete from billing_period where ${ofPeriod("owed", 3)}`,
    says: [
      "grant ID of subscription owed: it is of period 3, which is missing",
      "payment REFERENCE (ID): its period 3 is missing",
      "plan of subscription owed: its last period, 3, is missing",
    ],
  },
  {
    kind: "a period deleted",
    name: "the first period of a plan, which cost nothing",
    plant: sql`delete from billing_period where ${ofPeriod("free", 0)}`,
    says: [
      "grant ID of subscription free: it is of period 0, which is missing",
      "period 1 of subscription free: period 0, which comes before it, is missing",
    ],
  },
  {
    kind: "a gap",
    name: "a period that starts a day later",
    plant: sql`update billing_period set starts_at = starts_at + ${dayMs} where ${ofPeriod("capped", 2)}`,
    says: [
      "period 2 of subscription capped: it starts at 2027-01-22T00:00:00.000Z, and the one before ends at 2027-01-21T00:00:00.000Z",
    ],
  },
  {
    kind: "a gap",
    name: "a period that ends a day later than the next one starts",
    plant: sql`update billing_period set ends_at = ends_at + ${dayMs} where ${ofPeriod("free", 2)}`,
    says: [
      "period 2 of subscription free: its grant ID expires at 2027-02-24T00:00:00.000Z, and by its offer at 2027-02-25T00:00:00.000Z",
      "period 3 of subscription free: it starts at 2027-02-24T00:00:00.000Z, before the end of the one before at 2027-02-25T00:00:00.000Z",
    ],
  },
  {
    kind: "a gap",
    name: "the last period, which ends an hour earlier",
    plant: sql`update billing_period set ends_at = ends_at - 3600000 where ${ofPeriod("topped", 3)}`,
    says: [
      "plan of subscription topped: its next period starts at 2027-03-21T00:00:00.000Z, and the last one ends at 2027-03-20T23:00:00.000Z",
    ],
  },
  {
    kind: "a period's price",
    name: "a renewal at a tenth of its price",
    plant: sql`update billing_period set price_minor = 990 where ${ofPeriod("capped", 1)}`,
    says: ["period 1 of subscription capped: it costs 990 minor units, and by its offer 9900"],
  },
  {
    kind: "a period's price",
    name: "a price in the second period of a year",
    plant: sql`update billing_period set price_minor = 200000 where ${ofPeriod("changing", 2)}`,
    says: ["period 2 of subscription changing: it costs 200000 minor units, and by its offer 0"],
  },
  {
    kind: "a period's price",
    name: "a period that was paid, and is due again",
    plant: sql`update billing_period set state = 'due' where ${ofPeriod("capped", 1)}`,
    says: ["payment REFERENCE (ID): it is paid, and its period 1 is due"],
  },
  {
    kind: "a plan",
    name: "a plan that never renews again",
    plant: sql`update billing_plan set next_at = 9007199254740991 where subscription_id = 'capped'`,
    says: [
      "plan of subscription capped: its next period is entered at never, and by its state at 2027-03-20T00:00:00.000Z",
    ],
  },
  {
    kind: "an offer",
    name: "another price in a published version",
    plant: sql`update product_offer set price_minor = 190000 where product_id = 'yearly'`,
    says: [
      "period 1 of subscription changing: it costs 200000 minor units, and by its offer 190000",
      "version 1 of the offer of product yearly: its terms have price_minor 190000, and were published with 200000",
    ],
  },
  {
    kind: "an offer",
    name: "more credits in a version that no plan has",
    plant: sql`update product_offer set credits = credits + 1 where product_id = 'free'`,
    says: ["version 1 of the offer of product free: its terms have credits 501, and were published with 500"],
  },
  {
    kind: "an offer",
    name: "another flag in a published version",
    plant: sql`update product_offer set invoice_allowed = 1 - invoice_allowed where product_id = 'free'`,
    says: [
      "version 1 of the offer of product free: its terms have invoice_allowed true, and were published with false",
    ],
  },
  {
    kind: "an offer",
    name: "a version that plans have, deleted",
    plant: sql`delete from product_offer where product_id = 'yearly'`,
    says: [
      "offer of product yearly: version 1, which was published, is missing",
      "period 1 of subscription changing: version 1 of the offer of product yearly is missing",
      "period 2 of subscription changing: version 1 of the offer of product yearly is missing",
      "period 3 of subscription changing: version 1 of the offer of product yearly is missing",
      "plan of subscription changing: version 1 of the offer of product yearly is missing",
    ],
  },
  {
    kind: "an offer",
    name: "a larger package for the same price",
    plant: sql`
      update product_offer set packages = replace(packages, '5000,', '50000,') where product_id = 'yearly'`,
    says: [
      'version 1 of the offer of product yearly: its terms have packages [{"id":"small","credits":50000,"price_minor":50000,"months":12},{"id":"large","credits":250000,"price_minor":20000,"months":12}], and were published with [{"id":"small","credits":5000,"price_minor":5000,"months":12},{"id":"large","credits":25000,"price_minor":20000,"months":12}]',
    ],
  },
  {
    kind: "a payment",
    name: "a paid renewal, deleted",
    plant: sql`delete from payment where subscription_id = 'capped' and kind = 'renewal' and period = 1`,
    says: ["invoice ID: its payment ID is missing"],
  },
  {
    kind: "a payment",
    name: "a payment of another sum",
    plant: sql`update payment set minor = minor - 1000 where ${package_("owed", "paid")}`,
    says: ["payment REFERENCE (ID): its sum is 5050, and by its terms 6050"],
  },
  {
    kind: "a payment",
    name: "a refund that is forgotten",
    plant: sql`update payment set refunded_minor = 1000 where ${package_("reversed", "part_refunded")}`,
    says: [
      "payment REFERENCE (ID): its reversals took 2479 credits, and 0 are owed: more than the 826 of what was returned",
    ],
  },
  {
    kind: "a payment",
    name: "credits of a refund that were not removed",
    plant: sql`update payment set removed = 100 where ${package_("reversed", "part_refunded")}`,
    says: ["payment REFERENCE (ID): the ledger took 2479 credits for it, and it says 100"],
  },
  {
    kind: "a payment",
    name: "a debt of a reversed payment, forgiven by hand",
    plant: sql`update payment set owed = 0 where ${package_("owed", "reversed")}`,
    says: [
      "payment REFERENCE (ID): 3000 credits were collected, and 0 owed",
      "subscription owed: credits of its payments paid 3000 of debts, and 0 were collected",
    ],
  },
  {
    kind: "a payment",
    name: "a transfer whose payment is another one",
    plant: sql`update payment_transfer set payment_id = 'none' where state = 'matched'`,
    says: ["payment transfer ID: its payment none is missing"],
  },
  {
    kind: "a payment",
    name: "a package without its grant",
    plant: sql`update payment set grant_id = null where ${package_("disputed", "paid")}`,
    says: ["payment REFERENCE (ID): it is paid, and its 5000 credits were not granted"],
  },
  ...paperDamages,
];
