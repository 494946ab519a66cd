import {
  type CredentialColumns,
  type FallbackColumns,
  type OAuthClient,
  storedFallback,
} from "../../access/upstream-credentials.ts";
import { InvalidRequest } from "../../http/errors.ts";

/** Where credentials are sent, and by which certificates that host is recognized. */
export interface CredentialAddress {
  /** http or https; null if there is no address. */
  readonly serviceUrl: string | null;
  /** The authorities that are trusted in place of the system's, as PEM. */
  readonly caCertificate: string | null;
}

/**
 * Why credentials that are stored for one address are not sent to another, as a clause; undefined if they may be: scheme,
 * host and port are the same, and no other authority is trusted. Path and spelling may differ.
 */
export function addressFault(stored: CredentialAddress, other: CredentialAddress): string | undefined {
  const [known, wanted] = [originOf(stored), originOf(other)];
  if (wanted === null) return undefined;
  if (known === null) return `the stored credential is for no address, and is not sent to ${wanted}`;
  if (known !== wanted) return `the stored credential is for ${known}, and is not sent to ${wanted}`;
  if (!wanted.startsWith("https:") || trustsNoOther(stored, other)) return undefined;
  return `the stored credential is for ${known} and its stored authorities, and is not sent with others`;
}

/**
 * Scheme, host and port. A name with a dot at its end is another host: the resolver's list of domains does not apply to
 * it.
 */
function originOf({ serviceUrl: url }: CredentialAddress): string | null {
  return url === null ? null : new URL(url).origin;
}

/**
 * Why the stored secret of a client of OAuth is not sent to the token_url of another one, as a clause; undefined if it may
 * be: the client's ID and the scheme, host and port are the same. Path, scope and the like may differ.
 */
export function clientFault(stored: OAuthClient, other: OAuthClient): string | undefined {
  const [known, wanted] = [new URL(stored.token_url).origin, new URL(other.token_url).origin];
  if (known !== wanted) return `the stored secret is for ${known}, and is not sent to ${wanted}`;
  if (stored.client_id === other.client_id) return undefined;
  return `the stored secret is of the client ${stored.client_id}`;
}

/** Whether every authority of one address is an authority of the stored one. Null means those of the system. */
function trustsNoOther(
  { caCertificate: stored }: CredentialAddress,
  { caCertificate: other }: CredentialAddress,
): boolean {
  if (stored === null || other === null) return stored === other;
  const known = new Set(certificatesOf(stored));
  return certificatesOf(other).every((certificate) => known.has(certificate));
}

const certificatesOf = (pem: string): string[] =>
  pem.split("-----END CERTIFICATE-----").map((part) => part.replaceAll(/\s/g, ""));

/** The 422 for a credential that must be sent again. `place` is its member of the body. */
export function credentialNeeded(fault: string, ...place: string[]): InvalidRequest {
  return new InvalidRequest(
    ["body", ...place],
    `${fault}. Send the credential again too, or remove it`,
    null,
  );
}

type Addressed = CredentialAddress & CredentialColumns;

/** Throws 422 if a stored credential of an API, or of its second source, stays while its address becomes another. */
export function requireCredentialsAgain(
  before: Addressed & FallbackColumns,
  after: Addressed & FallbackColumns,
): void {
  requireAgain(before, after, "auth");
  const [was, is] = [storedFallback(before), storedFallback(after)];
  if (was && is) requireAgain(was, is, "fallback", "auth");
}

function requireAgain(before: Addressed, after: Addressed, ...place: string[]): void {
  const fault = stays(before, after) ? addressFault(before, after) : undefined;
  if (fault !== undefined) throw credentialNeeded(fault, ...place);
}

/** Whether the stored bytes are the same. A value that is sealed again has others. */
function stays({ authSealed: before }: Addressed, { authSealed: after }: Addressed): boolean {
  return before !== null && after !== null && Buffer.compare(before, after) === 0;
}
