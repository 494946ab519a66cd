import { z } from "zod";
import { auditContext } from "../../../access/audit.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { readBody } from "../../../http/body.ts";
import { type Client, wideNetworkOf } from "../../../http/client-address.ts";
import type { Call, ProtocolReply } from "../../../http/endpoint.ts";
import { ApiError } from "../../../http/errors.ts";
import { limitAddress } from "../../../management/users/address-limits.ts";
import type { RateLimit } from "../../../metering/rates/rate-limit.ts";
import { opened } from "../../../running/opened.ts";
import { Connectors } from "../connectors.ts";
import {
  checkAuthorization,
  isOurs,
  packQuery,
  Returned,
  Untrusted,
  unknownClient,
} from "../oauth/authorization.ts";
import { findClient, insertClient, readRegistration } from "../oauth/clients.ts";
import { Fault, FaultBody, protocolJson, withFaults } from "../oauth/fault.ts";
import { bodyBytesMax, readForm, required } from "../oauth/parameters.ts";
import {
  accessSeconds,
  exchangeCode,
  exchangeRefreshToken,
  type Issued,
  revokeToken,
} from "../oauth/tokens.ts";

const registrations: RateLimit = { calls: 20, renewal_period_s: 3600 };
/** Programs of one vendor come from few addresses. */
const exchanges: RateLimit = { calls: 600, renewal_period_s: 60 };

const limitRegistrations = (context: Context, client: Client) =>
  limitAddress(context, client, "registrations of assistants", registrations);
const limitExchanges = (context: Context, client: Client) =>
  limitAddress(context, client, "requests for tokens", exchanges);

const common = {
  tag: "Assistants",
  audience: "none",
  extension: true,
  answers: "protocol",
  requestHeaders: ["mcp-protocol-version"],
} as const;

const protocolErrors = { statuses: [400, 401, 503], schema: FaultBody } as const;

/** What programs call by OAuth 2.1; they answer faults in its form. */
export const oauthEndpoints = [
  endpoint({
    ...common,
    id: "registerAssistant",
    method: "POST",
    path: "/oauth/register",
    summary: "Register a program that users can connect",
    description:
      "Dynamic client registration (RFC 7591): JSON with `redirect_uris` and `client_name`. Programs have no secret. One that no user connects is deleted after a day.",
    limits: { address: limitRegistrations },
    success: 201,
    protocolErrors,
    response: z.looseObject({ client_id: z.string().describe("By which the program names itself.") }),
    errors: ["not_found", "content_too_large", "rate_limited"],
    handle: register,
  }),
  endpoint({
    ...common,
    id: "authorizeAssistant",
    method: "GET",
    path: "/oauth/authorize",
    summary: "Send a user's browser to the page that connects a program",
    success: 302,
    description:
      "302 to the console, where the user decides; it brings the user back to the program with `code`, `state` and `iss`, or with `error`. A program or a return address that is not registered receives nothing. PKCE with S256 is required.",
    errors: ["not_found", "bad_request"],
    handle: authorize,
  }),
  endpoint({
    ...common,
    id: "exchangeAssistantToken",
    method: "POST",
    path: "/oauth/token",
    summary: "Exchange a code or a refresh token for tokens",
    description:
      "A form with `grant_type` `authorization_code` or `refresh_token`, and `client_id`. Access tokens are valid for an hour at `/mcp`, refresh tokens for 60 days and once. Whoever uses a code or a refresh token again ends the connection. Errors are those of RFC 6749.",
    limits: { address: limitExchanges },
    protocolErrors,
    response: z.looseObject({
      access_token: z.string().describe("For `Authorization: Bearer` at `/mcp`."),
      refresh_token: z.string().describe("Replaces the one of before."),
    }),
    errors: ["not_found", "content_too_large", "rate_limited"],
    handle: exchange,
  }),
  endpoint({
    ...common,
    id: "revokeAssistantToken",
    whileHeld: true,
    method: "POST",
    path: "/oauth/revoke",
    summary: "End the connection of a token",
    description: "RFC 7009: a form with `token` and `client_id`. 200 for unknown tokens, too.",
    limits: { address: limitExchanges },
    protocolErrors,
    response: z.looseObject({}),
    errors: ["not_found", "content_too_large", "rate_limited"],
    handle: revoke,
  }),
];

