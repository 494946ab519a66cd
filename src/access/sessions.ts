import { dayMs } from "../base/durations.ts";
import { uuidv7 } from "../base/ids.ts";
import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { SignInMethod } from "../http/caller.ts";
import { digestToken, mintToken } from "./tokens.ts";

const sessionMs = dayMs;
/** Enough for a person's devices and some programs that sign in on each run. */
const sessionsMax = 50;

/** Where a session begins. */
export interface SessionStart {
  readonly method: SignInMethod;
  /** As the trusted proxies report it. */
  readonly address: string;
  /** The `User-Agent`. */
  readonly agent: string | null;
  /** When the user proved who it is, if before the session began; milliseconds UTC. */
  readonly verifiedAt?: number | undefined;
}

const agentMax = 300;

/**
 * Creates a session of a user whom the transaction has locked. Above 50 sessions the oldest ends. `expiresAt` is in
 * milliseconds UTC.
 */
export async function createSession(
  tx: Queries,
  userId: string,
  now: number,
  { method, address, agent, verifiedAt = now }: SessionStart,
): Promise<{ token: string; expiresAt: number }> {
  const token = mintToken("vgs");
  const expiresAt = now + sessionMs;
  await tx.run(sql`delete from access_token where user_id = ${userId} and expires_at <= ${now}`);
  await tx.run(sql`
    delete from access_token where user_id = ${userId} and kind = 'vgs' and digest not in (
      select digest from access_token where user_id = ${userId} and kind = 'vgs'
      order by created_at desc, digest limit ${sessionsMax - 1})`);
  await tx.run(sql`
    insert into access_token (digest, kind, user_id, created_at, expires_at, id, last_used_at, method, address, agent,
      verified_at)
    values (${digestToken(token)}, 'vgs', ${userId}, ${now}, ${expiresAt}, ${uuidv7(now)}, ${now}, ${method},
      ${address}, ${agent?.slice(0, agentMax) ?? null}, ${verifiedAt})`);
  return { token, expiresAt };
}
