import { createHash, randomBytes } from "node:crypto";
import { type Asker, asker, signedIn } from "../../../../test/callers.ts";
import type { Kind } from "../../../../test/database/databases.ts";
import { type Got, startService, type TestService } from "../../../../test/harness.ts";
import { goodVin, type Subscriber, subscribers } from "../../../../test/subscribers.ts";
import { packQuery } from "../oauth/authorization.ts";

export const origin = "https://vingate.test";
export const returnAddress = "https://desk.example/oauth/callback";
export const settings = { VINGATE_PUBLIC_URL: origin, VINGATE_CONNECTORS: "on" };

export const startConnected = (kind?: Kind): Promise<TestService> => startService(kind, settings);

/** A customer with a session and a plan. */
export interface Person {
  readonly account: Subscriber;
  readonly ask: Asker;
  readonly path: string;
}

export async function newPerson(service: TestService): Promise<Person> {
  const account = await subscribers(service).subscribe({});
  const ask = asker(service, await signedIn(service, account));
  return { account, ask, path: `/users/${account.userId}/assistants` };
}

/** A success's body. */
export function bodyOf<T>({ status, text, body }: Got): T {
  if (status !== 200 && status !== 201) throw new Error(`answered ${status}: ${text}`);
  return body as T;
}

/** The status, or the code of an error in either form. */
export const codeOf = ({ status, body }: Got): number | string => {
  const { code, error } = (body ?? {}) as { code?: string; error?: string };
  return error ?? code ?? status;
};

export const register = (service: TestService, json: unknown, from?: string): Promise<Got> =>
  service.ask("POST", "/oauth/register", { json, ...(from && { from }) });

export const newVerifier = (): string => randomBytes(32).toString("base64url");
export const challengeOf = (verifier: string): string =>
  createHash("sha256").update(verifier).digest("base64url");

/** A program that has registered. */
export async function newClient(
  service: TestService,
  uris: readonly string[] = [returnAddress],
): Promise<string> {
  const got = await register(service, { redirect_uris: uris, client_name: "Desk Assistant" });
  return bodyOf<{ client_id: string }>(got).client_id;
}

export type Query = Readonly<Record<string, string | undefined>>;

export function searchOf(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value);
  return `?${parameters}`;
}

/** What a program requests of a user. */
export const requestOf = (clientId: string, verifier: string, more: Query = {}): Query => ({
  response_type: "code",
  client_id: clientId,
  redirect_uri: returnAddress,
  code_challenge: challengeOf(verifier),
  code_challenge_method: "S256",
  state: "as sent",
  resource: `${origin}/mcp`,
  ...more,
});

export const packed = (query: Query): string => packQuery(searchOf(query));

/** The parameters with which a user returns to a program. */
export function returned(url: string): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams);
}

/** Connects a program with the person's subscription; resolves to its code. */
export async function connect(
  { account, ask }: Person,
  query: Query,
  { limit = 200, subscriptionId = account.subscriptionId } = {},
): Promise<string> {
  const got = await ask("POST", "/assistants", {
    request: packed(query),
    subscription_id: subscriptionId,
    credits_per_day: limit,
  });
  return returned(bodyOf<{ redirect_url: string }>(got).redirect_url).code!;
}

export const form = (service: TestService, path: string, fields: Query, from?: string): Promise<Got> =>
  service.ask("POST", path, {
    body: searchOf(fields).slice(1),
    headers: { "content-type": "application/x-www-form-urlencoded" },
    ...(from && { from }),
  });

export const exchange = (service: TestService, fields: Query): Promise<Got> =>
  form(service, "/oauth/token", { grant_type: "authorization_code", redirect_uri: returnAddress, ...fields });

export const refresh = (service: TestService, clientId: string, token: string): Promise<Got> =>
  form(service, "/oauth/token", { grant_type: "refresh_token", client_id: clientId, refresh_token: token });

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

export interface Connected extends Tokens {
  readonly clientId: string;
  readonly id: string;
}

/** A person's assistant with its tokens. */
export async function connected(
  service: TestService,
  person: Person,
  how: { limit?: number; subscriptionId?: string } = {},
): Promise<Connected> {
  const clientId = await newClient(service);
  const verifier = newVerifier();
  const code = await connect(person, requestOf(clientId, verifier), how);
  const tokens = bodyOf<Tokens>(
    await exchange(service, { client_id: clientId, code, code_verifier: verifier }),
  );
  const [first] = bodyOf<{ id: string }[]>(await person.ask("GET", person.path));
  return { ...tokens, clientId, id: first!.id };
}

const message = { "content-type": "application/json", "mcp-protocol-version": "2025-11-25" };

/** A message to `/mcp` with a token, or none. */
export const tell = (
  { ask }: TestService,
  token: string | undefined,
  method: string,
  params: object = {},
): Promise<Got> =>
  ask("POST", "/mcp", {
    headers: { ...message, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    json: { jsonrpc: "2.0", id: 1, method, params },
  });

/** Decodes a VIN as a tool; resolves to the answer's last text, which names its cost, or that of an error. */
export async function decode(service: TestService, token: string, vin = goodVin): Promise<string> {
  const got = await tell(service, token, "tools/call", { name: "decode_vin", arguments: { vin } });
  if (got.status !== 200) return String(codeOf(got));
  const { content, isError } = (got.body as { result: { isError?: boolean; content: { text: string }[] } })
    .result;
  return isError ? (JSON.parse(content[0]!.text) as { code: string }).code : content.at(-1)!.text;
}
