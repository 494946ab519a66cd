import { z } from "zod";
import { taxIdFault } from "../../../base/reading/tax-ids.ts";
import type { Queries } from "../../../database/database.ts";
import { list, type Sql, sql } from "../../../database/sql.ts";
import { conflict } from "../../../http/errors.ts";
import { line } from "../../../management/common/identifiers.ts";
import { emailAddress, findUser } from "../../../management/common/user-resource.ts";
import { writeBuyerWords } from "./buyer-words.ts";
import { country } from "./countries.ts";
import { electronicAddress } from "./electronic-address.ts";
import { taxIdRefusal } from "./form-faults.ts";
import {
  type CheckState,
  checkOf,
  checks,
  isOf,
  isRefused,
  type PrintedCheck,
  printedCheck,
} from "./tax-id-check.ts";

const optional = (charactersMax: number) => line(charactersMax).nullable().default(null);

/** What papers print of the buyer, as it is written. */
export const BillingDetailsRequest = z
  .strictObject({
    company: optional(200).describe("The legal name."),
    name: optional(200).describe("The person to whom papers are addressed."),
    address: z.array(line(200)).max(4).default([]).describe("Street and house, or a box."),
    postal_code: optional(20).describe("As it is printed before the city."),
    city: optional(100).describe("Of the address, which needs one."),
    country: country.describe("The code of ISO 3166-1. With the tax ID it decides the tax."),
    tax_id: optional(30).describe(
      "Its form and check digits are compared, and VIES is asked with `VINGATE_VIES`.",
    ),
    order_reference: optional(100).describe("Printed on invoices."),
    buyer_reference: optional(100).describe(
      "By which the buyer's bookkeeping routes invoices; German authorities have a Leitweg-ID.",
    ),
    electronic_address: electronicAddress
      .nullable()
      .default(null)
      .describe("Where the buyer receives e-invoices; null: nowhere."),
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
  .refine(({ address, city }) => address.length === 0 || city?.trim(), {
    path: ["city"],
    error: "must be given with an address",
  })
  .superRefine(({ tax_id, country }, { addIssue }) => {
    const message = tax_id === null ? undefined : taxIdRefusal(tax_id, country);
    if (message) addIssue({ code: "custom", path: ["tax_id"], message });
  })
  .meta({ id: "BillingDetailsRequest", example: { company: "Acme Fleet GmbH", country: "DE" } });

export type BillingDetails = Omit<z.output<typeof BillingDetailsRequest>, "invoice_allowed">;

/** What is known of a buyer. */
export type Buyer = Omit<BillingDetails, "country"> & {
  readonly country: string | null;
  /** The answer of VIES for the tax ID; absent without one. */
  readonly tax_id_check?: PrintedCheck;
};

/** Why a buyer's tax ID does not count: its form, or what became of its check. Undefined if it counts, or is none. */
export function uncountedTaxId({
  tax_id,
  country,
  tax_id_check,
}: Pick<Buyer, "tax_id" | "country" | "tax_id_check">): "wrong_form" | CheckState | undefined {
  if (tax_id === null || country === null) return undefined;
  if (taxIdFault(tax_id, country)) return "wrong_form";
  return tax_id_check && isRefused(tax_id_check.state) ? tax_id_check.state : undefined;
}

/** What is stored of how an account pays. */
export interface BillingAccount {
  /** Null until they are given. */
  readonly details: BillingDetails | null;
  readonly invoiceAllowed: boolean;
  /** Null until the account pays. */
  readonly currency: string | null;
}

/** Those of before lack what a later version has added. */
const detailsOf = (text: string): BillingDetails => ({
  buyer_reference: null,
  electronic_address: null,
  ...JSON.parse(text),
});

export async function readBillingAccount(db: Queries, accountId: string): Promise<BillingAccount> {
  const row = await db.get<{ details: string | null; invoice_allowed: number; currency: string | null }>(sql`
    select details, invoice_allowed, currency from billing_account where account_id = ${accountId}`);
  return {
    details: row?.details ? detailsOf(row.details) : null,
    invoiceAllowed: row?.invoice_allowed === 1,
    currency: row?.currency ?? null,
  };
}

/** Whether papers can name an account: its country and an address are known. Details have a country. */
export async function isNamed(db: Queries, accountId: string): Promise<boolean> {
  const { details } = await readBillingAccount(db, accountId);
  return details !== null && details.address.length > 0;
}

/** The same as a condition, of the account whose ID is in a column. */
export const hasDetails = (accountId: Sql): Sql => sql`exists (
  select 1 from billing_account d where d.account_id = ${accountId} and d.details is not null
    and d.details not like ${'%"address":[]%'})`;

/** Whether an account can buy: those of before may lack the city, and buy again once they have entered it. */
export async function canBeSoldTo(db: Queries, accountId: string): Promise<boolean> {
  const { details } = await readBillingAccount(db, accountId);
  return details !== null && details.address.length > 0 && Boolean(details.city?.trim());
}

const howToEnter = (accountId: string): string =>
  `Enter them under Billing in the console, or with PUT /users/${accountId}/billing-details. Nothing was charged.`;

/** 409 if an account lacks what it must enter before it buys. */
export async function requireDetailsToBuy(db: Queries, accountId: string): Promise<void> {
  if (await canBeSoldTo(db, accountId)) return;
  throw conflict(
    `The billing details of account ${accountId} lack the country, the address or the city, which each invoice names. ${howToEnter(accountId)}`,
  );
}

/** 409 if papers cannot name an account: no invoice is issued. */
export async function requireDetails(db: Queries, accountId: string): Promise<void> {
  if (await isNamed(db, accountId)) return;
  throw conflict(
    `The billing details of account ${accountId} lack the country or the address, which each invoice names. ${howToEnter(accountId)}`,
  );
}

export async function writeDetails(tx: Queries, accountId: string, details: BillingDetails): Promise<void> {
  const text = JSON.stringify(details);
  await tx.run(sql`
    insert into billing_account (account_id, details, has_words) values (${accountId}, ${text}, 1)
    on conflict (account_id) do update set details = ${text}, has_words = 1`);
  await writeBuyerWords(tx, accountId, details);
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
  if (details) {
    const check = await checkOf(db, accountId, details);
    return check ? { ...details, tax_id_check: printedCheck(check) } : details;
  }
  const user = await findUser(db, accountId);
  return {
    company: null,
    name: user ? `${user.firstName} ${user.lastName}`.trim() || null : null,
    address: [],
    postal_code: null,
    city: null,
    country: null,
    tax_id: null,
    order_reference: null,
    buyer_reference: null,
    electronic_address: null,
    invoices_to: user?.email || null,
  };
}

/** The billing details of those accounts that have them, with what has become of their tax IDs. */
export async function readTaxed(
  db: Queries,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Buyer>> {
  const rows = await db.all<{ id: string; details: string }>(sql`
    select account_id as id, details from billing_account
    where account_id in (${list([...accountIds])}) and details is not null`);
  const own = rows.map(({ id, details }) => [id, detailsOf(details)] as const);
  const checked = await checks.select(db, sql`where account_id in (${list([...accountIds])})`);
  const found = new Map(checked.map((check) => [check.accountId, check]));
  return new Map(
    own.map(([id, details]) => {
      const check = found.get(id);
      return [
        id,
        check && isOf(check, details) ? { ...details, tax_id_check: printedCheck(check) } : details,
      ];
    }),
  );
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
    throw conflict(
      `This account pays in ${own}, and cannot pay in ${currency}. Choose a plan that is sold in ${own}. Nothing was charged.`,
    );
}
