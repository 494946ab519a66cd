import { randomBytes } from "node:crypto";
import { z } from "zod";
import { auditContext, recordAudit } from "../../../access/audit.ts";
import { isSession } from "../../../access/proof.ts";
import { minuteMs } from "../../../base/durations.ts";
import { uuidv7 } from "../../../base/ids.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { isVisit, type UserCaller } from "../../../http/caller.ts";
import { type BodyCall, type Call, json, noStore } from "../../../http/endpoint.ts";
import { ApiError, conflict, forbidden, notFound } from "../../../http/errors.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { requireProvedMailbox } from "../../../management/common/proved-mailbox.ts";
import { writeSignInChange } from "../../../management/common/sign-in-changes.ts";
import { lockUser } from "../../../management/common/user-resource.ts";
import { readCredits } from "../../../metering/credits/credits.ts";
import { opened } from "../../../running/opened.ts";
import { given } from "../../../running/ports.ts";
import { assistantCredits } from "../../../running/subscription-ports.ts";
import { assistantPath, assistants, auditedAssistant } from "../assistants.ts";
import { type Choice, choicesOf } from "../choices.ts";
import { Connectors } from "../connectors.ts";
import {
  type Authorization,
  checkAuthorization,
  type Place,
  Returned,
  refusedUrl,
  sealedRequest,
  Untrusted,
  unpackQuery,
} from "../oauth/authorization.ts";
import { hostOf, withParameters } from "../oauth/redirects.ts";
import { insertCode } from "../oauth/tokens.ts";
import { creditsPerDay } from "./assistant-endpoints.ts";

const codeMs = 2 * minuteMs;
const assistantsMax = 50;
/** The credits for a plan that names no limit. */
const usualCredits = 200;

const ConnectRequest = z
  .object({
    name: z.string().describe("Of the program, by its own words."),
    host: z.string().describe("Where the user returns: a host, or `this computer`."),
    redirect_uri: z.string().describe("The whole address to which the user returns."),
    fault: z
      .string()
      .nullable()
      .describe("What is wrong with the request; the program learns it from `POST /assistants/deny`."),
    subscriptions: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          plan: z.string().nullable().describe("Null without a product."),
          account: z.string().describe("Whose it is: the user, or an organization."),
          credits_remaining: z.int().nullable().describe("Null if unlimited."),
          credits_per_day: z.int().describe("A limit to begin with, as the plan says."),
        }),
      )
      .describe("Those that the user can choose, its own first."),
  })
  .meta({ id: "AssistantRequest" });

const Returning = z
  .object({
    redirect_url: z
      .string()
      .describe("Where the browser goes now. It can contain a code: valid once, for 2 minutes."),
  })
  .meta({ id: "AssistantReturn" });

export const ConnectBody = z
  .strictObject({
    request: sealedRequest,
    subscription_id: entityId.describe("One of those that the request lists."),
    credits_per_day: creditsPerDay,
  })
  .meta({ id: "ConnectAssistantRequest" });

export const DenyBody = z.strictObject({ request: sealedRequest }).meta({ id: "DenyAssistantRequest" });

const common = {
  tag: "Assistants",
  audience: "customer",
  permission: "self.change",
  extension: true,
} as const;

/** What the console's page calls for a user whom a program has sent to it. */
export const connectEndpoints = [
  endpoint({
    ...common,
    id: "getAssistantRequest",
    permission: "self.view",
    method: "GET",
    path: "/assistants/request",
    summary: "Show what a program requests, and what it can be connected with",
    description: "For the signed-in user of a session, who comes from `GET /oauth/authorize`.",
    query: z.object({ request: sealedRequest }),
    response: ConnectRequest,
    errors: ["forbidden", "not_found", "bad_request"],
    handle: show,
  }),
  endpoint({
    ...common,
    id: "connectAssistant",
    effect: "enter",
    method: "POST",
    path: "/assistants",
    summary: "Connect a program with a subscription",
    description:
      "The program may call lookups by `/mcp` as with a key of the subscription, up to the credits per day. It never sees a key.",
    body: ConnectBody,
    limits: { bodyBytes: 16 * 1024 },
    response: Returning,
    errors: ["forbidden", "not_found", "bad_request", "conflict"],
    handle: connect,
  }),
  endpoint({
    ...common,
    id: "denyAssistant",
    method: "POST",
    path: "/assistants/deny",
    summary: "Refuse to connect a program",
    description: "Nothing is stored.",
    body: DenyBody,
    limits: { bodyBytes: 16 * 1024 },
    response: Returning,
    errors: ["forbidden", "not_found", "bad_request"],
    handle: deny,
  }),
];

