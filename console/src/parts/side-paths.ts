import { actingOf } from "../api/account.ts";
import { sessionStore } from "../api/session.ts";

/** Addresses of a page for operators and for customers. */
export interface BySide {
  readonly operator: string;
  readonly customer: string;
}

/** Pages that operators and customers have at different addresses. */
export const sides = {
  home: { operator: "/inbox", customer: "/home" },
  payments: { operator: "/money", customer: "/billing" },
  webhooks: { operator: "/settings/webhooks", customer: "/alerts" },
} as const satisfies Record<string, BySide>;

function ownOf({ operator, customer }: BySide): string {
  const session = sessionStore.get();
  return session && actingOf(session).role === "operator" ? operator : customer;
}

/** The first page of a signed-in reader. */
export const homePath = (): string => ownOf(sides.home);

export const paymentPath = (id: string): string => `${ownOf(sides.payments)}/${id}`;

/** A statement of an account, as its owner or an operator opens it. */
export const statementPath = (userId: string, month: string): string =>
  ownOf({
    operator: `/customers/${userId}/statements/${month}`,
    customer: `/billing/statements/${month}`,
  });

/** The list of webhooks, or what is below it. */
export const webhooksPath = (rest = ""): string => ownOf(sides.webhooks) + rest;
