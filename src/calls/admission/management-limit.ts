import type { KeyAccess } from "../../access/keys/key-access.ts";
import { type Caller, isOperator } from "../../http/caller.ts";
import type { Client } from "../../http/client-address.ts";
import type { Call } from "../../http/endpoint.ts";
import { tooManyCalls } from "../../http/errors.ts";
import type { Context, Operation } from "../context.ts";
import { requireKeyAccess } from "../metered-request.ts";

/**
 * Counts a customer's management call for all nodes, and throws 429 beyond the account's limit, which also bounds its
 * entries in the audit log. Operators and local clients are not limited.
 */
export async function requireManagementRate(
  context: Context,
  { method }: Operation,
  caller: Caller,
  { isLocal }: Client,
): Promise<void> {
  if (caller.kind !== "user" || isOperator(caller) || isLocal) return;
  await requireAccountRate(context, method === "GET" ? "reads" : "writes", caller.userId);
}

/** `requireKeyAccess`, which counts as a management call of the key's account. Throws 401, 403, 429. */
export async function requireKey(
  context: Context,
  call: Pick<Call, "sentHeaders" | "address" | "isLocal" | "via">,
  kind: "reads" | "writes",
): Promise<KeyAccess> {
  const access = await requireKeyAccess(context, call);
  if (!call.isLocal) await requireAccountRate(context, kind, access.caller.userId);
  return access;
}

/** Counts a management call of an account. Throws 429. */
export async function requireAccountRate(
  { config, limits }: Context,
  kind: "reads" | "writes",
  userId: string,
): Promise<void> {
  const calls = config.managementLimit[kind];
  // Subscription IDs contain no slash.
  const name = `account/${kind}/${userId}`;
  const { admitted, resetSeconds } = await limits.rates.take(name, { calls, renewal_period_s: 60 });
  if (!admitted) throw tooManyCalls(`Rate limit exceeded: ${calls} ${kind} per minute.`, resetSeconds);
}
