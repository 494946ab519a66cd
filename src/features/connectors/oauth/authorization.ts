import { z } from "zod";
import type { Queries } from "../../../database/database.ts";
import { type Client, findClient } from "./clients.ts";
import { Fault, type FaultCode } from "./fault.ts";
import { isRegistered, redirectUri, withParameters } from "./redirects.ts";

/** The addresses of the service, as in its metadata. */
export interface Place {
  /** The issuer of tokens: the service's public URL. */
  readonly issuer: string;
  /** The resource for which tokens are: `/mcp`. */
  readonly resource: string;
}

/** What a program requests of a user, checked. */
export interface Authorization {
  readonly client: Client;
  readonly redirectUri: string;
  /** S256 of the verifier that the program keeps. */
  readonly challenge: string;
  readonly state: string | undefined;
}

/**
 * Why a request is refused without an answer to the program: it is not known, or its return address is not. Whoever sent
 * the user here receives nothing.
 */
export class Untrusted extends Error {
  override readonly name = "Untrusted";
  readonly reason: "program" | "address";

  constructor(reason: Untrusted["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/** A fault of a program that is known. The program learns of it when its user returns to it, never before. */
export class Returned extends Error {
  override readonly name = "Returned";
  /** The address of the program with the fault. */
  readonly url: string;
  readonly clientName: string;
  readonly redirectUri: string;

  constructor(
    fault: string,
    { url, clientName, redirectUri }: Pick<Returned, "url" | "clientName" | "redirectUri">,
  ) {
    super(fault);
    this.url = url;
    this.clientName = clientName;
    this.redirectUri = redirectUri;
  }
}

/** The address to which a user returns with an error. */
export function refusedUrl(
  { issuer }: Place,
  { redirectUri: uri, state }: Pick<Authorization, "redirectUri" | "state">,
  error: FaultCode,
  description: string,
): string {
  return withParameters(uri, { error, error_description: description, state, iss: issuer });
}

const stateForm = /^[\x20-\x7e]{1,2000}$/;

/** Whether a program requests tokens for this service's `/mcp`. Clients of before resource indicators name none. */
export const isOurs = ({ resource }: Place, asked: string | undefined): boolean =>
  asked === undefined || asked === resource || asked === `${resource}/`;

/** Checks a request as a program sends it. Throws `Untrusted`, `Returned`. */
export async function checkAuthorization(
  db: Queries,
  place: Place,
  query: URLSearchParams,
): Promise<Authorization> {
  const one = (name: string) => query.get(name) || undefined;
  const client = await findClient(db, one("client_id") ?? "");
  if (!client || query.getAll("client_id").length > 1) throw new Untrusted("program");
  const uri = one("redirect_uri") ?? (client.redirectUris.length === 1 ? client.redirectUris[0]! : "");
  if (query.getAll("redirect_uri").length > 1 || !redirectUri(uri) || !isRegistered(client.redirectUris, uri))
    throw new Untrusted("address");
  const given = one("state");
  const state = given !== undefined && stateForm.test(given) ? given : undefined;
  const refuse = (error: FaultCode, description: string) => {
    const url = refusedUrl(place, { redirectUri: uri, state }, error, description);
    throw new Returned(description, { url, clientName: client.name, redirectUri: uri });
  };
  if (state !== given) refuse("invalid_request", "state is not 1 to 2,000 printable ASCII characters.");
  for (const name of new Set(query.keys()))
    if (query.getAll(name).length > 1) refuse("invalid_request", "A parameter was sent twice.");
  if (one("response_type") !== "code") refuse("unsupported_response_type", "response_type must be code.");
  if (one("code_challenge_method") !== "S256")
    refuse("invalid_request", "PKCE is required: code_challenge_method must be S256.");
  const challenge = one("code_challenge") ?? "";
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge))
    refuse("invalid_request", "PKCE is required: code_challenge must have 43 characters of base64url.");
  if (!isOurs(place, one("resource"))) refuse("invalid_target", `resource must be ${place.resource}.`);
  return { client, redirectUri: uri, challenge, state };
}

/** A request as the console's page brings it back: the query that the program sent, in base64url. */
export const sealedRequest = z
  .string()
  .max(12_000)
  .regex(/^[A-Za-z0-9_-]+$/)
  .describe("As the address of the console's page has it.");

export const packQuery = (search: string): string =>
  Buffer.from(search.replace(/^\?/, "")).toString("base64url");

export const unpackQuery = (packed: string): URLSearchParams =>
  new URLSearchParams(Buffer.from(packed, "base64url").toString());

/** A fault that a program reads in an answer, not in an address. */
export const unknownClient = () => new Fault("invalid_client", "client_id is not known. Register again.");
