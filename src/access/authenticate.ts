import type { Database } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller, SubscriptionCaller, UserCaller } from "./caller.ts";
import type { Access } from "./identity.ts";
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

interface KeyRow {
  subscription_id: string;
  owner_id: string;
  product_id: string | null;
  state: string;
  expires_at: number | null;
  user_state: string | null;
}

/** The caller of a lookup. 401 for a missing, doubled or unknown key, 403 where its subscription rests. */
export async function authenticateKey(
  db: Database,
  header: string | null,
  now: number,
): Promise<SubscriptionCaller> {
  const key = header?.trim();
  if (!key)
    throw new ApiError(
      "not_authenticated",
      "This operation needs the header x-AuthKey with a subscription key. POST /auth/signup gives one.",
      { headers: keyChallenge },
    );
  const refused = new ApiError(
    "invalid_credential",
    "The subscription key is unknown or has been withdrawn.",
    {
      headers: keyChallenge,
    },
  );
  // A header sent twice arrives joined by a comma, which no key contains.
  if (key.includes(",") || !plausibleToken(key)) throw refused;
  const row = await db.get<KeyRow>(sql`
    select k.subscription_id, s.owner_id, s.product_id, s.state, s.expires_at, u.state as user_state
    from subscription_key k join subscription s on s.id = k.subscription_id
    left join app_user u on u.id = s.owner_id
    where k.digest = ${digestToken(key)} and (k.expires_at is null or k.expires_at > ${now})`);
  if (row?.user_state !== "active") throw refused;
  const state =
    row.state === "active" && row.expires_at !== null && row.expires_at <= now ? "expired" : row.state;
  if (state !== "active")
    throw new ApiError("subscription_inactive", `The subscription of this key is ${state}.`, {
      members: { state },
    });
  return {
    kind: "subscription",
    subscriptionId: row.subscription_id,
    userId: row.owner_id,
    productId: row.product_id,
  };
}
