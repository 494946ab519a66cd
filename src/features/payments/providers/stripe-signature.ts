import { createHmac, timingSafeEqual } from "node:crypto";
import { minuteMs } from "../../../base/durations.ts";

const toleranceMs = 5 * minuteMs;

const hmac = (secret: string, at: string, body: string): Buffer =>
  createHmac("sha256", secret).update(`${at}.${body}`).digest();

/** A header as Stripe sends it, of a moment in seconds. */
export const signatureHeader = (secret: string, body: string, seconds: number): string =>
  `t=${seconds},v1=${hmac(secret, String(seconds), body).toString("hex")}`;

/**
 * Whether a body was signed with one of the secrets within five minutes of `now`, milliseconds UTC: while a secret is
 * replaced, a header has a signature of each.
 */
export function isSigned(header: string, body: string, secrets: readonly string[], now: number): boolean {
  const parts = header.split(",").map((part) => part.split("=", 2) as [string, string | undefined]);
  const at = parts.find(([name]) => name.trim() === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(at) || Math.abs(now - Number(at) * 1000) > toleranceMs) return false;
  const given = parts.flatMap(([name, value]) =>
    name.trim() === "v1" && value !== undefined && /^[0-9a-f]{64}$/.test(value)
      ? [Buffer.from(value, "hex")]
      : [],
  );
  return secrets.some((secret) => {
    const expected = hmac(secret, at, body);
    return given.some((one) => timingSafeEqual(one, expected));
  });
}