/** A customer with a session of its own: neither a program nor an operator. */
function requireCustomer({ caller }: Call): UserCaller {
  if (caller.kind === "user" && caller.role === "customer" && isSession(caller.proof) && !isVisit(caller))
    return caller;
  throw forbidden("Only customers connect assistants, with a session. Sign in as a customer.");
}

/** The request that the page has, or what its program learns of its fault. */
async function checked(db: Queries, place: Place, packed: string): Promise<Authorization | Returned> {
  try {
    return await checkAuthorization(db, place, unpackQuery(packed));
  } catch (error) {
    if (error instanceof Returned) return error;
    if (!(error instanceof Untrusted)) throw error;
    throw new ApiError(
      "bad_request",
      error.reason === "program"
        ? "The program is not registered here any more. Nothing was connected. Start again in the program."
        : "The return address is not registered. Nothing was connected, and nothing was sent to it.",
    );
  }
}

const faulty = (fault: string) =>
  new ApiError(
    "bad_request",
    `The program's request is not valid. ${fault} Nothing was connected. Start again in the program.`,
  );

async function show(context: Context, call: Call<unknown, { request: string }>) {
  const place = opened(context, Connectors).requirePlace();
  const { personId } = requireCustomer(call);
  const request = await checked(context.database, place, call.query.request);
  const { redirectUri } = request;
  const shown = { host: hostOf(redirectUri), redirect_uri: redirectUri };
  if (request instanceof Returned)
    return json({ name: request.clientName, ...shown, fault: request.message, subscriptions: [] });
  const { database, clock } = context;
  const choices = await choicesOf(database, personId, clock());
  return json({
    name: request.client.name,
    ...shown,
    fault: null,
    subscriptions: await Promise.all(choices.map((one) => shownChoice(context, one))),
  });
}

async function shownChoice(context: Context, { id, display_name: name, plan, account, product_id }: Choice) {
  const { database, running } = context;
  const { remaining } = await readCredits(database, id);
  const offered = product_id === null ? null : await given(running, assistantCredits)?.(database, product_id);
  return { id, name, plan, account, credits_remaining: remaining, credits_per_day: offered ?? usualCredits };
}

function connect(context: Context, call: BodyCall<typeof ConnectBody>) {
  const place = opened(context, Connectors).requirePlace();
  const { personId } = requireCustomer(call);
  const { request: packed, subscription_id: subscriptionId, credits_per_day: limit } = call.body;
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    const request = await checked(tx, place, packed);
    if (request instanceof Returned) throw faulty(request.message);
    await lockUser(tx, personId);
    await requireProvedMailbox(context, tx, personId);
    const [choice] = await choicesOf(tx, personId, audit.at, subscriptionId);
    if (!choice)
      throw notFound(`You have no active subscription ${subscriptionId}, or your role may not use it.`);
    await requirePlace(tx, personId);
    const { client, redirectUri, challenge, state } = request;
    const row = assistants.row({
      id: uuidv7(audit.at),
      userId: personId,
      accountId: choice.owner_id,
      subscriptionId: choice.id,
      clientId: client.id,
      name: client.name,
      host: hostOf(redirectUri),
      creditsPerDay: limit,
      createdAt: audit.at,
    });
    await assistants.insert(tx, row);
    await tx.run(sql`update assistant_client set is_used = 1 where id = ${client.id}`);
    const code = randomBytes(32).toString("base64url");
    const expiresAt = audit.at + codeMs;
    await insertCode(tx, code, { assistantId: row.id, redirectUri, challenge, expiresAt });
    const after = auditedAssistant(row);
    await recordAudit(tx, { ...audit, action: "assistant.connect", object: assistantPath(row), after });
    await writeSignInChange(context, tx, personId, "assistant_connected", audit.at);
    const url = withParameters(redirectUri, { code, state, iss: place.issuer });
    return json({ redirect_url: url }, noStore);
  });
}

async function requirePlace(tx: Queries, userId: string): Promise<void> {
  const connected = await assistants.count(tx, sql`user_id = ${userId}`);
  if (connected < assistantsMax) return;
  throw conflict(`Limit reached: ${assistantsMax} assistants. Disconnect one under Security first.`);
}

async function deny(context: Context, call: BodyCall<typeof DenyBody>) {
  const place = opened(context, Connectors).requirePlace();
  requireCustomer(call);
  const request = await checked(context.database, place, call.body.request);
  if (request instanceof Returned) return json({ redirect_url: request.url }, noStore);
  return json({ redirect_url: refusedUrl(place, request, "access_denied", "The user refused.") }, noStore);
}
