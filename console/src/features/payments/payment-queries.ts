import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { listing, reading } from "../../api/reading.ts";
import type { paths } from "../../api/schema.gen.ts";
import { changedByPlans, type Plan } from "../billing/plan-queries.ts";

export type Payment = Schemas["Payment"];
export type Quote = Schemas["PaymentQuote"];
export type Method = Quote["methods"][number];
export type Transfer = Schemas["ReceivedTransfer"];
export type Proposal = Schemas["TransferProposal"];
export type ImportedTransfers = Schemas["ImportedTransfers"];
export type RefundTransfer = Schemas["RefundTransfer"];
export type TopUp = Schemas["AutomaticTopUp"];

/** The part of the key that all queries of payments have. */
const key = "payments";

/** What a customer names to buy it. */
export type Wanted = { readonly subscription_id: string } & (
  | { readonly kind: "plan"; readonly product_id: string }
  | { readonly kind: "package"; readonly package_id: string }
  | { readonly kind: "renewal"; readonly period: number }
);

/** What something costs now. It does not change below the reader's finger: the price that is shown is sent. */
export const quoteOf = (wanted: Wanted) => ({
  ...reading([key, "quote", wanted], "/payments/quote", { query: wanted }),
  staleTime: 0,
  refetchOnWindowFocus: false,
});

type PaymentsQuery = NonNullable<paths["/payments"]["get"]["parameters"]["query"]>;

/** Payments, newest first. */
export const paymentsOf = (query: PaymentsQuery) => listing([key, "list", query], "/payments", { query });

export const paymentOf = (id: string) => reading([key, "one", id], "/payments/{id}", { path: { id } });

export const topUpOf = (id: string) =>
  reading([key, "top-up", id], "/subscriptions/{id}/top-up", { path: { id } });

/** The saved card of an account. */
export const methodOf = (userId: string) =>
  reading([key, "method", userId], "/users/{user_id}/payment-method", { path: { user_id: userId } });

/** Received money that no payment has. */
export const unmatchedTransfers = listing([key, "transfers"], "/payments/transfers", {
  query: { state: "unmatched", page_size: 100 },
});

export type BankFileQuery = NonNullable<paths["/payments/transfers/import"]["post"]["parameters"]["query"]>;

/** Reads a bank's file, and records its transfers unless `dry_run` is true. */
export const importTransfers = (file: Blob, query: BankFileQuery): Promise<ImportedTransfers> =>
  dataOf(
    api.POST("/payments/transfers/import", {
      params: { query },
      body: file as never,
      bodySerializer: (body) => body as never,
      headers: { "content-type": "application/octet-stream" },
    }),
  );

type RefundsQuery = NonNullable<paths["/payments/refunds"]["get"]["parameters"]["query"]>;

/** Refunds by transfer. */
export const refundTransfers = (query: RefundsQuery) =>
  listing([key, "refunds", query], "/payments/refunds", { query });

/** What the payment provider took that a restore has lost. */
export const restoredPayments = queryOptions({
  ...reading([key, "restored"], "/payments/restored"),
  refetchInterval: ({ state }) => (state.data?.listing?.state === "due" ? 3000 : false),
});

/** How the payment provider is set up, and what is wrong with it. */
export const paymentProvider = reading([key, "provider"], "/payments/provider");

/** What a refund would do. */
export const refundOf = (id: string, minor: number) => ({
  ...reading([key, "refund", id, minor], "/payments/{id}/refund", { path: { id }, query: { minor } }),
  staleTime: 0,
});

/** What a payment makes old: plans and balances too. */
export const changedByPayments = [[key], ["papers"], ...changedByPlans] as const;

export function useRefreshed(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => Promise.all(changedByPayments.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** How a package or the first plan of a subscription can be paid; empty until that is known, or if nothing is sold. */
export function useMethods({ subscription_id, packages, changes }: Plan): readonly Method[] {
  const [one] = packages;
  const [change] = changes.filter(({ now }) => now && now.price_minor > 0);
  const wanted: Wanted = one
    ? { subscription_id, kind: "package", package_id: one.id }
    : { subscription_id, kind: "plan", product_id: change?.product_id ?? "" };
  const { data } = useQuery({ ...quoteOf(wanted), enabled: Boolean(one ?? change), retry: false });
  return data?.methods ?? [];
}

/**
 * Whether a subscription's packages and periods are paid here; false until that is known. Where no payments are taken,
 * plans are by invoice and have no payments.
 */
export function useIsTaken({ subscription_id, payment }: Plan): boolean {
  const { data } = useQuery(paymentsOf({ subscription_id, page: 1, page_size: 1 }));
  return payment === "prepaid" || (data?.total ?? 0) > 0;
}
