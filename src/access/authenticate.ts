import { minuteMs } from "../base/durations.ts";
import type { Database } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { Caller, SubscriptionCaller, UserCaller } from "../http/caller.ts";
import { ApiError } from "../http/errors.ts";
import type { IdentityServices } from "./identity.ts";
import { requireActive } from "./keys/key-access.ts";
import type { KeyCache } from "./keys/key-cache.ts";
import { bearerToken, digestToken, plausibleToken } from "./tokens.ts";

const bearerChallenge = { "www-authenticate": 'Bearer realm="vingate"' };

interface TokenRow {
  kind: "vgs" | "vgt" | "vgo";
  user_id: string | null;
  role: "operator" | "customer" | null;
  state: string | null;
  last_used_at: number | null;
}

/** The caller of a management operation. 401 without a valid credential. */
export async function authenticateToken(
  db: Database,
  header: string | null,
  known: Pick<IdentityServices, "clientToken" | "operatorDigest">,
  now: number,
): Promise<Caller> {
  const token = bearerToken(header);
  if (token === undefined)
    throw new ApiError("not_authenticated", "Missing token. Send it as Authorization: Bearer <token>.", {
      headers: bearerChallenge,
    });
  const refused = new ApiError("invalid_credential", "Invalid token: mistyped, expired or revoked.", {
    headers: { "www-authenticate": 'Bearer realm="vingate", error="invalid_token"' },
  });
  if (token === known.clientToken) return { kind: "client" };
  const digest = digestToken(token);
  // Before the form is checked: an operator may choose a token with one of our prefixes.
  if (digest === known.operatorDigest) return { kind: "operator" };
  if (!plausibleToken(token)) throw refused;
  const row = await db.get<TokenRow>(sql`
    select t.kind, t.user_id, t.last_used_at, u.role, u.state from access_token t left join app_user u on u.id = t.user_id
    where t.digest = ${digest} and (t.expires_at is null or t.expires_at > ${now})`);
  if (row?.kind === "vgo") return { kind: "operator" };
  if (!row?.user_id || !row.role || row.state !== "active") throw refused;
  if (row.kind === "vgt" && (row.last_used_at ?? 0) <= now - minuteMs) noteUse(db, digest, now);
  return {
    kind: "user",
    userId: row.user_id,
    role: row.role,
    tokenKind: row.kind,
    digest,
  } satisfies UserCaller;
}

/** Writes when a token was last used. No caller waits for it, and its failure refuses no call. */
function noteUse(db: Database, digest: string, now: number): void {
  db.run(sql`update access_token set last_used_at = ${now} where digest = ${digest}`).catch(() => undefined);
}

/** The caller of an operation with a key that is no lookup. 401 without a valid key, 403 if its subscription is inactive. */
export async function authenticateKey(
  keys: KeyCache,
  header: string | null,
  now: number,
): Promise<SubscriptionCaller> {
  const access = await keys.find(header);
  requireActive(access, now);
  return access.caller;
}
