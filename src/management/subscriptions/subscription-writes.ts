import { z } from "zod";
import { type AuditContext, auditContext } from "../../access/audit.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { sql } from "../../database/sql.ts";
import { countOf } from "../../entities/list.ts";
import { type Caller, isOperator } from "../../http/caller.ts";
import { type Call, json, type MemberNeed } from "../../http/endpoint.ts";
import { type ApiError, conflict, forbidden } from "../../http/errors.ts";
import { entityId, line, remark } from "../common/identifiers.ts";
import { adjustTotals } from "../common/list-totals.ts";
import { lockUser, userMissing } from "../common/user-resource.ts";
import { type Changes, changeSubscription, momentOf } from "./subscription-changes.ts";
import { findScope, insertSubscription, requireFirstGrant } from "./subscription-creation.ts";
import { keyInUse, suppliedKey } from "./subscription-keys.ts";
import {
  lockSubscription,
  maySee,
  requireSubscription,
  type Subscription,
  type SubscriptionRow,
} from "./subscription-resource.ts";
import { requireInitial, subscriptionStates } from "./subscription-states.ts";

const scope = z
  .string()
  .max(150)
  .regex(/^\/(products\/[A-Za-z0-9_][A-Za-z0-9._~-]*|apis|apis\/[A-Za-z0-9_][A-Za-z0-9._~-]*)$/)
  .describe("`/products/{id}`; operators may also use `/apis/{id}` and `/apis`.");

const writable = {
  owner_id: entityId.optional().describe("Default: the caller."),
  display_name: line(100).optional().describe("Default: the name of the product."),
  state: z.literal(subscriptionStates).optional(),
  state_comment: remark(1000).nullable().optional(),
  expires_at: z.iso.datetime().nullable().optional(),
  primary_key: suppliedKey.optional(),
  secondary_key: suppliedKey.optional(),
};

/** Who knows a key calls as its subscription. */
export const suppliedMembers = {
  primary_key: { permission: "keys.change", ofOperators: true },
  secondary_key: { permission: "keys.change", ofOperators: true },
} satisfies Readonly<Record<string, MemberNeed>>;

/** The next owner of a subscription reads its keys. */
export const replacedMembers = {
  ...suppliedMembers,
  owner_id: { permission: "customers.change", ofOperators: true },
} satisfies Readonly<Record<string, MemberNeed>>;

export const SubscriptionRequest = z.strictObject({ scope, ...writable }).meta({ id: "SubscriptionRequest" });

/** PATCH: a SubscriptionRequest with all members optional. */
export const SubscriptionPatch = z.strictObject({ scope: scope.optional(), ...writable });

type Request = z.output<typeof SubscriptionRequest>;
type Patch = z.output<typeof SubscriptionPatch>;
type Write<Body> = Call<{ id: string }, unknown, unknown, Body>;

/** 403 for the members that only an operator may set: a customer may rename and cancel. */
function requireSettable(body: Patch, caller: Caller, cancels: boolean): void {
  if (isOperator(caller)) return;
  const { display_name: _, scope, owner_id: ownerId, state, ...rest } = body;
  const refused = Object.keys(rest);
  if (scope !== undefined && !scope.startsWith("/products/")) refused.push(`the scope ${scope}`);
  if (ownerId !== undefined && !(caller.kind === "user" && caller.userId === ownerId))
    refused.push("owner_id");
  if (state !== undefined && !(cancels && state === "cancelled")) refused.push(`the state ${state}`);
  if (refused.length > 0)
    throw forbidden(`You cannot change ${refused.join(", ")}. Ask the operator. Nothing was changed.`);
}

/** 403 for a customer that would move its subscription to another product. */
function requireScopeKept(body: Patch, before: SubscriptionRow, caller: Caller): void {
  if (isOperator(caller) || body.scope === undefined || body.scope === before.scope) return;
  throw forbidden("You cannot change the scope. Ask the operator. Nothing was changed.");
}

function idTaken(id: string): ApiError {
  return conflict(`The subscription ID ${id} is in use or belongs to a deleted subscription.`);
}

