import { minuteMs } from "../../base/durations.ts";
import type { Context } from "../../calls/context.ts";
import { ApiError } from "../../http/errors.ts";
import { findUser } from "./user-records.ts";

const windowMs = 15 * minuteMs;
const failuresMax = 5;

/** 429 for a caller that must wait. */
export function tooMany(detail: string, waitMs: number): ApiError {
  return new ApiError("rate_limited", detail, {
    headers: { "retry-after": String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });
}

/** Counts a failure under a name before it is known to be one; `clear` takes it back. 429 after five. */
export function countFailure(context: Context, name: string, detail: string): { clear(): void } {
  const { attempts } = context.identity;
  const wait = attempts.waitMs(name, failuresMax, windowMs);
  if (wait > 0) throw tooMany(detail, wait);
  // Counted before the password is checked, or many guesses at once would all pass the line above.
  attempts.record(name, windowMs);
  return { clear: () => attempts.clear(name) };
}

/**
 * 403 unless this is the user's password: whoever finds a session or an access token must not be able to take
 * the account over.
 */
export async function requireCurrentPassword(
  context: Context,
  id: string,
  given: string | undefined,
): Promise<void> {
  if (given === undefined)
    throw new ApiError(
      "forbidden",
      "A new password or e-mail needs current_password as well; nothing was changed.",
    );
  const failure = countFailure(
    context,
    `password changes/${id}`,
    "Too many wrong passwords; wait before you try again.",
  );
  const user = await findUser(context.database, id);
  if (!(await context.identity.passwords.verify(given, user?.password_hash ?? null)))
    throw new ApiError("forbidden", "current_password is wrong; nothing was changed.");
  failure.clear();
}
