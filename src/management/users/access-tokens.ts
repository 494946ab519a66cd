import { z } from "zod";
import { auditContext, recordAudit } from "../../access/audit.ts";
import { auditedChange } from "../../access/audited-change.ts";
import { endTokens } from "../../access/ended-tokens.ts";
import { effectsIn } from "../../access/proof.ts";
import { type AccessTokenRow, accessTokens } from "../../access/token-rows.ts";
import { digestToken, mintToken } from "../../access/tokens.ts";
import { isoTime } from "../../base/clock.ts";
import { dayMs } from "../../base/durations.ts";
import { uuidv7 } from "../../base/ids.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import { timesOf } from "../../entities/wire.ts";
import { type Caller, isOperator } from "../../http/caller.ts";
import { type Call, json, noStore, type QueryCall } from "../../http/endpoint.ts";
import { conflict, forbidden, notFound } from "../../http/errors.ts";
import { PageQuery, pageAnswer } from "../../http/lists.ts";
import { grantableBy, programEffects } from "../../http/proof.ts";
import { entityId, line } from "../common/identifiers.ts";
import { requireProvedMailbox } from "../common/proved-mailbox.ts";
import { writeSignInChange } from "../common/sign-in-changes.ts";
import {
  accountInactive,
  actsForItself,
  findUser,
  lockUser,
  requireAccount,
  userMissing,
} from "../common/user-resource.ts";

const tokenMs = 30 * dayMs;
/** The most tokens of a customer at a time; operators may create more. */
const tokensMax = 20;

/** An access token as it is listed: the token itself is shown only when it is created. */
export const AccessToken = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .describe("Accurate to a minute; null if the token was never used."),
    made_for: z
      .array(z.enum(programEffects))
      .nullable()
      .describe(
        "What it was made for; null for a token of an earlier version, which may do all but `enter`.",
      ),
  })
  .meta({ id: "AccessToken" });

const byId = z.object({ id: entityId });
const byTokenId = z.object({ id: entityId, token_id: entityId });
const NewTokenQuery = z.object({
  name: line(100).optional().describe("What the token is for, as shown in the list of tokens."),
  for: z
    .string()
    .regex(/^(read|change|show|money|secrets)(,(read|change|show|money|secrets))*$/)
    .optional()
    .describe(
      "What the token is made for, separated by commas: `read` (always), `change`, `show` (keys), `money`, `secrets` (replaces keys, secrets of webhooks and credentials of APIs). All that the session proves, if omitted.",
    ),
});
const tag = "Users";

export const accessTokenEndpoints = [
  endpoint({
    id: "createUserToken",
    effect: "enter",
    method: "POST",
    path: "/users/{id}/token",
    tag,
    summary: "Create an access token for a user; it is shown once and is valid for 30 days",
    description: `For programs. The token has the user's permissions, except to create tokens. It ends by expiry, logout or revocation. Customers may have ${tokensMax} tokens at a time. No body is read.`,
    audience: "customer",
    permission: "self.change",
    params: byId,
    query: NewTokenQuery,
    response: z.object({ token: z.string(), expires_at: z.iso.datetime() }),
    errors: ["not_found", "conflict", "forbidden"],
    handle: createToken,
  }),
  endpoint({
    id: "listUserTokens",
    exported: "access-tokens",
    method: "GET",
    path: "/users/{id}/tokens",
    tag,
    summary: "List a user's access tokens, newest first",
    description: "Expired and revoked tokens are not listed, nor are sessions.",
    audience: "customer",
    permission: "sign-in.view",
    params: byId,
    query: PageQuery,
    response: z.array(AccessToken),
    errors: ["not_found"],
    extension: true,
    handle: listTokens,
  }),
  endpoint({
    id: "revokeUserToken",
    method: "DELETE",
    path: "/users/{id}/tokens/{token_id}",
    tag,
    summary: "Revoke an access token",
    audience: "customer",
    permission: "session.change",
    params: byTokenId,
    response: z.object({ status: z.literal("success"), id: z.string() }),
    errors: ["not_found"],
    extension: true,
    handle: revokeToken,
  }),
];

