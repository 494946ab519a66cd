import { z } from "zod";
import { auditContext, recordAudit } from "../../../access/audit.ts";
import { singleSignOn } from "../../../access/proof.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { sql } from "../../../database/sql.ts";
import { timesOf, wireOf } from "../../../entities/wire.ts";
import { type BodyCall, type Call, json, noStore } from "../../../http/endpoint.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { requireProvedMailbox } from "../../../management/common/proved-mailbox.ts";
import { writeSignInChange } from "../../../management/common/sign-in-changes.ts";
import { findUser, lockUser, ownSession, userMissing } from "../../../management/common/user-resource.ts";
import { requireItself, requireSignInOf, requireWayIn } from "../../../management/sign-in/sign-in-of.ts";
import { credentialsEnded } from "../../../running/credentials-ended.ts";
import { opened } from "../../../running/opened.ts";
import { identitiesEnded } from "../ended-identities.ts";
import { findIdentity, type Identity, identitiesOf } from "../identities.ts";
import { SignOn } from "../sign-on.ts";
import { SignOnFinishRequest, SignOnStart } from "./schemas.ts";
import { linkIdentity } from "./sign-on-endpoints.ts";

/** More than anybody has; each is another way in. */
const identitiesMax = 10;

const IdentityShown = z
  .object({
    id: z.string(),
    issuer: z.string().describe("Who says that it is the user."),
    provider: z.string().nullable().describe("The provider's name; null if it is no longer set up."),
    email: z.string().nullable().describe("The address when it was linked. It identifies no one."),
    linked_at: z.iso.datetime().describe("When the user linked it."),
    last_used_at: z.iso.datetime().nullable().describe("When it last signed the user in; null if never."),
  })
  .meta({ id: "Identity" });

const byId = z.object({ id: entityId });
const byIdentityId = z.object({
  id: entityId,
  identity_id: entityId.describe("As `GET /users/{id}/identities` lists it."),
});
const common = { tag: "Users", audience: "customer", permission: "sign-in.change", extension: true } as const;

export const identityEndpoints = [
  endpoint({
    ...common,
    id: "listIdentities",
    permission: "sign-in.view",
    exported: "identities",
    method: "GET",
    path: "/users/{id}/identities",
    summary: "List the identities of single sign-on that are linked with a user",
    params: byId,
    response: z.array(IdentityShown),
    errors: ["forbidden", "not_found"],
    async handle(context: Context, { caller, params: { id } }: Call<{ id: string }>) {
      requireSignInOf(caller, id, await findUser(context.database, id));
      return json((await identitiesOf(context.database, id)).map((row) => shown(context, row)));
    },
  }),
  endpoint({
    ...common,
    id: "startIdentity",
    method: "POST",
    path: "/users/{id}/identities/start",
    summary: "Begin to link an identity of single sign-on",
    description: "Only for oneself, with a session. No body is read.",
    params: byId,
    response: SignOnStart,
    errors: ["forbidden", "not_found", "conflict"],
    async handle(context: Context, { caller, params: { id } }: Call<{ id: string }>) {
      const { role } = requireItself(caller, id);
      const signOn = opened(context, SignOn);
      const provider = signOn.require((one) => one.role === role);
      return json(await signOn.begin(provider, { purpose: "link", userId: id }), noStore);
    },
  }),
  endpoint({
    ...common,
    id: "linkIdentity",
    method: "POST",
    path: "/users/{id}/identities",
    summary: "Link an identity of single sign-on, with what the provider answered",
    description: "It signs the user in from then on. Repeated links of one identity return the same.",
    params: byId,
    body: SignOnFinishRequest,
    response: IdentityShown,
    errors: ["forbidden", "not_found", "conflict"],
    handle: link,
  }),
  endpoint({
    ...common,
    id: "unlinkIdentity",
    method: "DELETE",
    path: "/users/{id}/identities/{identity_id}",
    summary: "Unlink an identity of single sign-on",
    description: "Other sessions that single sign-on began end. The last way to sign in is not unlinked.",
    params: byIdentityId,
    response: z.object({ status: z.literal("success"), id: z.string() }),
    errors: ["forbidden", "not_found", "conflict"],
    handle: unlink,
  }),
];

const shown = (context: Context, row: Identity): z.output<typeof IdentityShown> => ({
  ...wireOf(row, "id", "issuer"),
  provider:
    opened(context, SignOn).providers.find(({ client }) => client.issuer === new URL(row.issuer).href)
      ?.name ?? null,
  ...wireOf(row, "email"),
  ...timesOf(row, "linkedAt", "lastUsedAt"),
});

async function link(context: Context, call: BodyCall<typeof SignOnFinishRequest, { id: string }>) {
  const { id } = call.params;
  requireItself(call.caller, id);
  const use = { purpose: "link", userId: id } as const;
  const { identified } = await opened(context, SignOn).end(call.body, use, "forbidden");
  return call.change(async (tx) => {
    if (!(await lockUser(tx, id))) throw userMissing(id);
    await requireProvedMailbox(context, tx, id);
    const known = await findIdentity(tx, identified);
    if (known && known.userId !== id)
      throw conflict("This identity is linked with another account. Unlink it there first.");
    if (known) return json(shown(context, known));
    if ((await identitiesOf(tx, id)).length >= identitiesMax)
      throw conflict(`Limit reached: ${identitiesMax} identities. Unlink one first.`);
    const row = await linkIdentity(context, tx, call, identified, id);
    await credentialsEnded(tx, context, { userId: id }, "identityLinked");
    await writeSignInChange(context, tx, id, "identity_linked", row.linkedAt);
    return json(shown(context, row));
  });
}

function unlink(context: Context, call: Call<{ id: string; identity_id: string }>) {
  const { caller, params } = call;
  const { id, identity_id: identityId } = params;
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    const user = await lockUser(tx, id);
    requireSignInOf(caller, id, user);
    const all = await identitiesOf(tx, id);
    const one = all.find((row) => row.id === identityId);
    if (!one) throw notFound(`User ${id} has no identity ${identityId}.`);
    await identitiesEnded.end(tx, sql`id = ${identityId}`);
    await requireWayIn(context, tx, user);
    const session = ownSession(caller, id);
    const began = [singleSignOn];
    await credentialsEnded(tx, context, { userId: id, session, began }, "identityUnlinked");
    const before = { id: identityId, issuer: one.issuer };
    await recordAudit(tx, { ...audit, action: "user.unlink_identity", object: `/users/${id}`, before });
    await writeSignInChange(context, tx, id, "identity_unlinked", audit.at);
    return json({ status: "success", id: identityId });
  });
}
