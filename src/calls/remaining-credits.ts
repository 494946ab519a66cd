import { withTimeout } from "../base/with-timeout.ts";
import type { Database } from "../database/database.ts";
import { DatabaseUnavailable } from "../database/errors.ts";
import { readCredits } from "../metering/credits/credits.ts";

/** The answer is charged by then: it does not wait long for what is left. */
const waitMs = 300;
const late = () => new DatabaseUnavailable("what is left was not read in time");

/** Tells in an answer's headers what a balance has left, where the database says so soon. */
export async function readRemaining(
  database: Database,
  subscriptionId: string,
  headers: Record<string, string>,
): Promise<void> {
  const reading = withTimeout(readCredits(database, subscriptionId), waitMs, late);
  const credits = await reading.catch(() => undefined);
  if (credits) headers["x-credits-remaining"] = String(credits.remaining ?? "unlimited");
}
