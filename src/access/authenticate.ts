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
import { bearerToken, digestToken, plausibleToken } from "./tokens.ts";

const bearerChallenge = { "www-authenticate": 'Bearer realm="vingate"' };

interface TokenRow extends ProofRow {
  readonly user_id: string | null;
  readonly account_id: string | null;
  readonly is_visit: number;
  readonly last_used_at: number | null;
  readonly role: "operator" | "customer" | null;
  readonly operator_role: OperatorRole | null;
  readonly state: string | null;
  readonly account_state: string | null;
  readonly member_role: MemberRole | null;
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
    select ${proofColumns}, t.user_id, t.account_id, t.is_visit, t.last_used_at, u.role, u.operator_role, u.state,
      a.state as account_state, m.role as member_role, ${known.factorOf(sql`t.user_id`)} as factor
    from access_token t
    left join app_user u on u.id = t.user_id
    left join app_user a on a.id = t.account_id
    left join member m on m.organization_id = t.account_id and m.user_id = t.user_id
    where t.digest = ${digest} and (t.expires_at is null or t.expires_at > ${now})`);
  // A setting replaces all tokens that the service has made.
  if (row?.kind === "vgo" && known.operatorDigest !== undefined) throw refused;
  if (row?.kind === "vgo") return { kind: "operator", proof: proofOfHost(row) };
  if (!row?.user_id || !row.role || row.state !== "active") throw refused;
  if ((row.last_used_at ?? 0) <= now - minuteMs) noteUse(db, digest, now);
  const isOperator = row.role === "operator";
  const proof = proofOf(row, {
    isOperator,
    strongest: strongestOf(row.factor),
    setting: isOperator ? known.operatorSecondFactor : undefined,
  });
  const credential = { kind: "user", personId: row.user_id, digest, proof } as const;
  const own: UserCaller =
    row.role === "operator"
      ? { ...credential, userId: row.user_id, role: "operator", operatorRole: row.operator_role ?? "support" }
      : { ...credential, userId: row.user_id, role: "customer", memberRole: "owner" };
  if (row.account_id === null) return own;
  const account = { ...credential, userId: row.account_id, role: "customer" } as const;
  if (row.is_visit === 1) {
    if (row.account_state !== "deleted" && isPermitted(own, "customers.visit"))
      return { ...account, memberRole: "owner", isVisit: true };
  } else if (row.account_state === "active" && row.member_role)
    return { ...account, memberRole: row.member_role };
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
