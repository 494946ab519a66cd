import { z } from "zod";
import {
  type FallbackColumns,
  fallbackContext,
  sealCredentials,
  storedFallback,
} from "../../access/upstream-credentials.ts";
import type { Vault } from "../../access/vault.ts";
import { shownAs, wireOf } from "../../entities/wire.ts";
import { conflict } from "../../http/errors.ts";
import { auth, caCertificate, shownAuth } from "./apis-credentials.ts";
import { backendUrl, sourceName } from "./apis-url.ts";

/** What a second source has besides its credentials. */
export const fallbackMembers = {
  service_url: backendUrl.describe("The http or https URL of the other backend."),
  ca_certificate: caCertificate.default(null),
  source: sourceName
    .default("fallback")
    .describe("The name of the source in records of calls that it has answered, and in `x-data-source`."),
  after_ms: z
    .int()
    .min(1)
    .max(600_000)
    .nullable()
    .default(null)
    .describe(
      "Milliseconds after which a GET, HEAD or OPTIONS that the first backend has not begun to answer goes to this one; `timeout_ms` if it is null.",
    ),
};

/** A second source of the same paths, as a request states it. */
export const fallbackInput = z
  .strictObject({ ...fallbackMembers, auth: auth.optional() })
  .nullable()
  .describe(
    "Another backend with the same paths, which is asked if the first one fails: it cannot be connected to, its calls fail, or, for GET, HEAD and OPTIONS, it answers with 502 to 504 or not in time. If `auth` is omitted, stored credentials stay; another scheme, host or port needs them again. Only operators see it.",
  );

export type FallbackInput = z.output<typeof fallbackInput>;

/** The same without its credentials. */
const shownMembers = z.object(fallbackMembers);
export const fallbackOutput = shownMembers.nullable();

/** The columns that store what a request states. Stored credentials stay; `saveApi` refuses them for another address. */
export function fallbackColumns(
  stated: FallbackInput,
  row: FallbackColumns & { readonly id: string },
  vault: Vault,
): FallbackColumns {
  if (stated === null) return { fallback: null, fallbackSealed: null };
  const { auth: sent, ...members } = stated;
  const before = storedFallback(row);
  const stays = sent === undefined && before !== undefined;
  const { authHeader, authNames, authSealed } = stays
    ? before
    : sealCredentials([sent ?? []].flat(), vault, fallbackContext(row.id));
  const stored = { ...members, auth_header: authHeader, auth_names: authNames };
  return { fallback: JSON.stringify(stored), fallbackSealed: authSealed };
}

/** A second source as it is shown. */
export function shownFallback(row: FallbackColumns): z.output<typeof fallbackOutput> {
  const stored = storedFallback(row);
  return stored ? shownAs(shownMembers, wireOf(stored)) : null;
}

/** A second source with the names of its credentials. */
export function namedFallback(row: FallbackColumns) {
  const stored = storedFallback(row);
  if (!stored) return null;
  const auth = shownAuth(stored);
  return { ...shownFallback(row)!, ...(auth && { auth }) };
}

/** Throws 409 for a second source without a first one. */
export function requireFirst(row: FallbackColumns & { readonly serviceUrl: string | null }): void {
  if (row.fallback !== null && row.serviceUrl === null)
    throw conflict("A fallback needs a service_url, which is asked first.");
}
