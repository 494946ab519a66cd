import { createHash } from "node:crypto";
import { membersOf, type WireOf } from "../entities/wire.ts";
import type { Vault } from "./vault.ts";

/** A client of OAuth 2.0, which receives access tokens for its own secret. */
export interface OAuthClient {
  readonly token_url: string;
  readonly client_id: string;
  readonly scope?: string | undefined;
  readonly audience?: string | undefined;
  /** Where a request for a token has ID and secret: in the header of HTTP basic authentication, or in its body. */
  readonly style?: "basic" | "body" | undefined;
}

/** Where requests to an upstream carry a credential: exactly one member is given. */
export interface CredentialName {
  readonly header?: string | undefined;
  /** A parameter of the query. */
  readonly query?: string | undefined;
  /** The user name of HTTP basic authentication. */
  readonly basic?: string | undefined;
  /** The client's certificate and those between it and its authority, as PEM. */
  readonly certificate?: string | undefined;
  /** The client whose access tokens requests carry. */
  readonly oauth?: OAuthClient | undefined;
}

/** `value` is that of the header or parameter, the password, the client's secret, or the certificate's key as PEM. */
export interface Credential extends CredentialName {
  readonly value: string;
}

/** The columns of an API with its credentials. */
export interface CredentialColumns {
  /** The name of the header if a header is the only credential: nodes of version 0.2.0 read no other column. */
  readonly authHeader: string | null;
  /** The names of any other credentials, as JSON. */
  readonly authNames: string | null;
  /** The value of the only credential, or a JSON list of the values. */
  readonly authSealed: Uint8Array | null;
}

/** The names of stored credentials. */
export function credentialNames(columns: CredentialColumns): readonly CredentialName[] {
  const { authHeader: header, authNames: names, authSealed: sealed } = columns;
  if (sealed === null) return [];
  if (header !== null) return [{ header }];
  return names === null ? [] : (JSON.parse(names) as CredentialName[]);
}

/** Stored credentials with their values. `context` is their name in the vault. */
function openCredentials(columns: CredentialColumns, vault: Vault, context: string): readonly Credential[] {
  const names = credentialNames(columns);
  if (names.length === 0) return [];
  const plain = vault.open(columns.authSealed!, context);
  const values = names.length === 1 ? [plain] : (JSON.parse(plain) as string[]);
  return names.map((name, at) => ({ ...name, value: values[at]! }));
}

/** The name in the vault of an API's sealed credentials: they open for this API only. */
export const authContext = (apiId: string): string => `api_auth/${apiId}`;

/** The same of its second source. */
export const fallbackContext = (apiId: string): string => `api_fallback/${apiId}`;

/** The stored credentials of an API. */
export function storedCredentials(
  row: CredentialColumns & { readonly id: string },
  vault: Vault,
): readonly Credential[] {
  return openCredentials(row, vault, authContext(row.id));
}

/** A second source of an API, as it is stored. */
export interface StoredFallback extends CredentialColumns {
  readonly serviceUrl: string;
  readonly caCertificate: string | null;
  /** The name of the source. */
  readonly source: string;
  /** How long the first source may take to begin its answer. */
  readonly afterMs: number | null;
}

/** The columns of an API with its second source. */
export interface FallbackColumns {
  /** JSON of its members, with the names of its credentials. */
  readonly fallback: string | null;
  readonly fallbackSealed: Uint8Array | null;
}

/** The second source of an API, if it has one, with the columns of its credentials. */
export function storedFallback({ fallback, fallbackSealed }: FallbackColumns): StoredFallback | undefined {
  if (fallback === null) return undefined;
  const members = membersOf(JSON.parse(fallback) as WireOf<Omit<StoredFallback, "authSealed">>);
  return { ...members, authSealed: fallbackSealed };
}

/** The stored credentials of an API's second source. */
export function fallbackCredentials(
  row: FallbackColumns & { readonly id: string },
  vault: Vault,
): readonly Credential[] {
  const stored = storedFallback(row);
  return stored ? openCredentials(stored, vault, fallbackContext(row.id)) : [];
}

