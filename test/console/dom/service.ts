import type { paths } from "../../../console/src/api/schema.gen.ts";

/** A request that the page sent. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
  /** The JSON of the body, else its text; undefined without one. */
  readonly body: unknown;
}

type Handler = (request: SentRequest) => Response | Promise<Response>;

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly handler: Handler;
}

let routes: Route[] = [];
let requests: SentRequest[] = [];
let unanswered: string[] = [];
let pending = 0;
let connected = true;

export const requestId = "0199f5c8-0000-7000-8000-000000000001";

type Method = "get" | "post" | "put" | "patch" | "delete";
type Json<R> = R extends { content: { "application/json": infer Body } } ? Body : never;
type Success<R> = Json<R[keyof R & (200 | 201 | 202)]>;
/** The JSON of an operation's success. */
export type BodyOf<P extends keyof paths, M extends Method> = paths[P][M] extends { responses: infer R }
  ? Success<R>
  : never;

/** A JSON response with a request ID. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { "x-request-id": requestId, ...headers } });
}

/** Answers a route, for example `GET /users/{id}`; a later answer replaces an earlier one. */
export function answer(route: string, handler: Handler): void {
  const [method = "", path = ""] = route.split(" ");
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[^}]+\}/g, "[^/]+");
  routes.unshift({ method, pattern: new RegExp(`^${escaped}$`), handler });
}

/** Answers an operation with a body of its type. A list gets its length as the total. */
export function respond<P extends keyof paths, M extends Method>(
  method: M,
  path: P,
  body: BodyOf<P, M>,
  headers: Readonly<Record<string, string>> = {},
): void {
  const total: Record<string, string> = Array.isArray(body)
    ? { "x-total-count": String((body as unknown[]).length) }
    : {};
  answer(`${method.toUpperCase()} ${path}`, () => json(body, 200, { ...total, ...headers }));
}

/** Answers a route with a problem. */
export function refuse(
  route: string,
  status: number,
  detail: unknown,
  code = "code",
  headers: Readonly<Record<string, string>> = {},
): void {
  answer(route, () => json({ detail, ...(typeof detail === "string" && { code }) }, status, headers));
}

/** Leaves a route without a response until the returned function is called. */
export function delay(route: string, body: unknown): () => void {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer(route, () => {
    pending -= 1;
    return promise.finally(() => {
      pending += 1;
    });
  });
  return () => resolve(json(body));
}

/** The requests of a route so far, or of all routes. */
export function sent(route?: string): readonly SentRequest[] {
  const [method, path = ""] = route?.split(" ") ?? [];
  const pattern = new RegExp(`^${path.replace(/\{[^}]+\}/g, "[^/]+")}$`);
  return requests.filter((one) => !route || (one.method === method && pattern.test(one.path)));
}

/** Breaks or restores the connection. */
export function setConnected(on: boolean): void {
  connected = on;
}

export const hasPending = () => pending > 0;

/** Requests without a route; a test with such a request fails. */
export const unansweredRequests = (): readonly string[] => unanswered;

async function read(request: Request): Promise<SentRequest> {
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.text();
  let body: unknown = text || undefined;
  try {
    body = text ? JSON.parse(text) : undefined;
  } catch {
    // Not JSON: the text is the body.
  }
  const { method, headers } = request;
  return { method, path: pathname, query: Object.fromEntries(searchParams), headers, body };
}

async function fakeFetch(input: string | Request, init?: RequestInit): Promise<Response> {
  const request = typeof input === "string" ? new Request(input, init) : input;
  pending += 1;
  try {
    if (!connected) throw new TypeError("fetch failed");
    const one = await read(request);
    requests.push(one);
    const route = routes.find(({ method, pattern }) => method === one.method && pattern.test(one.path));
    if (route) return await route.handler(one);
    unanswered.push(`${one.method} ${one.path}`);
    return json({ detail: `no answer to ${one.method} ${one.path}`, code: "no_route" }, 400);
  } finally {
    pending -= 1;
  }
}

/** Removes all routes and requests. The service answers only what every page needs. */
export function resetService(): void {
  routes = [];
  requests = [];
  unanswered = [];
  connected = true;
  globalThis.fetch = fakeFetch as typeof fetch;
  answer("GET /readyz", () => new Response("ok"));
  answer("GET /health", () => json({ status: "ok", checks: {} }));
  answer("GET /identity", () =>
    json({ client_token: "public", build: "1.2.3", version: "1.0", sign_up: "open" }),
  );
  answer("GET /terms/open", () => json([]));
  answer("GET /system/inbox", () => json(emptyInbox));
}

/** What the side bar of operators reads on every page. */
export const emptyInbox: BodyOf<"/system/inbox", "get"> = {
  read_at: "2026-11-21T21:20:00Z",
  total: 0,
  today: 0,
  counts: { customers: 0, plans: 0, money: 0, calls: 0, apis: 0, data: 0, settings: 0 },
  rows: [],
  unread: [],
  put_off: [],
  closed: [],
};
