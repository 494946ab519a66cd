import { dayMs } from "../base/durations.ts";
import { uuidv7 } from "../base/ids.ts";
import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { noteChange } from "./keys/changes.ts";
import { type Proved, provedTimes } from "./proof.ts";
import { accessTokens } from "./token-rows.ts";
import { digestToken, mintToken } from "./tokens.ts";

const sessionMs = dayMs;
/** Enough for a person's devices and some programs that sign in on each run. */
const sessionsMax = 50;

/** Where a session begins. */
export interface SessionStart {
  /** How its user has proved who it is. */
  readonly proved: Proved;
  /** As the trusted proxies report it. */
  readonly address: string;
  /** The `User-Agent`. */
  readonly agent: string | null;
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
  { proved, address, agent }: SessionStart,
): Promise<{ token: string; expiresAt: number }> {
  const token = mintToken("vgs");
  const expiresAt = now + sessionMs;
  await tx.run(sql`delete from access_token where user_id = ${userId} and expires_at <= ${now}`);
  const ended = await tx.run(sql`
    delete from access_token where user_id = ${userId} and kind = 'vgs' and digest not in (
      select digest from access_token where user_id = ${userId} and kind = 'vgs'
      order by created_at desc, digest limit ${sessionsMax - 1})`);
  const begun = { digest: digestToken(token), kind: "vgs", id: uuidv7(now), userId, createdAt: now } as const;
  const place = { method: proved.method, address, agent: agent?.slice(0, agentMax) ?? null };
  const times = { expiresAt, lastUsedAt: now, ...provedTimes(proved, now) };
  await accessTokens.insert(tx, accessTokens.row({ ...begun, ...place, ...times }));
  if (ended > 0) await noteChange(tx, `/users/${userId}`);
  return { token, expiresAt };
}
