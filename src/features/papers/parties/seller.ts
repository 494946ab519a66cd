import { z } from "zod";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { conflict } from "../../../http/errors.ts";
import { line } from "../../../management/common/identifiers.ts";
import { emailAddress } from "../../../management/common/user-resource.ts";
import { country } from "./countries.ts";
import { electronicAddress } from "./electronic-address.ts";
import { bicRefusal, ibanRefusal, taxIdRefusal } from "./form-faults.ts";

const optional = (charactersMax: number) => line(charactersMax).nullable().default(null);

/** What papers print of the operator. */
export const Seller = z
  .strictObject({
    name: line(200).describe("The legal name."),
    address: z.array(line(200)).min(1).max(4).describe("Street and house, or a box."),
    postal_code: optional(20).describe("As it is printed before the city."),
    city: line(100).describe("Of the address."),
    country: country.describe("The code of ISO 3166-1. Its tax applies to buyers whose country is unknown."),
    tax_id: optional(30).describe("The VAT ID or another tax ID."),
    registration: optional(200).describe("Register and number of the company."),
    email: emailAddress.nullable().default(null),
    contact: optional(100).describe("The person or department that answers questions about papers."),
    phone: optional(40).describe("Of the contact."),
    electronic_address: electronicAddress
      .nullable()
      .default(null)
      .describe("Of the seller in Peppol or another network. E-invoices need it."),
    iban: line(42)
      .refine((text) => ibanRefusal(text) === undefined, { error: ({ input }) => ibanRefusal(String(input)) })
      .nullable()
      .default(null)
      .describe("The account for transfers. Its country, length and check digits are compared."),
    bic: line(11)
      .refine((text) => bicRefusal(text) === undefined, { error: ({ input }) => bicRefusal(String(input)) })
      .nullable()
      .default(null)
      .describe("The bank of the account."),
    bank_text: optional(500).describe("Printed below the account."),
    payment_days: z.int().min(0).max(365).default(14).describe("The days until an unpaid invoice is due."),
  })
  .superRefine(({ tax_id, country }, { addIssue }) => {
    const message = tax_id === null ? undefined : taxIdRefusal(tax_id, country);
    if (message) addIssue({ code: "custom", path: ["tax_id"], message });
  })
  .meta({ id: "Seller" });

export type Seller = z.output<typeof Seller>;

/** What was entered before a version had these members. */
const added = { seller: { contact: null, phone: null, electronic_address: null }, taxes: {}, accounts: {} };

export type SettingId = keyof typeof added;

/** A setting of papers; undefined until it is written. */
export async function findSetting<T>(db: Queries, id: SettingId): Promise<T | undefined> {
  const row = await db.get<{ body: string }>(sql`select body from paper_setting where id = ${id}`);
  return row && ({ ...added[id], ...JSON.parse(row.body) } as T);
}

export function writeSetting(tx: Queries, id: SettingId, value: object): Promise<number> {
  const body = JSON.stringify(value);
  return tx.run(sql`
    insert into paper_setting (id, body) values (${id}, ${body}) on conflict (id) do update set body = ${body}`);
}

/** Throws 409 for a buyer until the operator has entered them. */
export async function getSetting<T>(db: Queries, id: "seller" | "taxes"): Promise<T> {
  const found = await findSetting<T>(db, id);
  if (found) return found;
  const missing = id === "seller" ? "the seller's data" : "the rates of tax";
  throw conflict(
    `Nothing can be sold yet: ${missing} are missing. Ask the operator to enter them in Settings. Nothing was charged.`,
  );
}
