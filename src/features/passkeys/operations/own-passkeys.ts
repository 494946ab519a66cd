import type { PublicKeyCredentialCreationOptionsJSON as CreationOptions } from "@simplewebauthn/server";
import { z } from "zod";
import { auditContext, recordAudit } from "../../../access/audit.ts";
import { auditedChange } from "../../../access/audited-change.ts";
import { byPasskey, byRecoveryCode, lowerProofs, renewProof } from "../../../access/proof.ts";
import { firstRecoveryCodes, removeSecondFactor } from "../../../access/second-factor/second-factors.ts";
import { uuidv7 } from "../../../base/ids.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { timesOf, wireOf } from "../../../entities/wire.ts";
import { type BodyCall, type Call, json, noStore } from "../../../http/endpoint.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import { entityId, line } from "../../../management/common/identifiers.ts";
import { requireProvedMailbox } from "../../../management/common/proved-mailbox.ts";
import { writeSignInChange } from "../../../management/common/sign-in-changes.ts";
import { findUser, lockUser, userMissing } from "../../../management/common/user-resource.ts";
import { requireItself, requireSignInOf, requireWayIn } from "../../../management/sign-in/sign-in-of.ts";
import { authBodyBytesMax } from "../../../management/users/address-limits.ts";
import { serviceNameOf } from "../../../running/brand.ts";
import { credentialsEnded } from "../../../running/credentials-ended.ts";
import { strongestFactor } from "../../../running/second-factor-of.ts";
import { challengeMs, createChallenge, useChallenge } from "../challenges.ts";
import { passkeysEnded } from "../ended-passkeys.ts";
import { browserOptions, newRecoveryCodes, PasskeyRegistration } from "../forms.ts";
import { descriptorsOf, handleOf, type Passkey, passkeys, passkeysOf } from "../stored-passkeys.ts";
import { algorithms, challengeOf, credentialOf, siteOf } from "../verify.ts";

export const passkeysMax = 20;

const PasskeyShown = z
  .object({
    id: z.string(),
    name: z.string().describe("Given by the user."),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable().describe("Null if it was never used."),
  })
  .meta({ id: "Passkey" });

const name = line(60).describe("By which the user knows the device.");

export const PasskeyRequest = z
  .strictObject({ name, response: PasskeyRegistration.describe("What the browser returned.") })
  .meta({ id: "PasskeyRequest" });

export const PasskeyPatch = z
  .strictObject({ name })
  .meta({ id: "PasskeyPatch", example: { name: "Laptop" } });

const byId = z.object({ id: entityId });
const byPasskeyId = z.object({ id: entityId, passkey_id: entityId });
const common = { tag: "Users", audience: "customer", permission: "sign-in.change", extension: true } as const;

export const ownPasskeyEndpoints = [
  endpoint({
    ...common,
    id: "listPasskeys",
    permission: "sign-in.view",
    exported: "passkeys",
    method: "GET",
    path: "/users/{id}/passkeys",
    summary: "List a user's passkeys, the oldest first",
    description: "A user has at most 20.",
    params: byId,
    response: z.array(PasskeyShown),
    errors: ["forbidden", "not_found"],
    handle: list,
  }),
  endpoint({
    ...common,
    id: "beginPasskey",
    method: "POST",
    path: "/users/{id}/passkeys/options",
    summary: "Create the options with which a browser makes a passkey",
    description:
      "Only for oneself, with a session. The answer is what `PublicKeyCredential.parseCreationOptionsFromJSON` takes, and replaces that of before. Its challenge works once, for 5 minutes. No body is read.",
    params: byId,
    response: browserOptions,
    errors: ["forbidden", "not_found", "conflict"],
    handle: begin,
  }),
  endpoint({
    ...common,
    id: "addPasskey",
    method: "POST",
    path: "/users/{id}/passkeys",
    summary: "Add the passkey that a browser made",
    description:
      "A user without recovery codes receives ten: from then on the password alone opens no session.",
    params: byId,
    body: PasskeyRequest,
    limits: { bodyBytes: authBodyBytesMax },
    response: PasskeyShown.extend({ recovery_codes: newRecoveryCodes }).meta({ id: "AddedPasskey" }),
    errors: ["forbidden", "not_found", "conflict"],
    handle: add,
  }),
  endpoint({
    ...common,
    id: "renamePasskey",
    method: "PATCH",
    path: "/users/{id}/passkeys/{passkey_id}",
    summary: "Rename a passkey",
    params: byPasskeyId,
    body: PasskeyPatch,
    response: PasskeyShown,
    errors: ["forbidden", "not_found"],
    handle: rename,
  }),
  endpoint({
    ...common,
    id: "removePasskey",
    method: "DELETE",
    path: "/users/{id}/passkeys/{passkey_id}",
    summary: "Remove a passkey",
    description:
      "The only one of an account without a password stays: 409. With the last one recovery codes go, unless app codes are on.",
    params: byPasskeyId,
    response: z.object({ status: z.literal("success"), id: z.string() }),
    errors: ["forbidden", "not_found", "conflict"],
    handle: remove,
  }),
];

const shown = (row: Passkey): z.output<typeof PasskeyShown> => ({
  ...wireOf(row, "id", "name"),
  ...timesOf(row, "createdAt", "lastUsedAt"),
});