/** The columns that store credentials. */
export function sealCredentials(
  credentials: readonly Credential[],
  vault: Vault,
  context: string,
): CredentialColumns {
  if (credentials.length === 0) return { authHeader: null, authNames: null, authSealed: null };
  const values = credentials.map(({ value }) => value);
  const names = credentials.map(({ value: _, ...name }) => name);
  const header = names.length === 1 ? names[0]!.header : undefined;
  return {
    authHeader: header ?? null,
    authNames: header === undefined ? JSON.stringify(names) : null,
    authSealed: vault.seal(values.length === 1 ? values[0]! : JSON.stringify(values), context),
  };
}

/** What every request to an upstream has besides what its caller sent. */
export interface UpstreamIdentity {
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parameters for the end of the query, or "". */
  readonly query: string;
  /** The names of these parameters in lower case: a caller's of the same name are not sent. */
  readonly parameters: ReadonlySet<string>;
  readonly tls: UpstreamTls | undefined;
  /** The client whose access tokens are added, and its secret. */
  readonly oauth: OAuthCredential | undefined;
  /** Texts that no caller and no operator may see, as headers, URLs and JSON spell them. */
  readonly secrets: readonly string[];
  /** Another one if anything of it differs. */
  readonly key: string;
}

/** A client of OAuth with its secret. */
export interface OAuthCredential {
  readonly client: OAuthClient;
  readonly secret: string;
}

/** The PEM files of connections by TLS. */
export interface UpstreamTls {
  /** The authorities that are trusted in place of the system's. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** The identity that credentials make. `ca` is null if the system's authorities are trusted. */
export function upstreamIdentity(credentials: readonly Credential[], ca: string | null): UpstreamIdentity {
  const headers: Record<string, string> = {};
  const query: string[] = [];
  const parameters = new Set<string>();
  let tls: UpstreamTls | undefined = ca === null ? undefined : { ca };
  const secrets: string[] = [];
  let oauth: OAuthCredential | undefined;
  for (const { header, query: parameter, basic, certificate, oauth: client, value } of credentials) {
    if (header !== undefined) headers[header.toLowerCase()] = value;
    if (parameter !== undefined) {
      query.push(`${encoded(parameter)}=${encoded(value)}`);
      parameters.add(parameter.toLowerCase());
    }
    if (basic !== undefined) {
      const encoded = Buffer.from(`${basic}:${value}`).toString("base64");
      headers.authorization = `Basic ${encoded}`;
      secrets.push(encoded);
    }
    if (client !== undefined) oauth = { client, secret: value };
    if (certificate !== undefined) tls = { ...tls, cert: certificate, key: value };
    else secrets.push(value);
  }
  const key = createHash("sha256")
    .update(JSON.stringify([credentials, ca]))
    .digest("base64");
  const spelled = secrets.flatMap(spellings);
  return { headers, query: query.join("&"), parameters, tls, oauth, secrets: spelled, key };
}

/** What replaces a secret in a text. */
export const hiddenSecret = "[credential]";

/** A shorter text could be part of any other. */
export const secretMin = 6;

/** A text as it is in a query that `fetch` has sent. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll("'", "%27");

/** How a secret and its words can be written in a header, a URL or JSON. */
export function spellings(secret: string): string[] {
  const words = secret.split(" ").filter((word) => word.length >= secretMin);
  const spelled = [secret, ...words].flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    encoded(text),
  ]);
  return [...new Set(spelled)];
}

/** A header's value without secrets. */
export function withoutSecrets(value: string, { secrets }: Pick<UpstreamIdentity, "secrets">): string {
  let shown = value;
  for (const secret of secrets)
    if (secret.length >= secretMin) shown = shown.replaceAll(secret, hiddenSecret);
  return shown;
}

/** A path and query with the parameters of an identity. */
export function withCredentials(path: string, { query }: Pick<UpstreamIdentity, "query">): string {
  if (query === "") return path;
  if (path.endsWith("?")) return path + query;
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}
