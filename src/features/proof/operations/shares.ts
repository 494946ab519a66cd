import { Shares } from "../../../base/shares.ts";
import { tooManyCalls } from "../../../http/errors.ts";

/** A proof can read all calls of a day, and a statement those of the open days: some seconds of work. */
const bounds = { each: 2, all: 16 };
const reading = new Shares();

/** Does work that reads many calls, if the account does not do too much of it at a time. Throws 429. */
export async function inShare<T>(userId: string, work: () => Promise<T>): Promise<T> {
  if (reading.take(userId, 1, bounds) !== undefined)
    throw tooManyCalls("Too many statements and receipts are made at a time. Retry when one has ended.", 1);
  try {
    return await work();
  } finally {
    reading.release(userId, 1);
  }
}
