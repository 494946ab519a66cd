import type { Damage } from "../../../../test/metering/planted-damage.ts";
import { sql } from "../../../database/sql.ts";

const dayMs = 86_400_000;
const invoiceOf = (id: string) => sql`kind = 'invoice' and subscription_id = ${id}`;
const note = sql`kind = 'credit_note' and subscription_id = 'reversed'`;
const lastPackage = sql`subscription_id = 'owed' and kind = 'package' and state = 'paid'`;

/** Damages of papers, of what expires, and those that nothing can name. */
export const paperDamages: readonly Damage[] = [
  {
    kind: "a paper",
    name: "an invoice, deleted",
    plant: sql`delete from paper where ${invoiceOf("ended")}`,
    says: [
      "payment REFERENCE (ID): its invoice ID is missing",
      "series 2026: it has 26 papers up to number 27: number 12 is missing",
    ],
  },
  {
    kind: "a paper",
    name: "an invoice with another net sum",
    plant: sql`update paper set net_minor = net_minor - 100 where ${invoiceOf("ended")}`,
    says: [
      "paper 2026-0012 (ID): its net sum is 9800, and by its body 9900",
      "payment REFERENCE (ID): its invoice ID is of 9800 net, and it of 9900",
    ],
  },
  {
    kind: "a paper",
    name: "an invoice whose body has another sum",
    plant: sql`update paper set body = replace(body, '"net_minor":9900', '"net_minor":9800') where ${invoiceOf("ended")}`,
    says: ["paper 2026-0012 (ID): its net sum is 9900, and by its body 9800"],
  },
  {
    kind: "a paper",
    name: "an invoice that belongs to another account",
    plant: sql`update paper set account_id = 'other' where ${invoiceOf("ended")}`,
    says: [
      "paper 2026-0012 (ID): its account is other, and by its body ID",
      "payment REFERENCE (ID): its invoice ID is of account other, and it of ID",
    ],
  },
  {
    kind: "a counter",
    name: "a counter that was set back",
    plant: sql`update paper_counter set last = last - 1 where series = '2026'`,
    says: ["series 2026: its counter is 26, and its last paper has the number 27"],
  },
  {
    kind: "a counter",
    name: "a counter that has skipped a number",
    plant: sql`update paper_counter set last = last + 1 where series = '2027'`,
    says: ["series 2027: its counter is 11, and its last paper has the number 10"],
  },
  {
    kind: "a credit note",
    name: "a credit note, deleted",
    plant: sql`delete from paper where ${note} and gross_minor = 1000`,
    says: [
      "payment REFERENCE (ID): the credit notes of its invoice have 2000, and it 3000",
      "series 2026: it has 26 papers up to number 27: number 3 is missing",
    ],
  },
  {
    kind: "a credit note",
    name: "a credit note of another invoice",
    plant: sql`
      update paper set corrects = (select id from paper where ${invoiceOf("ended")})
      where ${note} and gross_minor = 1000`,
    says: [
      "paper 2026-0003 (ID): it names the invoice 2026-0002, and corrects 2026-0012",
      "payment REFERENCE (ID): the credit notes of its invoice have 2000, and it 3000",
    ],
  },
  {
    kind: "a moved expiry",
    name: "credits of a package that live a year longer",
    plant: sql`
      update credit_grant set expires_at = expires_at + ${365 * dayMs}
      where subscription_id = 'topped' and source = 'purchase'`,
    says: [
      "payment REFERENCE (ID): its grant ID expires at 2028-11-21T00:00:00.000Z, and was sold until 2027-11-22T00:00:00.000Z",
    ],
  },
  {
    kind: "a moved expiry",
    name: "credits of a period that live a day longer",
    plant: sql`
      update credit_grant set expires_at = expires_at + ${dayMs}
      where subscription_id = 'free' and source = 'period' and period = 2`,
    says: [
      "period 2 of subscription free: its grant ID expires at 2027-02-25T00:00:00.000Z, and by its offer at 2027-02-24T00:00:00.000Z",
    ],
  },
  {
    kind: "a moved expiry",
    name: "credits that have expired, as if they had not had to",
    plant: sql`
      update credit_grant set expires_at = expires_at + ${40 * dayMs}
      where subscription_id = 'ended' and source = 'period' and period = 0`,
    says: [
      "grant ID of ended: its credits expired at 2027-01-21T01:00:00.000Z, before its expiry at 2027-03-02T00:00:00.000Z",
      "period 0 of subscription ended: its grant ID expires at 2027-03-02T00:00:00.000Z, and by its offer at 2027-01-21T00:00:00.000Z",
    ],
  },
  {
    kind: "a moved expiry",
    name: "credits that are carried over, a period longer",
    plant: sql`
      update credit_grant set expires_at = expires_at + ${30 * dayMs}
      where subscription_id = 'topped' and source = 'period' and period = 3`,
    says: [
      "period 3 of subscription topped: its grant ID expires at 2027-05-21T00:00:00.000Z, and by its offer at 2027-04-21T00:00:00.000Z",
    ],
  },
  {
    kind: "a moved expiry",
    name: "a gift that lives a week longer",
    plant: sql`
      update credit_grant set expires_at = expires_at + ${7 * dayMs}
      where subscription_id = 'free' and source = 'grant' and expires_at < 2000000000000`,
    says: ["grant ID: it expires at 2027-03-08T00:00:00.000Z, and was given until 2027-03-01T00:00:00.000Z"],
  },
  {
    kind: "not named",
    name: "an unmatched transfer, deleted: nothing else names it",
    plant: sql`delete from payment_transfer where state = 'unmatched'`,
    says: [],
  },
  {
    kind: "not named",
    name: "another name of a buyer: the texts of a paper are in no second place",
    plant: sql`update paper set body = replace(body, '"name":"', '"name":"x') where ${invoiceOf("ended")}`,
    says: [],
  },
  {
    kind: "not named",
    name: "another name of the card that paid: nothing is computed from it",
    plant: sql`update payment set method = 'Visa ending 1111' where ${lastPackage}`,
    says: [],
  },
];
