import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, type Paged, type Schemas, versioned } from "../../api/client.ts";
import { asProblem } from "../../api/problem.ts";
import { listing, reading } from "../../api/reading.ts";

export type Paper = Schemas["Paper"];
export type PaperForm = Schemas["PaperForm"];
export type Seller = Schemas["Seller"];
export type Taxes = Schemas["Taxes"];
export type Tax = Schemas["Tax"];
export type Accounts = Schemas["BookkeepingAccounts"];
export type TaxIdCheck = Schemas["TaxIdCheck"];
export type BillingDetails = Schemas["BillingDetails"];

export type MonthRevenue = Schemas["MonthRevenue"];

interface PaperFilter extends Paged {
  readonly account?: string;
  readonly kind?: Paper["kind"];
  readonly month?: string;
}

/** A page of papers, newest first. */
export const papersIn = (filter: PaperFilter) => listing(["papers", filter], "/papers", { query: filter });

/** The forms of e-invoices, and what a paper lacks of each. */
export const formsOf = (id: string) =>
  reading(["papers", "forms", id], "/papers/{id}/forms", { path: { id } });

/** Null until it is entered. */
async function orNull<T>(value: Promise<T>): Promise<T | null> {
  return value.catch((error: unknown) => {
    if (asProblem(error).status === 404) return null;
    throw error;
  });
}

export const numberGaps = reading(["papers", "gaps"], "/papers/gaps");

/** The last twelve months, by currency. */
export const revenue = reading(["papers", "revenue"], "/papers/revenue");

export const seller = queryOptions({
  queryKey: ["papers", "seller"],
  queryFn: () => orNull(dataOf(api.GET("/papers/seller"))),
});

export const taxes = queryOptions({
  queryKey: ["papers", "taxes"],
  queryFn: () => orNull(dataOf(api.GET("/papers/taxes"))),
});

export const accounts = queryOptions({
  queryKey: ["papers", "accounts"],
  queryFn: () => orNull(dataOf(api.GET("/papers/accounts"))),
});

/** VAT IDs that VIES has not confirmed, or refused. */
export const taxIdsIn = (state: TaxIdCheck["state"]) =>
  listing(["papers", "tax-ids", state], "/papers/tax-ids", { query: { state, page_size: 100 } });

export const detailsOf = (userId: string) =>
  reading(["billing-details", userId], "/users/{id}/billing-details", { path: { id: userId } });

/** With its version, for an edit. */
export const readDetails = (userId: string) =>
  versioned(api.GET("/users/{id}/billing-details", { params: { path: { id: userId } } }));
