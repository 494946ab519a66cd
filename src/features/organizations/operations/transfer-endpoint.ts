import { z } from "zod";
import { auditContext, recordAudit } from "../../../access/audit.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { type BodyCall, json } from "../../../http/endpoint.ts";
import { conflict } from "../../../http/errors.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { findUser, userMissing } from "../../../management/common/user-resource.ts";
import { changeSubscription } from "../../../management/subscriptions/subscription-changes.ts";
import {
  lockSubscription,
  requireSubscription,
  Subscription,
} from "../../../management/subscriptions/subscription-resource.ts";
import { requireCustomer, roleOf } from "../access.ts";

export const TransferRequest = z
  .strictObject({
    account_id: entityId.describe("The own account, or an organization of which the caller is an owner."),
  })
  .meta({ id: "SubscriptionTransfer", example: { account_id: "0198f0a6-1111-7abc-8def-0123456789ab" } });

const byId = z.object({ id: entityId });

export const transferEndpoint = endpoint({
  id: "transferSubscription",
  method: "POST",
  path: "/subscriptions/{id}/transfer",
  tag: "Organizations",
  audience: "customer",
  permission: "account.change",
  extension: true,
  summary: "Move a subscription to another account of the caller",
  description:
    "The caller acts for the account that has it, and is an owner of both. Its keys, credits, watches and plan stay, and later payments are those of the new account. Automatic top-up is turned off. Calls, reports, invoices and statements of before stay with the account before. 409 while a payment is open.",
  params: byId,
  body: TransferRequest,
  response: Subscription,
  errors: ["not_found", "conflict", "forbidden"],
  handle: transferSubscription,
});

function transferSubscription(context: Context, call: BodyCall<typeof TransferRequest, { id: string }>) {
  const { personId } = requireCustomer(call.caller);
  const { id } = call.params;
  const { account_id: accountId } = call.body;
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    const before = requireSubscription(await lockSubscription(tx, id), id, call.caller);
    const from = before.ownerId;
    if (accountId === from) throw conflict(`Account ${accountId} has the subscription already.`);
    if (!(await isOwnerOf(tx, accountId, personId))) throw userMissing(accountId);
    const moved = await changeSubscription(
      tx,
      context,
      before,
      { owner_id: accountId },
      "subscription.transfer",
      audit,
    );
    for (const [object, after] of [
      [from, { subscription_id: id, to: accountId }],
      [accountId, { subscription_id: id, from }],
    ] as const)
      await recordAudit(tx, { ...audit, action: "subscription.transfer", object: `/users/${object}`, after });
    return json(moved);
  });
}

/** Whether a person may move subscriptions into an active account: its own, or one that it owns. */
async function isOwnerOf(tx: Queries, accountId: string, personId: string): Promise<boolean> {
  if (accountId === personId) return true;
  const account = await findUser(tx, accountId);
  return account?.state === "active" && (await roleOf(tx, accountId, personId)) === "owner";
}