/** What a new token is made for, and how strong it is: never more than the caller that makes it. Throws 403. */
function requireGrantable(caller: Caller, wanted: string | undefined, now: number) {
  const { proof } = caller as Extract<Caller, { readonly proof: unknown }>;
  const grantable = grantableBy(proof, now);
  const requested = wanted?.split(",");
  const refused = requested?.filter((one) => !grantable.some((each) => each === one)) ?? [];
  if (refused.length > 0)
    throw forbidden(`You cannot make a token for ${refused.join(", ")}. Nothing was created.`);
  const madeFor = grantable.filter((one) => one === "read" || !requested || requested.includes(one));
  return { strength: proof.strength, madeFor };
}

function createToken(context: Context, call: QueryCall<typeof NewTokenQuery, { id: string }>) {
  const { caller } = call;
  const { id } = call.params;
  requireAccount(caller, id, "tokens.change");
  const { strength, madeFor } = requireGrantable(caller, call.query.for, context.clock());
  const audit = auditContext(context, call);
  const token = mintToken("vgt");
  const tokenId = uuidv7(audit.at);
  const name = call.query.name ?? null;
  const expiresAt = audit.at + tokenMs;
  return call.change(async (tx) => {
    const user = await lockUser(tx, id);
    if (!user) throw userMissing(id);
    const isOrganization = user.kind === "organization";
    if (isOrganization && !(caller.kind === "user" && caller.userId === id))
      throw conflict("Only members create access tokens of an organization.");
    const personId = isOrganization && caller.kind === "user" ? caller.personId : id;
    const accountId = isOrganization ? id : null;
    if (user.state !== "active") throw conflict(accountInactive(user.state));
    await requireProvedMailbox(context, tx, personId);
    await tx.run(sql`delete from access_token where ${ofAccount(id)} and expires_at <= ${audit.at}`);
    if (!isOperator(caller) && (await accessTokens.count(tx, live(id, audit.at))) >= tokensMax)
      throw conflict(`Limit reached: ${tokensMax} access tokens per user. Revoke one that is not used.`);
    const made = { digest: digestToken(token), kind: "vgt", id: tokenId, name, strength } as const;
    const whose = { userId: personId, accountId, createdAt: audit.at, expiresAt, madeFor: madeFor.join(",") };
    await accessTokens.insert(tx, accessTokens.row({ ...made, ...whose }));
    const after = { id: tokenId, name, made_for: madeFor };
    await recordAudit(tx, { ...audit, action: "user.create_token", object: `/users/${id}`, after });
    // Who holds it reads and changes the account as its user does.
    if (isOperator(caller) && !actsForItself(caller, id))
      await writeSignInChange(context, tx, id, "operator_token", audit.at);
    return json({ token, expires_at: isoTime(expiresAt) }, noStore);
  });
}

/** Tokens of a user for its own account, or of members for their organization. */
const ofAccount = (id: string) => sql`(account_id = ${id} or (user_id = ${id} and account_id is null))`;

const live = (userId: string, now: number) =>
  sql`${ofAccount(userId)} and kind = 'vgt' and expires_at > ${now}`;

async function listTokens(context: Context, call: QueryCall<typeof PageQuery, { id: string }>) {
  const { id } = call.params;
  requireAccount(call.caller, id, "tokens.change");
  const { database } = context;
  if (!(await findUser(database, id))) throw userMissing(id);
  return pageAnswer(database, call.query, {
    rows: accessTokens,
    path: `/users/${id}/tokens`,
    where: live(id, context.clock()),
    shown: (rows) => rows.map(shownToken),
  });
}

const shownToken = (row: AccessTokenRow): z.output<typeof AccessToken> => ({
  id: row.id!,
  name: row.name,
  ...timesOf({ ...row, expiresAt: row.expiresAt! }, "createdAt", "expiresAt", "lastUsedAt"),
  made_for: row.madeFor === null ? null : [...effectsIn(row.madeFor)],
});

function revokeToken(context: Context, call: Call<{ id: string; token_id: string }>) {
  const { id, token_id: tokenId } = call.params;
  requireAccount(call.caller, id, "tokens.change");
  return auditedChange(context, call, "user.revoke_token", `/users/${id}`, async (tx, { at }) => {
    const which = sql`${live(id, at)} and id = ${tokenId}`;
    const row = await tx.get<{ name: string | null }>(sql`select name from access_token where ${which}`);
    if (!row || (await endTokens(tx, which)) === 0)
      throw notFound(`User ${id} has no access token ${tokenId}.`);
    return { before: { id: tokenId, name: row.name }, answer: json({ status: "success", id: tokenId }) };
  });
}
