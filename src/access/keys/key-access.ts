import type { Queries } from "../../database/database.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import { sql } from "../../database/sql.ts";
import type { KeySlot, SubscriptionCaller } from "../../http/caller.ts";
import { ApiError } from "../../http/errors.ts";
import { type EnforcedPolicy, enforcedPolicy, testPolicy } from "../policy/enforced.ts";

/** Credits of a day that one call of an assistant has taken. */
export interface TakenCredits {
  /** The call was not charged. */
  giveBack(): void;
}

/** A program that a user has connected with a subscription, without showing it a key. */
export interface Assistant {
  /** The user who connected it; the subscription can be an organization's. */
  readonly personId: string;
  /** Takes credits of its day before they are reserved. Rejects with a 429 beyond its limit. */
  take(credits: number, at: number): Promise<TakenCredits>;
}

/** What a key permits: its caller, and what the subscription and its product allow. */
export interface KeyAccess {
  readonly caller: SubscriptionCaller;
  readonly userState: string;
  /** The subscription's state as stored; `stateAt` returns the state at a moment. */
  readonly state: string;
  readonly expiresAt: number | null;
  /** When the key itself expires: a replaced key may work for a grace period. */
  readonly keyExpiresAt: number | null;
  readonly scope: string;
  /** Which of the subscription's keys it is; undefined for a call without a key. */
  readonly slot: KeySlot | undefined;
  /** Whether it is the key for tests: answered from the demo set alone, never charged or forwarded. */
  readonly isTest: boolean;
  /** The APIs of its product. */
  readonly apis: ReadonlySet<string>;
  readonly policy: EnforcedPolicy;
  /** Whose token it is, in place of a key. */
  readonly assistant?: Assistant;
}

/** The part that subscriptions of a product share. */
export interface ProductAccess {
  readonly apis: ReadonlySet<string>;
  readonly policy: EnforcedPolicy;
}

/** A subscription and its owner, by a credential. */
export interface KeyRow {
  digest: string;
  subscription_id: string;
  owner_id: string;
  product_id: string | null;
  scope: string;
  slot: KeySlot | null;
  state: string;
  expires_at: number | null;
  key_expires_at: number | null;
  user_state: string;
}

/** A subscription without a product has no policy. */
export const noProduct: ProductAccess = { apis: new Set(), policy: enforcedPolicy(null) };

const keyRows = new RowsStatement<KeyRow>(
  `select k.digest, k.subscription_id, k.slot, k.expires_at as key_expires_at, s.owner_id, s.product_id, s.scope,
    s.state, s.expires_at, u.state as user_state
  from :rows join subscription_key k on k.digest = v.column1 join subscription s on s.id = k.subscription_id
    join app_user u on u.id = s.owner_id`,
  ["text"],
);

/** Loads key access by digest; skips unknown keys and those of deleted accounts. */
export async function readKeys(
  db: Queries,
  digests: readonly string[],
  product: (id: string) => Promise<ProductAccess>,
): Promise<Map<string, KeyAccess>> {
  const found = await keyRows.all(db, [digests]);
  const live = found.filter((row) => row.user_state !== "deleted");
  const products = await productsOf(live, product);
  return new Map(
    live.map((row) => [row.digest, accessOf(row, products.get(row.product_id ?? "") ?? noProduct)]),
  );
}

/** The products of rows, by ID. */
export async function productsOf(
  rows: readonly Pick<KeyRow, "product_id">[],
  product: (id: string) => Promise<ProductAccess>,
): Promise<ReadonlyMap<string, ProductAccess>> {
  const products = new Map<string, ProductAccess>();
  for (const id of new Set(rows.flatMap((row) => row.product_id ?? []))) products.set(id, await product(id));
  return products;
}

export function accessOf(row: KeyRow, { apis, policy }: ProductAccess): KeyAccess {
  const isTest = row.slot === "test";
  return {
    caller: {
      kind: "subscription",
      subscriptionId: row.subscription_id,
      userId: row.owner_id,
      productId: row.product_id,
    },
    userState: row.user_state,
    state: row.state,
    expiresAt: row.expires_at,
    keyExpiresAt: row.key_expires_at,
    scope: row.scope,
    slot: row.slot ?? undefined,
    isTest,
    apis,
    policy: isTest ? testPolicy(policy) : policy,
  };
}

/** Loads the part that subscriptions of a product share. */
export async function readProduct(db: Queries, id: string): Promise<ProductAccess> {
  const product = await db.get<{ policy: string | null }>(sql`select policy from product where id = ${id}`);
  const rows = await db.all<{ api_id: string }>(sql`
    select api_id from product_api where product_id = ${id}`);
  return { apis: new Set(rows.map((row) => row.api_id)), policy: enforcedPolicy(product?.policy ?? null) };
}

/** Whether a subscription may call an API. */
export function covers({ scope, apis }: Pick<KeyAccess, "scope" | "apis">, api: string): boolean {
  return scope === "/apis" || apis.has(api) || scope === `/apis/${api}`;
}

/** What a key's calls are limited under: those of a key for tests apart. Subscription IDs contain no slash. */
export function limitName({ isTest, caller }: Pick<KeyAccess, "isTest" | "caller">): string {
  return isTest ? `test/${caller.subscriptionId}` : caller.subscriptionId;
}

/** The subscription's state at a moment: `expired` from `expiresAt` on. */
export function stateAt({ state, expiresAt }: Pick<KeyAccess, "state" | "expiresAt">, now: number): string {
  return state === "active" && expiresAt !== null && expiresAt <= now ? "expired" : state;
}

const keyChallenge = { "www-authenticate": 'ApiKey realm="vingate", header="x-AuthKey"' };

export function missingKey(): ApiError {
  return new ApiError("not_authenticated", "Missing API key. Send it in x-AuthKey.", {
    headers: keyChallenge,
  });
}

export function refusedKey(): ApiError {
  return new ApiError("invalid_credential", "Invalid API key: mistyped, expired or revoked.", {
    headers: keyChallenge,
  });
}

/**
 * Throws 401 unless the owner is active, and 403 unless the subscription is. As with Azure, an unpublished product
 * stops new subscriptions, not existing ones.
 */
export function requireActive(
  access: Pick<KeyAccess, "userState" | "state" | "expiresAt">,
  now: number,
): void {
  if (access.userState !== "active") throw refusedKey();
  const state = stateAt(access, now);
  if (state !== "active") throw inactive(state);
}

/** The 403 of a subscription that is not active. */
export function inactive(state: string): ApiError {
  const shown = state === "submitted" ? "awaiting approval" : state;
  return new ApiError("subscription_inactive", `The subscription of this key is ${shown}.`, {
    members: { state },
  });
}
