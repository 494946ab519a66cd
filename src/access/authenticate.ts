import { minuteMs } from "../base/durations.ts";
import type { Database } from "../database/database.ts";
import { type Sql, sql } from "../database/sql.ts";
import type { Caller, MemberRole, OperatorRole, SubscriptionCaller, UserCaller } from "../http/caller.ts";
import { ApiError } from "../http/errors.ts";
import { isPermitted } from "../http/permissions.ts";
import type { IdentityServices } from "./identity.ts";
import { requireActive } from "./keys/key-access.ts";
import type { KeyCache } from "./keys/key-cache.ts";
import {
  type ProofRow,
  proofColumns,
  proofOf,
  proofOfHost,
  type SecondFactorKind,
  strongestOf,
} from "./proof.ts";
import type { AccessTokenRow } from "./token-rows.ts";
import { bearerToken, digestToken, plausibleToken } from "./tokens.ts";

const bearerChallenge = { "www-authenticate": 'Bearer realm="vingate"' };

interface TokenRow extends ProofRow, Pick<AccessTokenRow, "userId" | "accountId" | "lastUsedAt"> {
  /** 1 for a visit. */
  readonly isVisit: number;
  readonly role: "operator" | "customer" | null;
  readonly operatorRole: OperatorRole | null;
  readonly state: string | null;
  readonly accountState: string | null;
  readonly memberRole: MemberRole | null;
  readonly factor: SecondFactorKind;
}

/** The data that the checks of a token use. */
export type KnownCredentials = Pick<
  IdentityServices,
  "clientToken" | "operatorDigest" | "operatorSecondFactor"
> & {
  /** A condition or column: the second factor of the user whose ID is in a column. */
  factorOf(userId: Sql): Sql;
};

/** The credential is for an account that its user may not call for any more; `own` is the user for its own account. */
export class MembershipEnded extends ApiError {
  readonly own: UserCaller;

  constructor(own: UserCaller) {
    super(
      "membership_ended",
      "You are not a member of this account any more, or it is closed. Choose another account.",
    );
    this.own = own;
  }
}

/** The caller of a management operation. 401 without a valid credential, 403 if it is for an account that ended. */
export async function authenticateToken(
  db: Database,
  header: string | null,
  known: KnownCredentials,
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
  if (digest === known.operatorDigest) return { kind: "operator", proof: proofOfHost() };
  if (!plausibleToken(token)) throw refused;
  const row = await db.get<TokenRow>(sql`
    select ${proofColumns}, t.user_id as "userId", t.account_id as "accountId", t.is_visit as "isVisit",
      t.last_used_at as "lastUsedAt", u.role, u.operator_role as "operatorRole", u.state, a.state as "accountState",
      m.role as "memberRole", ${known.factorOf(sql`t.user_id`)} as factor
    from access_token t
    left join app_user u on u.id = t.user_id
    left join app_user a on a.id = t.account_id
    left join member m on m.organization_id = t.account_id and m.user_id = t.user_id
    where t.digest = ${digest} and (t.expires_at is null or t.expires_at > ${now})`);
  // A setting replaces all tokens that the service has made.
  if (row?.kind === "vgo" && known.operatorDigest !== undefined) throw refused;
  if (row?.kind === "vgo") return { kind: "operator", proof: proofOfHost(row) };
  if (!row?.userId || !row.role || row.state !== "active") throw refused;
  if ((row.lastUsedAt ?? 0) <= now - minuteMs) noteUse(db, digest, now);
  const isOperator = row.role === "operator";
  const proof = proofOf(row, {
    isOperator,
    strongest: strongestOf(row.factor),
    setting: isOperator ? known.operatorSecondFactor : undefined,
  });
  const credential = { kind: "user", personId: row.userId, digest, proof } as const;
  const own: UserCaller =
    row.role === "operator"
      ? { ...credential, userId: row.userId, role: "operator", operatorRole: row.operatorRole ?? "support" }
      : { ...credential, userId: row.userId, role: "customer", memberRole: "owner" };
  if (row.accountId === null) return own;
  const account = { ...credential, userId: row.accountId, role: "customer" } as const;
  if (row.isVisit === 1) {
    if (row.accountState !== "deleted" && isPermitted(own, "customers.visit"))
      return { ...account, memberRole: "owner", isVisit: true };
  } else if (row.accountState === "active" && row.memberRole)
    return { ...account, memberRole: row.memberRole };
  throw new MembershipEnded(own);
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
  via?: "mcp",
): Promise<SubscriptionCaller> {
  const access = await keys.find(header, via);
  requireActive(access, now);
  return access.caller;
}