const passkeyPath = (userId: string, id: string) => `/users/${userId}/passkeys/${id}`;

const missing = (userId: string, id: string) => notFound(`User ${userId} has no passkey ${id}.`);

async function list({ database }: Context, { caller, params: { id } }: Call<{ id: string }>) {
  requireSignInOf(caller, id, await findUser(database, id));
  return json((await passkeysOf(database, id)).map(shown));
}

/** The user's passkeys; 409 if another one would be too many. */
async function requirePlace(db: Queries, userId: string): Promise<readonly Passkey[]> {
  const rows = await passkeysOf(db, userId);
  if (rows.length < passkeysMax) return rows;
  throw conflict(`You have ${passkeysMax} passkeys, the most allowed. Remove one first.`);
}

async function begin(context: Context, call: Call<{ id: string }>) {
  const { id } = call.params;
  requireItself(call.caller, id);
  const name = await serviceNameOf(context);
  return call.change(async (tx) => {
    const user = await lockUser(tx, id);
    if (!user) throw userMissing(id);
    await requireProvedMailbox(context, tx, id);
    const rows = await requirePlace(tx, id);
    const options: CreationOptions = {
      challenge: await createChallenge(tx, id, context.clock()),
      rp: { id: siteOf(context.config), name },
      user: {
        id: handleOf(id),
        name: user.email,
        displayName: [user.firstName, user.lastName].filter((part) => part !== "").join(" "),
      },
      pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
      timeout: challengeMs,
      attestation: "none",
      excludeCredentials: descriptorsOf(rows),
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
    };
    return json(options, noStore);
  });
}

async function add(context: Context, call: BodyCall<typeof PasskeyRequest, { id: string }>) {
  const { id } = call.params;
  const { digest } = requireItself(call.caller, id);
  const { name: given, response } = call.body;
  const { config, database } = context;
  const audit = auditContext(context, call);
  const challenge = challengeOf(response.response);
  const isOpen = challenge !== undefined && (await useChallenge(database, challenge, id, audit.at));
  const credential = isOpen ? await credentialOf(config, challenge, response) : undefined;
  if (!credential)
    throw conflict("The passkey was refused, or took over 5 minutes. Nothing was added: try again.");
  return call.change(async (tx) => {
    await lockUser(tx, id);
    await requireProvedMailbox(context, tx, id);
    await requirePlace(tx, id);
    const row = passkeys.row({
      id: uuidv7(audit.at),
      userId: id,
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: response.response.transports ?? [],
      name: given,
      createdAt: audit.at,
    });
    if ((await passkeys.add(tx, [row])) === 0)
      throw conflict("This passkey was added before. Nothing was added.");
    // The session has just shown the device, as one that begins with a passkey does.
    await credentialsEnded(tx, context, { userId: id, session: digest }, "factorAdded");
    await renewProof(tx, digest, byPasskey, audit.at);
    const after = { name: given };
    await recordAudit(tx, { ...audit, action: "user.add_passkey", object: passkeyPath(id, row.id), after });
    await writeSignInChange(context, tx, id, "passkey_added", audit.at);
    const codes = await firstRecoveryCodes(tx, context.identity.vault, id);
    return codes ? json({ ...shown(row), recovery_codes: codes }, noStore) : json(shown(row));
  });
}

function rename(context: Context, call: BodyCall<typeof PasskeyPatch, { id: string; passkey_id: string }>) {
  const { id, passkey_id: passkeyId } = call.params;
  requireItself(call.caller, id);
  const { name } = call.body;
  return auditedChange(context, call, "user.rename_passkey", passkeyPath(id, passkeyId), async (tx) => {
    await lockUser(tx, id);
    const before = (await passkeysOf(tx, id)).find((one) => one.id === passkeyId);
    if (!before) throw missing(id, passkeyId);
    await tx.run(sql`update passkey set name = ${name} where id = ${passkeyId}`);
    return { before: { name: before.name }, after: { name }, answer: json(shown({ ...before, name })) };
  });
}

function remove(context: Context, call: Call<{ id: string; passkey_id: string }>) {
  const { id, passkey_id: passkeyId } = call.params;
  requireItself(call.caller, id);
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    const user = await lockUser(tx, id);
    const rows = await passkeysOf(tx, id);
    const before = rows.find((one) => one.id === passkeyId);
    if (!user || !before) throw missing(id, passkeyId);
    await passkeysEnded.end(tx, sql`id = ${passkeyId}`);
    await requireWayIn(context, tx, user);
    const { digest: session } = requireItself(call.caller, id);
    const strongest = await strongestFactor(tx, context, id);
    const isLast = strongest === "oneFactor";
    if (isLast) await removeSecondFactor(tx, id);
    const began = isLast ? [byPasskey.method, byRecoveryCode.method] : [byPasskey.method];
    await credentialsEnded(tx, context, { userId: id, session, began }, "factorRemoved");
    await lowerProofs(tx, id, strongest);
    await recordAudit(tx, {
      ...audit,
      action: "user.remove_passkey",
      object: passkeyPath(id, passkeyId),
      before: { name: before.name },
    });
    await writeSignInChange(context, tx, id, "passkey_removed", audit.at);
    return json({ status: "success", id: passkeyId });
  });
}
