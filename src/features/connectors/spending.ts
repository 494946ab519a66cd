import type { TakenCredits } from "../../access/keys/key-access.ts";
import type { Clock } from "../../base/clock.ts";
import { dayMs } from "../../base/durations.ts";
import { withTimeout } from "../../base/with-timeout.ts";
import type { Database } from "../../database/database.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";
import { sql } from "../../database/sql.ts";
import { ApiError } from "../../http/errors.ts";

/** The longest wait of a call for its day's credits. */
const waitMs = 900;
const unanswered = () =>
  new DatabaseUnavailable("the database did not count the credits of the assistant's day");

/** Such as 2026-11-28, UTC. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * Takes credits of an assistant's day. One statement adds and compares, so that simultaneous calls of any nodes stay
 * within the limit. A process that ends during the call leaves them taken: the limit errs on the safe side.
 */
export async function takeOfDay(
  db: Database,
  { id, limit }: { readonly id: string; readonly limit: number },
  credits: number,
  { at, clock }: { readonly at: number; readonly clock: Clock },
): Promise<TakenCredits> {
  const day = dayOf(at);
  const giveBack = () => {
    db.run(sql`
      update assistant_day set credits = credits - ${credits} where assistant_id = ${id} and day = ${day}`).catch(
      () => undefined,
    );
  };
  const taking = db.get<{ credits: number }>(sql`
    insert into assistant_day (assistant_id, day, credits)
    select a.id, ${day}, ${credits} from assistant a where a.id = ${id} and a.credits_per_day >= ${credits}
    on conflict (assistant_id, day) do update set credits = assistant_day.credits + excluded.credits
    where assistant_day.credits + excluded.credits <= (select credits_per_day from assistant where id = ${id})
    returning credits`);
  let isLate = false;
  const row = await withTimeout(taking, waitMs, () => {
    isLate = true;
    return unanswered();
  }).catch((error) => {
    if (isLate)
      taking.then(
        (taken) => taken && giveBack(),
        () => undefined,
      );
    throw error;
  });
  if (!row) throw usedUp(limit, at);
  noteUse(db, id, clock());
  return { giveBack };
}

function usedUp(limit: number, at: number): ApiError {
  const seconds = Math.ceil((dayMs - (at % dayMs)) / 1000);
  return new ApiError(
    "quota_exceeded",
    `This assistant may spend ${limit} credits per day (UTC), and the call needs more than are left. Its user can change the limit under Security. Nothing was charged.`,
    { headers: { "retry-after": String(seconds) } },
  );
}

/** Writes when an assistant was last used, accurate to a minute. No call waits for it. */
function noteUse(db: Database, id: string, now: number): void {
  db.run(sql`
    update assistant set last_used_at = ${now} where id = ${id} and (last_used_at is null or last_used_at <= ${now - 60_000})`).catch(
    () => undefined,
  );
}