async function register(context: Context, call: Call): Promise<ProtocolReply> {
  opened(context, Connectors).requirePlace();
  return withFaults(async () => {
    const body = await readBody(call.request!, { bytes: bodyBytesMax });
    const asked = readRegistration(parsed(body));
    const network = wideNetworkOf(call.address);
    const client = await insertClient(context.database, { ...asked, network }, context.clock());
    return protocolJson(201, {
      client_id: client.id,
      client_id_issued_at: Math.floor(client.createdAt / 1000),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    });
  });
}

function parsed(body: Uint8Array | null): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body ?? new Uint8Array()));
  } catch {
    throw new Fault("invalid_client_metadata", "The body is not JSON.");
  }
}

const redirect = (location: string): ProtocolReply => ({
  status: 302,
  type: "text/plain",
  headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  body: "",
});

const untrusted = {
  program:
    "client_id is not registered. Nothing was connected, and nothing was sent to the program. Start again in the program.",
  address:
    "redirect_uri is not an address that the program registered. Nothing was connected, and nothing was sent to it.",
} as const;

async function authorize(context: Context, call: Call): Promise<ProtocolReply> {
  const place = opened(context, Connectors).requirePlace();
  const console = `${context.config.publicUrl}/console/connect`;
  try {
    await checkAuthorization(context.database, place, new URLSearchParams(call.search));
  } catch (error) {
    if (error instanceof Untrusted) return refusal(error, call, console);
    // Anyone can register an address: a link to this service that has a fault must not lead there unasked.
    if (!(error instanceof Returned)) throw error;
  }
  return redirect(`${console}?request=${packQuery(call.search)}`);
}

function refusal({ reason }: Untrusted, call: Call, console: string): ProtocolReply {
  if (!/text\/html/i.test(call.sentHeaders.get("accept") ?? ""))
    throw new ApiError("bad_request", untrusted[reason]);
  return redirect(`${console}/refused?reason=${reason}&id=${encodeURIComponent(call.requestId)}`);
}

const shown = ({ accessToken, refreshToken }: Issued): ProtocolReply =>
  protocolJson(200, {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: accessSeconds,
    refresh_token: refreshToken,
  });

async function exchange(context: Context, call: Call): Promise<ProtocolReply> {
  const place = opened(context, Connectors).requirePlace();
  const { database } = context;
  return withFaults(async () => {
    const form = await readForm(call.request!);
    const kind = required(form, "grant_type");
    const clientId = required(form, "client_id");
    if (!(await findClient(database, clientId))) throw unknownClient();
    if (!isOurs(place, form.get("resource")))
      throw new Fault("invalid_target", `resource must be ${place.resource}.`);
    const audit = auditContext(context, call);
    if (kind === "refresh_token") {
      const token = required(form, "refresh_token");
      return shown(await ending(context, exchangeRefreshToken(database, { token, clientId }, audit)));
    }
    if (kind !== "authorization_code")
      throw new Fault("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.");
    const code = required(form, "code");
    const verifier = required(form, "code_verifier");
    const redirectUri = form.get("redirect_uri");
    return shown(
      await ending(context, exchangeCode(database, { code, clientId, redirectUri, verifier }, audit)),
    );
  });
}

/** A refusal can have ended an assistant, whose tokens this node must drop from its cache. */
async function ending<T>({ identity }: Context, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await identity.keys.refresh().catch(() => undefined);
    throw error;
  }
}

async function revoke(context: Context, call: Call): Promise<ProtocolReply> {
  opened(context, Connectors).requirePlace();
  return withFaults(async () => {
    const form = await readForm(call.request!);
    const token = required(form, "token");
    const clientId = required(form, "client_id");
    if (!(await findClient(context.database, clientId))) throw unknownClient();
    const ended = await revokeToken(context.database, { token, clientId }, auditContext(context, call));
    if (ended) await context.identity.keys.refresh().catch(() => undefined);
    return protocolJson(200, {});
  });
}
