import { type AuditContext, actorName, recordAudit } from "../../access/audit.ts";
import type { Vault } from "../../access/vault.ts";
import { uuidv7 } from "../../base/ids.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { countOf } from "../../entities/list.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { openBalance } from "../../metering/credits/credits.ts";
import type { Opened } from "../../running/opened.ts";
import { type ProductRow, products } from "../products/products-record.ts";
import { firstCredits, isGranted, passChange } from "./granting-features.ts";
import { reportState } from "./state-events.ts";
import { insertKeys, type Secrets, type SuppliedKeys } from "./subscription-keys.ts";
import {
  findSubscription,
  publicSubscription,
  type Subscription,
  subscriptions,
} from "./subscription-resource.ts";
import type { SubscriptionState } from "./subscription-states.ts";

export const findProduct = (tx: Queries, id: string): Promise<ProductRow | undefined> =>
  products.find(tx, id);

/**
 * The product of a scope; undefined for the scopes of APIs. 404 if the scope names something that does not
 * exist.
 */
export async function findScope(
  tx: Queries,
  scope: string,
  publishedOnly: boolean,
): Promise<ProductRow | undefined> {
  const [, kind, id] = scope.split("/");
  if (id === undefined) return undefined;
  if (kind === "apis") {
    if (await tx.get(sql`select id from api where id = ${id}`)) return undefined;
    throw notFound(`API ${id} not found.`);
  }
  const product = await findProduct(tx, id);
  if (!product || (publishedOnly && product.state !== "published")) throw notFound(`Plan ${id} not found.`);
  return product;
}

/**
 * Records that an account has subscribed to a product; 409 beyond the product's limit, which counts deleted
 * subscriptions too. The account must be locked.
 */
export async function enrol(
  tx: Queries,
  userId: string,
  product: ProductRow,
  subscriptionId: string,
  at: number,
): Promise<void> {
  await requireFewer(tx, userId, product, subscriptionId, product.subscriptionsLimit);
  await tx.run(sql`
    insert into enrolment (user_id, product_id, subscription_id, at)
    values (${userId}, ${product.id}, ${subscriptionId}, ${at})
    on conflict (user_id, product_id, subscription_id) do nothing`);
}

/**
 * 409 if a customer subscribes again to a product that grants credits without approval and states no limit: each
 * subscription would grant them again. The account must be locked.
 */
export async function requireFirstGrant(
  tx: Queries,
  running: readonly Opened[],
  userId: string,
  product: ProductRow,
  subscriptionId: string,
): Promise<void> {
  const { subscriptionsLimit: limit, approvalRequired: isApproved, creditsGranted: credits } = product;
  if (limit !== null || isApproved) return;
  if (credits || (await isGranted(tx, running, product.id)))
    await requireFewer(tx, userId, product, subscriptionId, 1, " For another one, ask the operator.");
}

/** 409 if the user has had `limit` other subscriptions to the product; null is no limit. */
async function requireFewer(
  tx: Queries,
  userId: string,
  { id }: ProductRow,
  subscriptionId: string,
  limit: number | null,
  advice = "",
): Promise<void> {
  if (limit === null) return;
  const enrolled = await countOf(
    tx,
    sql`enrolment
    where user_id = ${userId} and product_id = ${id} and subscription_id <> ${subscriptionId}`,
  );
  if (enrolled < limit) return;
  const subscriptions = limit === 1 ? "subscription" : "subscriptions";
  throw conflict(`Limit reached: ${limit} ${subscriptions} to ${id} per user.${advice}`);
}

/** Seals the keys of a new subscription, and learns of it. */
export interface SubscriptionServices {
  readonly vault: Vault;
  readonly running: readonly Opened[];
}

export interface NewSubscription {
  readonly id: string;
  readonly ownerId: string;
  readonly scope: string;
  /** Undefined for the scopes of APIs, which have no product and no meter. */
  readonly product: ProductRow | undefined;
  readonly displayName: string;
  readonly state: SubscriptionState;
  readonly stateComment?: string | null;
  readonly expiresAt?: number | null;
  readonly keys?: SuppliedKeys;
  /** It begins with no credits, and features grant it none. */
  readonly isWithoutCredits?: boolean;
  /** Where its first credits come from; `grant` if absent. */
  readonly source?: "trial";
}

/**
 * Creates a subscription with its keys and first credits, for a locked account. Throws `UniqueViolation`
 * if the id or a key is in use. The caller counts it in `subscription/<state>`.
 */
export async function insertSubscription(
  tx: Queries,
  { vault, running }: SubscriptionServices,
  wanted: NewSubscription,
  audit: AuditContext,
): Promise<{ subscription: Subscription; keys: Secrets }> {
  const { id, ownerId, product, state, expiresAt = null } = wanted;
  const now = audit.at;
  // Before the id is taken, so that every other refusal is the same whether the id is free or another's.
  if (product) await enrol(tx, ownerId, product, id, now);
  const times = { createdAt: now, startAt: state === "active" ? now : null };
  await subscriptions.insert(tx, subscriptions.row({ ...wanted, ...times, productId: product?.id ?? null }));
  const keys = await insertKeys(tx, vault, id, wanted.keys ?? {}, now);
  const credits = wanted.isWithoutCredits ? 0 : await firstCredits(tx, running, product);
  await openBalance(tx, {
    id: uuidv7(now),
    subscriptionId: id,
    credits,
    ...(wanted.source && { source: wanted.source }),
    at: now,
    actor: actorName(audit.actor),
  });
  await passChange(tx, running, {
    subscriptionId: id,
    isStart: state === "active" && !wanted.isWithoutCredits,
    audit,
  });
  await reportState(tx, { subscriptionId: id, formerState: null, state, expiresAt, at: now });
  const subscription = publicSubscription((await findSubscription(tx, id))!, now);
  await recordAudit(tx, {
    ...audit,
    action: "subscription.create",
    object: `/subscriptions/${id}`,
    after: subscription,
  });
  return { subscription, keys };
}
