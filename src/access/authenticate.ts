import type { Database } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller, SubscriptionCaller, UserCaller } from "./caller.ts";
import type { Access } from "./identity.ts";
import { type EnforcedPolicy, enforcedPolicy } from "./policy/enforced.ts";
import { bearerToken, digestToken, plausibleToken } from "./tokens.ts";

const bearerChallenge = { "www-authenticate": 'Bearer realm="vingate"' };
const keyChallenge = { "www-authenticate": 'ApiKey realm="vingate", header="x-AuthKey"' };

interface TokenRow {
  kind: "vgs" | "vgt" | "vgo";
  user_id: string | null;
  role: "operator" | "customer" | null;
  state: string | null;
}

/** The caller of a management operation. 401 without a live credential. */
export async function authenticateToken(
  db: Database,
  header: string | null,
  known: Pick<Access, "clientToken" | "operatorDigest">,
  now: number,
): Promise<Caller> {
  const token = bearerToken(header);
  if (token === undefined)
    throw new ApiError(
      "not_authenticated",
      "This operation needs the header Authorization: Bearer <token>. POST /auth/signin gives one.",
      { headers: bearerChallenge },
    );
  const refused = new ApiError("invalid_credential", "The token in Authorization is unknown or has ended.", {
    headers: { "www-authenticate": 'Bearer realm="vingate", error="invalid_token"' },
  });
  if (!plausibleToken(token)) throw refused;
  if (token === known.clientToken) return { kind: "client" };
  const digest = digestToken(token);
  if (digest === known.operatorDigest) return { kind: "operator" };
  const row = await db.get<TokenRow>(sql`
    select t.kind, t.user_id, u.role, u.state from access_token t left join app_user u on u.id = t.user_id
    where t.digest = ${digest} and (t.expires_at is null or t.expires_at > ${now})`);
  if (row?.kind === "vgo") return { kind: "operator" };
  if (!row?.user_id || !row.role || row.state !== "active") throw refused;
  return {
    kind: "user",
    userId: row.user_id,
    role: row.role,
    tokenKind: row.kind,
    digest,
  } satisfies UserCaller;
}

/** What a key stands for: who calls, and what the subscription and its product allow. */
export interface KeyGrant {
  readonly caller: SubscriptionCaller;
  readonly userState: string;
  /** The subscription's state at this moment: one that is past its end is `expired`. */
  readonly state: string;
  /** Whether its scope covers the API that was asked for. */
  readonly covers: boolean;
  readonly policy: EnforcedPolicy;
}

interface KeyRow {
  subscription_id: string;
  owner_id: string;
  product_id: string | null;
  state: string;
  expires_at: number | null;
  user_state: string;
  policy: string | null;
  covers: number;
}

function refusedKey(): ApiError {
  return new ApiError("invalid_credential", "The subscription key is unknown or has been withdrawn.", {
    headers: keyChallenge,
  });
}

/**
 * Finds what a key stands for, `api` being what it is used for. 401 for a missing, doubled or unknown key.
 * The states are not judged yet, so that a refusal can be recorded with its subscription.
 */
export async function findKey(
  db: Database,
  header: string | null,
  api: string,
  now: number,
): Promise<KeyGrant> {
  const key = header?.trim();
  if (!key)
    throw new ApiError(
      "not_authenticated",
      "This operation needs the header x-AuthKey with a subscription key. POST /auth/signup gives one.",
      { headers: keyChallenge },
    );
  // A header sent twice arrives joined by a comma, which no key contains.
  if (key.includes(",") || !plausibleToken(key)) throw refusedKey();
  const row = await db.get<KeyRow>(sql`
    select k.subscription_id, s.owner_id, s.product_id, s.state, s.expires_at, u.state as user_state, p.policy,
      case when s.scope = '/apis' or s.scope = ${`/apis/${api}`} or pa.api_id is not null then 1 else 0 end as covers
    from subscription_key k join subscription s on s.id = k.subscription_id
    join app_user u on u.id = s.owner_id
    left join product p on p.id = s.product_id
    left join product_api pa on pa.product_id = s.product_id and pa.api_id = ${api}
    where k.digest = ${digestToken(key)} and (k.expires_at is null or k.expires_at > ${now})`);
  if (!row || row.user_state === "deleted") throw refusedKey();
  const ended = row.state === "active" && row.expires_at !== null && row.expires_at <= now;
  return {
    caller: {
      kind: "subscription",
      subscriptionId: row.subscription_id,
      userId: row.owner_id,
      productId: row.product_id,
    },
    userState: row.user_state,
    state: ended ? "expired" : row.state,
    covers: row.covers === 1,
    policy: enforcedPolicy(row.policy),
  };
}

/**
 * Refuses where the owner (401) or the subscription (403) rests. A product that is not published rests for
 * nobody: as with Azure, publication decides who finds and subscribes to it, not what subscribers may call.
 */
export function demandActive({ userState, state }: Pick<KeyGrant, "userState" | "state">): void {
  if (userState !== "active") throw refusedKey();
  if (state !== "active")
    throw new ApiError("subscription_inactive", `The subscription of this key is ${state}.`, {
      members: { state },
    });
}

/** The caller of what is no lookup but takes a key. 401 without a live key, 403 where its subscription rests. */
export async function authenticateKey(
  db: Database,
  header: string | null,
  now: number,
): Promise<SubscriptionCaller> {
  const grant = await findKey(db, header, "", now);
  demandActive(grant);
  return grant.caller;
}
