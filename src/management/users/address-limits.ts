import { hourMs, minuteMs } from "../../base/durations.ts";
import type { Context } from "../../calls/context.ts";
import { isLoopback } from "../../http/client-address.ts";
import { tooMany } from "./password-checks.ts";

/** The largest body of an operation that the public client token may call. */
export const authBodyBytesMax = 16 * 1024;

const signInsPerMinute = 60;
const emailChecksPerMinute = 10;

/** Counts a call by its address and refuses it beyond the limit; the machine itself is not limited. */
function limit(context: Context, address: string, what: string, most: number, windowMs: number): void {
  if (isLoopback(address)) return;
  const name = `${what}/${address}`;
  const wait = context.identity.attempts.waitMs(name, most, windowMs);
  if (wait > 0) throw tooMany(`Too many ${what} from this address.`, wait);
  context.identity.attempts.record(name, windowMs);
}

export function limitSignIns(context: Context, address: string): void {
  limit(context, address, "sign-ins", signInsPerMinute, minuteMs);
}

export function limitSignUps(context: Context, address: string): void {
  limit(context, address, "sign-ups", context.config.signupLimit, hourMs);
}

export function limitEmailChecks(context: Context, address: string): void {
  limit(context, address, "e-mail checks", emailChecksPerMinute, minuteMs);
}
