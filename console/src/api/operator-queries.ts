import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, type Paged, type Schemas } from "./client.ts";
import { listing, reading } from "./reading.ts";
import type { User } from "./session.ts";

type UserState = User["state"];

export const usersBy = (filter: Paged & { readonly text?: string; readonly state?: string }) =>
  listing(["users", filter], "/users/", {
    query: { ...filter, state: (filter.state || undefined) as UserState | undefined },
  });

/** The users with these IDs, at most 100; deleted ones too. */
export const usersWithIds = (ids: readonly string[]) =>
  listing(["users", "ids", ids], "/users/", { query: { ids: ids.join(","), page_size: ids.length } });

export const userById = (id: string) =>
  reading(["users", "one", id], "/users/{user_id}", { path: { user_id: id } });

/** The active subscriptions to a plan, of which only the number is read. */
export const activeOn = (product_id: string) =>
  listing(["subscriptions", "active", product_id], "/subscriptions", {
    query: { product_id, state: "active", page: 1, page_size: 1 },
  });

export type Customer = Schemas["Customer"];

interface CustomerFilter extends Paged {
  readonly id?: string;
  /** Words of the name or email. */
  readonly text?: string;
  readonly state?: string;
  readonly product_id?: string;
}

/** Customers with plan, credits, calls and next payment, those that need an operator first. */
export const customersBy = (filter: CustomerFilter) =>
  queryOptions({
    queryKey: ["users", "customers", filter],
    queryFn: async () => {
      const query = { ...filter, state: (filter.state || undefined) as Customer["state"] | undefined };
      const { customers: items, ...sums } = await dataOf(api.GET("/system/customers", { params: { query } }));
      return { items, ...sums };
    },
    // Others change it too: what is cached is shown, and read again.
    staleTime: 0,
  });

/** The row of one. */
export const customerById = (id: string) => customersBy({ page: 1, page_size: 1, id });

/** The operators' notes on a customer, newest first. */
export const notesOf = (id: string) =>
  listing(["users", "notes", id], "/users/{id}/notes", { path: { id }, query: { page_size: 100 } });

export interface AuditFilter extends Paged {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly object?: string | undefined;
  readonly timestamp_ge?: string;
  readonly timestamp_le?: string;
}

export const auditBy = (filter: AuditFilter) => listing(["audit", filter], "/audit", { query: filter });
