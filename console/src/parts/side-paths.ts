import { actingOf } from "../api/account.ts";
import { sessionStore } from "../api/session.ts";

/** Addresses of pages that operators and customers have at different places. */
function bySide(operator: string, customer: string): string {
  const session = sessionStore.get();
  return session && actingOf(session).role === "operator" ? operator : customer;
}

/** The first page of a signed-in reader. */
export const homePath = (): string => bySide("/inbox", "/home");

export const paymentPath = (id: string): string => bySide(`/money/${id}`, `/billing/${id}`);

/** The list of webhooks, or what is below it. */
export const webhooksPath = (rest = ""): string => bySide("/settings/webhooks", "/alerts") + rest;
