import { z } from "zod";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { ApiError } from "../../../http/errors.ts";
import { line } from "../../../management/common/identifiers.ts";
import { emailAddress, findUser } from "../../../management/common/user-resource.ts";
import { country } from "./countries.ts";
import { isTaxId } from "./tax-ids.ts";

const optional = (charactersMax: number) => line(charactersMax).nullable().default(null);

/** What papers print of the buyer, as it is written. */
export const BillingDetailsRequest = z
  .strictObject({
    company: optional(200).describe("The legal name."),
    name: optional(200).describe("The person to whom papers are addressed."),
    address: z.array(line(200)).max(4).default([]).describe("Street and house, or a box."),
    postal_code: optional(20).describe("As it is printed before the city."),
    city: optional(100).describe("Of the address."),
    country: country.describe("The code of ISO 3166-1. With the tax ID it decides the tax."),
    tax_id: optional(30).describe("Its form is checked, not whether it exists."),
    order_reference: optional(100).describe("Printed on invoices."),
    invoices_to: emailAddress.nullable().default(null).describe("Null: the account's address."),
    invoice_allowed: z
      .boolean()
      .optional()
      .describe("Whether the account can pay by invoice. Only operators change it."),
  })
  .refine(({ company, name }) => company !== null || name !== null, {
    path: ["company"],
    error: "company or name must be given",
  })
  .refine((details) => details.tax_id === null || isTaxId(details.tax_id, details.country), {
    path: ["tax_id"],
    error: "is no tax ID of the country",
  })
  .meta({ id: "BillingDetailsRequest", example: { company: "Acme Fleet GmbH", country: "DE" } });

export type BillingDetails = Omit<z.output<typeof BillingDetailsRequest>, "invoice_allowed">;

/** What is known of a buyer. */
export type Buyer = Omit<BillingDetails, "country"> & { readonly country: string | null };

/** What is stored of how an account pays. */
export interface BillingAccount {
  /** Null until they are given. */
  readonly details: BillingDetails | null;
  readonly invoiceAllowed: boolean;
  /** Null until the account pays. */
  readonly currency: string | null;
}

export async function readBillingAccount(db: Queries, accountId: string): Promise<BillingAccount> {
  const row = await db.get<{ details: string | null; invoice_allowed: number; currency: string | null }>(sql`
    select details, invoice_allowed, currency from billing_account where account_id = ${accountId}`);
  return {
    details: row?.details ? JSON.parse(row.details) : null,
    invoiceAllowed: row?.invoice_allowed === 1,
    currency: row?.currency ?? null,
  };
}

export function writeDetails(tx: Queries, accountId: string, details: BillingDetails): Promise<number> {
  const text = JSON.stringify(details);
  return tx.run(sql`
    insert into billing_account (account_id, details) values (${accountId}, ${text})
    on conflict (account_id) do update set details = ${text}`);
}

export function allowInvoice(tx: Queries, accountId: string, isAllowed: boolean): Promise<number> {
  const flag = isAllowed ? 1 : 0;
  return tx.run(sql`
    insert into billing_account (account_id, invoice_allowed) values (${accountId}, ${flag})
    on conflict (account_id) do update set invoice_allowed = ${flag}`);
}

/** The billing details of an account; without any, the name and the address of its user. */
export async function readBuyer(db: Queries, accountId: string): Promise<Buyer> {
  const { details } = await readBillingAccount(db, accountId);
  if (details) return details;
  const user = await findUser(db, accountId);
  return {
    company: null,
    name: user ? `${user.first_name} ${user.last_name}`.trim() || null : null,
    address: [],
    postal_code: null,
    city: null,
    country: null,
    tax_id: null,
    order_reference: null,
    invoices_to: user?.email || null,
  };
}

/**
 * Refuses (409) to charge an account in another currency than before. The first one stays. The account's row is locked
 * until the transaction ends.
 */
export async function requireCurrency(tx: Queries, accountId: string, currency: string): Promise<void> {
  const row = await tx.get<{ currency: string }>(sql`
    insert into billing_account (account_id, currency) values (${accountId}, ${currency})
    on conflict (account_id) do update set currency = coalesce(billing_account.currency, ${currency})
    returning currency`);
  requireSame(row!.currency, currency);
}

/** The same before something is bought: changes nothing. */
export async function checkCurrency(db: Queries, accountId: string, currency: string): Promise<void> {
  const { currency: own } = await readBillingAccount(db, accountId);
  requireSame(own ?? currency, currency);
}

function requireSame(own: string, currency: string): void {
  if (own !== currency)
    throw new ApiError(
      "conflict",
      `This account pays in ${own}, and cannot pay in ${currency}. Choose a plan that is sold in ${own}. Nothing was charged.`,
    );
}