export function createSubscription(context: Context, call: Write<Request>) {
  requireSettable(call.body, call.caller, false);
  return write(context, call, (tx, audit) => insert(tx, context, call, audit));
}

export function putSubscription(context: Context, call: Write<Request>) {
  requireSettable(call.body, call.caller, true);
  return write(context, call, async (tx, audit) => {
    const before = await lockSubscription(tx, call.params.id);
    // To a customer another's id appears free until the insert.
    if (!before || !maySee(before, call.caller)) {
      requireSettable(call.body, call.caller, false);
      return insert(tx, context, call, audit);
    }
    requireScopeKept(call.body, before, call.caller);
    // A customer's PUT does not reset what it may not set.
    const emptied: Changes = isOperator(call.caller) ? { state_comment: null, expires_at: null } : {};
    return changeSubscription(
      tx,
      context,
      before,
      { ...emptied, ...call.body },
      "subscription.replace",
      audit,
    );
  });
}

export function patchSubscription(context: Context, call: Write<Patch>) {
  requireSettable(call.body, call.caller, true);
  return write(context, call, async (tx, audit) => {
    const before = requireSubscription(
      await lockSubscription(tx, call.params.id),
      call.params.id,
      call.caller,
    );
    requireScopeKept(call.body, before, call.caller);
    return changeSubscription(tx, context, before, call.body, "subscription.update", audit);
  });
}

async function write(
  context: Context,
  call: Write<unknown>,
  work: (tx: Queries, audit: AuditContext) => Promise<Subscription>,
) {
  const audit = auditContext(context, call);
  try {
    return await call.change(async (tx) => json(await work(tx, audit)));
  } catch (error) {
    if (error instanceof UniqueViolation && error.table === "subscription") throw idTaken(call.params.id);
    throw keyInUse(error);
  }
}

/** The most subscriptions of a customer at a time; an operator may add more. */
const subscriptionsMax = 20;

/** 409 for a locked account that has its maximum of subscriptions. */
async function requireRoom(tx: Queries, ownerId: string, now: number): Promise<void> {
  const total = await countOf(
    tx,
    sql`subscription
    where owner_id = ${ownerId} and deleted_at is null and state in ('active', 'submitted', 'suspended')
      and (expires_at is null or expires_at > ${now})`,
  );
  if (total < subscriptionsMax) return;
  throw conflict(
    `Limit reached: ${subscriptionsMax} active subscriptions per user. Cancel one or ask the operator.`,
  );
}

async function insert(
  tx: Queries,
  context: Context,
  call: Write<Request>,
  audit: AuditContext,
): Promise<Subscription> {
  const { id } = call.params;
  const { body, caller } = call;
  const ownerId = body.owner_id ?? (caller.kind === "user" ? caller.userId : undefined);
  if (ownerId === undefined)
    throw conflict("The operator token is not a user. Name the subscription's owner in owner_id.");
  const owner = await lockUser(tx, ownerId);
  if (!owner || owner.state === "deleted") throw userMissing(ownerId);
  if (!isOperator(caller)) await requireRoom(tx, ownerId, audit.at);
  const product = await findScope(tx, body.scope, !isOperator(caller));
  if (product && !isOperator(caller)) await requireFirstGrant(tx, context.running, ownerId, product, id);
  const state =
    body.state !== undefined
      ? requireInitial(body.state)
      : product?.approvalRequired
        ? "submitted"
        : "active";
  const made = await insertSubscription(
    tx,
    { vault: context.identity.vault, running: context.running },
    {
      id,
      ownerId,
      scope: body.scope,
      product,
      displayName: body.display_name ?? product?.displayName ?? body.scope,
      state,
      stateComment: body.state_comment ?? null,
      expiresAt: momentOf(body.expires_at) ?? null,
      keys: { primary: body.primary_key, secondary: body.secondary_key },
    },
    audit,
  );
  await adjustTotals(tx, [[`subscription/${state}`, 1]]);
  return made.subscription;
}
