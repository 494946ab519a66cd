import { isLoopback } from "../access/address.ts";
import type { App } from "../app.ts";
import { tooMany } from "./password-checks.ts";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const signInsPerMinute = 60;
const emailChecksPerMinute = 10;

/** Counts a call by its address and refuses it beyond the limit; the machine itself is not limited. */
function limit(app: App, address: string, what: string, most: number, windowMs: number): void {
  if (isLoopback(address)) return;
  const name = `${what}/${address}`;
  const wait = app.access.attempts.waitMs(name, most, windowMs);
  if (wait > 0) throw tooMany(`Too many ${what} from this address.`, wait);
  app.access.attempts.record(name, windowMs);
}

export function limitSignIns(app: App, address: string): void {
  limit(app, address, "sign-ins", signInsPerMinute, minuteMs);
}

export function limitSignUps(app: App, address: string): void {
  limit(app, address, "sign-ups", app.config.signupLimit, hourMs);
}

export function limitEmailChecks(app: App, address: string): void {
  limit(app, address, "e-mail checks", emailChecksPerMinute, minuteMs);
}
