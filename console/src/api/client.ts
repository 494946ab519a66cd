import createClient from "openapi-fetch";
import { servicePath } from "../base/service-path.ts";
import { problemOf, unreachable } from "./problem.ts";
import { noteUnreachable } from "./reachability.ts";
import type { components, paths } from "./schema.gen.ts";
import { membershipEndedStore, renewSession, sessionStore } from "./session.ts";

export type Schemas = components["schemas"];
export type Subscription = Schemas["Subscription"];
export type Product = Schemas["Product"];
export type Api = Schemas["API-Output"];
export type AuditRecord = Schemas["AuditRecord"];
export type RequestRecord = Schemas["RequestResponse"]["items"][number];
export type ApiMetrics = Schemas["MetricsResponse"]["items"][number];

/** Fetch that notes when the service cannot be reached. */
export async function reach(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.status === 503) noteUnreachable();
    return response;
  } catch (error) {
    if ((error as Error).name === "AbortError") throw error;
    noteUnreachable();
    throw unreachable;
  }
}

/** The code of a 401 or 403, since two of them need more than a message, and the methods of a step-up. */
async function refusalOf(response: Response): Promise<{ code?: string; methods?: readonly string[] }> {
  if (response.status !== 401 && response.status !== 403) return {};
  const body = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { methods?: readonly string[] };
  const { code } = problemOf(response, body);
  return { ...(code !== undefined && { code }), ...(body.methods && { methods: body.methods }) };
}

/**
 * Fetch as the signed-in user. If the session has ended, or the operation needs a newer proof of who the user is, a
 * dialog opens for the password, and the request is sent again.
 */
export async function authorized(request: Request): Promise<Response> {
  if (request.headers.has("authorization")) return reach(request);
  const attempt = () => {
    const copy = new Request(request.clone());
    copy.headers.set("authorization", `Bearer ${sessionStore.get()?.token ?? ""}`);
    return reach(copy);
  };
  const response = await attempt();
  const { code, methods } = await refusalOf(response);
  if (code === "membership_ended") membershipEndedStore.set(true);
  // By its code before its status: the session has not ended.
  if (code === "step_up_required") {
    // Pages that read show what is missing; a dialog over each of them could not be left.
    if (methods?.length === 0 && request.method === "GET") return response;
    return renewSession("step-up", methods).then(attempt, () => response);
  }
  if (response.status !== 401 || !sessionStore.get()) return response;
  await renewSession();
  return attempt();
}

/** Every operation of the service, with types from its OpenAPI document. */
export const api = createClient<paths>({ baseUrl: servicePath, fetch: authorized });

interface FetchResult<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of a response. Throws a Problem unless it is a success. */
export async function dataOf<T>(call: Promise<FetchResult<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw problemOf(response, error);
  return data as T;
}

/** A resource and its version. */
export interface Versioned<T> {
  readonly value: T;
  readonly etag: string;
}

/** Reads a resource with the version that `If-Match` takes. */
export async function versioned<T>(call: Promise<FetchResult<T>>): Promise<Versioned<T>> {
  const value = await dataOf(call);
  return { value, etag: (await call).response.headers.get("etag") ?? "*" };
}

/** Which page of a list is read. */
export interface Paged {
  readonly page: number;
  readonly page_size: number;
}

/** A page of a list and the length of the whole list. */
export interface Listed<T> {
  readonly items: readonly T[];
  readonly total: number;
}

export async function listOf<T>(call: Promise<FetchResult<T[]>>): Promise<Listed<T>> {
  const items = (await dataOf(call)) ?? [];
  return { items, total: Number((await call).response.headers.get("x-total-count") ?? items.length) };
}

let clientToken: Promise<string> | undefined;

/** The public token for sign-up and sign-in. */
async function publicToken(): Promise<string> {
  clientToken ??= dataOf(api.GET("/identity", { headers: { authorization: "none" } })).then(
    (identity) => identity.client_token,
  );
  clientToken.catch(() => {
    clientToken = undefined;
  });
  return clientToken;
}

/** The header of calls without an account. */
export async function asClient(): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await publicToken()}` };
}
