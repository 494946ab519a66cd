import { createPrivateKey, X509Certificate } from "node:crypto";
import { z } from "zod";
import {
  authContext,
  type Credential,
  type CredentialColumns,
  type CredentialName,
  credentialNames,
  sealCredentials,
} from "../../access/upstream-credentials.ts";
import type { Vault } from "../../access/vault.ts";
import { secret } from "../../http/validation/secrets.ts";
import { line } from "../common/identifiers.ts";
import { webUrl } from "./apis-url.ts";

const credentialsMax = 8;
const pemMax = 65_536;

// Hop-by-hop headers, and those that the service sets itself.
const headersKept = new Set([
  ...["connection", "content-length", "content-type", "expect", "host", "keep-alive", "te", "trailer"],
  ...["transfer-encoding", "upgrade"],
]);

/** Where requests carry a credential. */
const placeMembers = {
  header: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/)
    .refine(
      (name) => !headersKept.has(name.toLowerCase()),
      "is not a header that can carry a backend's credential",
    )
    .optional()
    .describe("The name of the header that carries it."),
  query: z
    .string()
    .regex(/^[\x21-\x7e]{1,64}$/)
    .optional()
    .describe("The name of the query's parameter that carries it. Callers cannot send one of this name."),
  basic: z
    .string()
    .min(1)
    .max(256)
    .refine((name) => isLine(name) && !name.includes(":"), "must be one line without a colon")
    .optional()
    .describe("The user name of HTTP basic authentication."),
  certificate: z
    .string()
    .max(pemMax)
    .refine(
      (pem) => certificatesOf(pem).length > 0,
      "must be the PEM of a certificate, and of those between it and its authority",
    )
    .optional()
    .describe("The client's certificate as PEM, followed by those between it and its authority."),
  oauth: z
    .strictObject({
      token_url: webUrl.describe("The URL that gives tokens."),
      client_id: line(1000).describe("The client's ID at that server."),
      scope: line(1000).optional().describe("The scopes that tokens are requested for, separated by spaces."),
      audience: line(1000).optional().describe("For whom tokens are, if the server requires it."),
      style: z
        .enum(["basic", "body"])
        .optional()
        .describe("Where ID and secret are sent: HTTP basic authentication (the default) or the body."),
    })
    .optional()
    .describe("The client of OAuth 2.0 (client credentials) whose access tokens are sent as `Bearer`."),
};

const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** What is wrong with a credential, or undefined. */
export function credentialFault({
  header,
  query,
  basic,
  certificate,
  oauth,
  value,
}: Partial<Credential>): string | undefined {
  const places = [header, query, basic, certificate, oauth].filter((name) => name !== undefined);
  if (places.length !== 1) return "must have exactly one of header, query, basic, certificate and oauth";
  if (value === undefined) return undefined;
  if (certificate !== undefined) return keyFault(certificate, value);
  if (value.length > 4096) return "the value must have at most 4,096 characters";
  if (header !== undefined && !headerValue.test(value))
    return "the value must be printable ASCII, without a space at its ends";
  return value === "" || !isLine(value) ? "the value must be one line that is not empty" : undefined;
}

function isLine(text: string): boolean {
  return [...text].every((character) => character >= " " && character !== "\x7f");
}

function keyFault(certificate: string, value: string): string | undefined {
  try {
    const fits = certificatesOf(certificate)[0]?.checkPrivateKey(createPrivateKey(value));
    return fits ? undefined : "the value is the private key of another certificate";
  } catch {
    return "the value must be the certificate's private key as PEM, without a passphrase";
  }
}

/** The certificates of a PEM; none if it has anything that is no certificate. */
function certificatesOf(pem: string): readonly X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return pem.replaceAll("\r", "").trim() === blocks.join("\n").replaceAll("\r", "")
      ? blocks.map((block) => new X509Certificate(block))
      : [];
  } catch {
    return [];
  }
}

/** A credential whose names are checked, with other members. */
export function credentialWith<T extends z.ZodRawShape>(members: T) {
  return z.strictObject({ ...placeMembers, ...members }).superRefine((credential, found) => {
    const fault = credentialFault(credential as Partial<Credential>);
    if (fault !== undefined) found.addIssue({ code: "custom", message: fault });
  });
}

/** One of these, or a list of them that can all be sent. */
export function oneOrMore<T extends z.ZodType>(one: T) {
  const list = z
    .array(one)
    .max(credentialsMax)
    .superRefine((all, found) => {
      const places = all.map((each) => placeOf(each as CredentialName));
      const twice = places.find((place, at) => places.indexOf(place) < at);
      if (twice !== undefined)
        found.addIssue({ code: "custom", message: `has two credentials for ${twice}` });
    });
  return z.union([one, list]);
}

/** What only one credential can fill. */
function placeOf({ header, query, basic, oauth }: CredentialName): string {
  if (header !== undefined) return `the header ${header.toLowerCase()}`;
  if (basic !== undefined || oauth !== undefined) return "the header authorization";
  return query === undefined ? "the connection" : `the parameter ${query.toLowerCase()}`;
}

export const auth = oneOrMore(
  credentialWith({
    value: secret(z.string().max(pemMax)).describe(
      "The value of the header or parameter, the password, the client's secret, or the certificate's private key as PEM.",
    ),
  }),
)
  .nullable()
  .describe(
    "The credentials that are sent to the backend: one, or a list of at most eight. Their values are never shown again; null removes them. With another scheme, host or port of the backend or of a token_url, or other authorities, they must be sent again.",
  );

const named = z.object(placeMembers);

/** The names of stored credentials, as `shownAuth` gives them. */
export const authNames = z
  .union([named, z.array(named)])
  .nullable()
  .describe(
    "The names of the stored credentials, never their values: one, or a list. Only operators see them.",
  );

export const caCertificate = z
  .string()
  .max(pemMax)
  .refine((pem) => certificatesOf(pem).length > 0, "must be the PEM of one or more certificates")
  .nullable()
  .describe(
    "The authorities, as PEM, that the backend's certificate is checked by in place of the system's. Only operators see it.",
  );

type Auth = z.output<typeof auth>;

/** The columns that store what a request states. */
export function authColumns(auth: Auth, apiId: string, vault: Vault): CredentialColumns {
  return sealCredentials(auth === null ? [] : [auth].flat(), vault, authContext(apiId));
}

/** The names of an API's credentials as they are stated: one, a list, or null. */
export function shownAuth(row: CredentialColumns): CredentialName | CredentialName[] | null {
  const names = credentialNames(row);
  return names.length > 1 ? [...names] : (names[0] ?? null);
}
