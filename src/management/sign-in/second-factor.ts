import { z } from "zod";
import { auditContext, recordAudit } from "../../access/audit.ts";
import { byAppCode, byRecoveryCode, lowerProofs, renewProof } from "../../access/proof.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
  turnOffAppCodes,
} from "../../access/second-factor/second-factors.ts";
import { base32, otpauthUri } from "../../access/second-factor/totp.ts";
import { isoTime } from "../../base/clock.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import type { Caller, UserCaller } from "../../http/caller.ts";
import { type BodyCall, type Call, json, noStore } from "../../http/endpoint.ts";
import { conflict } from "../../http/errors.ts";
import { serviceNameOf } from "../../running/brand.ts";
import { credentialsEnded } from "../../running/credentials-ended.ts";
import { strongestFactor } from "../../running/second-factor-of.ts";
import { entityId } from "../common/identifiers.ts";
import { writeSignInChange } from "../common/sign-in-changes.ts";
import { actsForItself, findUser, lockUser, userMissing } from "../common/user-resource.ts";
import { secondFactorCode } from "../users/new-password.ts";
import { requireItself, requireSignInOf } from "./sign-in-of.ts";

const SecondFactor = z
  .object({
    on_since: z.iso.datetime().nullable().describe("Since when app codes are on; null if they are off."),
    recovery_codes_left: z
      .int()
      .describe("Each is used once, with the password, in place of the app or the passkey."),
  })
  .meta({ id: "SecondFactor" });

const NewSecondFactor = z.object({
  secret: z.string().describe("In base 32, to type into the app."),
  uri: z.string().describe("`otpauth://…`, as the QR code of the app contains it."),
});

const RecoveryCodes = z
  .object({ recovery_codes: z.array(z.string()).describe("Each works once. They are shown only now.") })
  .meta({ id: "RecoveryCodes" });

export const SecondFactorRequest = z
  .strictObject({ code: secondFactorCode.describe("Six digits that the app shows.") })
  .meta({ id: "SecondFactorRequest", example: { code: "491203" } });

const byId = z.object({ id: entityId });
const common = { tag: "Users", audience: "customer", permission: "sign-in.change", extension: true } as const;

export const secondFactorEndpoints = [
  endpoint({
    ...common,
    id: "getSecondFactor",
    permission: "sign-in.view",
    exported: "second-factor",
    method: "GET",
    path: "/users/{id}/second-factor",
    summary: "Read whether a user's sign-in needs codes of an app",
    params: byId,
    response: SecondFactor,
    errors: ["forbidden", "not_found"],
    handle: getSecondFactor,
  }),
  endpoint({
    ...common,
    id: "beginSecondFactor",
    whileHeld: true,
    method: "POST",
    path: "/users/{id}/second-factor",
    summary: "Create the secret of an authenticator app",
    description:
      "Only for oneself, with a session. Sign-in does not change until a code of the app confirms the secret. A new secret replaces one that is not confirmed. No body is read.",
    params: byId,
    response: NewSecondFactor,
    errors: ["forbidden", "not_found"],
    handle: begin,
  }),
  endpoint({
    ...common,
    id: "confirmSecondFactor",
    whileHeld: true,
    method: "PUT",
    path: "/users/{id}/second-factor",
    summary: "Turn app codes on with a code of the app, and receive ten recovery codes",
    description: "Replaces the app and the recovery codes of before.",
    params: byId,
    lock: (tx, { id }) => lockUser(tx, id),
    body: SecondFactorRequest,
    response: RecoveryCodes,
    errors: ["forbidden", "not_found", "conflict"],
    handle: confirm,
  }),
  endpoint({
    ...common,
    id: "removeSecondFactor",
    method: "DELETE",
    path: "/users/{id}/second-factor",
    summary: "Turn app codes off",
    description:
      "Recovery codes go with them, unless there is a passkey. Operators with the permission do it for a user who lost its second factor: this also removes passkeys, and ends the user's sessions. Repeated calls return the same.",
    params: byId,
    lock: (tx, { id }) => lockUser(tx, id),
    response: SecondFactor,
    errors: ["forbidden", "not_found"],
    handle: remove,
  }),
  endpoint({
    ...common,
    id: "createRecoveryCodes",
    whileHeld: true,
    method: "POST",
    path: "/users/{id}/second-factor/recovery-codes",
    summary: "Replace the recovery codes by ten new ones",
    description:
      "For users with app codes or a passkey; 409 for others. The codes of before no longer work. No body is read.",
    params: byId,
    response: RecoveryCodes,
    errors: ["forbidden", "not_found", "conflict"],
    handle: createRecoveryCodes,
  }),
];

async function stateOf(db: Queries, id: string): Promise<z.output<typeof SecondFactor>> {
  const { onSince, recoveryCodesLeft } = await readSecondFactor(db, id);
  return { on_since: isoTime(onSince), recovery_codes_left: recoveryCodesLeft };
}

async function getSecondFactor({ database }: Context, { caller, params: { id } }: Call<{ id: string }>) {
  const user = await findUser(database, id);
  requireSignInOf(caller, id, user);
  return json(await stateOf(database, id));
}

async function begin(context: Context, call: Call<{ id: string }>) {
  const { id } = call.params;
  requireItself(call.caller, id);
  const issuer = await serviceNameOf(context);
  return call.change(async (tx) => {
    const user = await lockUser(tx, id);
    if (!user) throw userMissing(id);
    const secret = await beginSecondFactor(tx, context.identity.vault, id);
    return json({ secret: base32(secret), uri: otpauthUri(secret, issuer, user.email) }, noStore);
  });
}

function confirm(context: Context, call: BodyCall<typeof SecondFactorRequest, { id: string }>) {
  const { id } = call.params;
  const { digest } = requireItself(call.caller, id);
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    const { vault } = context.identity;
    const code = call.body.code.replace(/\s/g, "");
    if (!/^\d{6}$/.test(code)) throw conflict("The code of an app has 6 digits. Nothing was changed.");
    const codes = await confirmSecondFactor(tx, vault, id, code, audit.at);
    if (!codes)
      throw conflict(
        "The code is wrong or of another app. Enter the one that the new app shows now, and check its clock if this stays. Nothing was changed.",
      );
    // The session has just shown the app, as one that begins with a code does.
    await credentialsEnded(tx, context, { userId: id, session: digest }, "factorAdded");
    await renewProof(tx, digest, byAppCode, audit.at);
    await recordAudit(tx, { ...audit, action: "user.add_second_factor", object: `/users/${id}` });
    await writeSignInChange(context, tx, id, "second_factor_on", audit.at);
    return json({ recovery_codes: codes }, noStore);
  });
}

function remove(context: Context, call: Call<{ id: string }>) {
  const { id } = call.params;
  const { caller } = call;
  const audit = auditContext(context, call);
  const isItself = actsForItself(caller, id);
  if (isItself) requireItself(call.caller, id);
  return call.change(async (tx) => {
    const user = await lockUser(tx, id);
    requireSignInOf(caller, id, user);
    const had = isItself ? await removeOwn(context, tx, caller) : await reset(context, tx, id);
    if (had) {
      const action = isItself ? "user.remove_second_factor" : "user.reset_second_factor";
      await recordAudit(tx, { ...audit, action, object: `/users/${id}` });
      await writeSignInChange(
        context,
        tx,
        id,
        isItself ? "second_factor_off" : "second_factor_reset",
        audit.at,
      );
    }
    return json(await stateOf(tx, id));
  });
}

/** Turns app codes off; resolves to whether they were on. */
async function removeOwn(context: Context, tx: Queries, caller: Caller): Promise<boolean> {
  const { personId: userId, digest: session } = caller as UserCaller;
  const hadCodes = (await readSecondFactor(tx, userId)).onSince !== null;
  const hasPasskey = (await strongestFactor(tx, context, userId)) === "phishingResistant";
  await (hasPasskey ? turnOffAppCodes : removeSecondFactor)(tx, userId);
  if (!hadCodes) return false;
  const began = hasPasskey ? [byAppCode.method] : [byAppCode.method, byRecoveryCode.method];
  await credentialsEnded(tx, context, { userId, session, began }, "factorRemoved");
  await lowerProofs(tx, userId, await strongestFactor(tx, context, userId));
  return true;
}

/** Ends all second factors of another user; resolves to whether there were any. */
async function reset(context: Context, tx: Queries, userId: string): Promise<boolean> {
  const { codes, passkeys } = await credentialsEnded(tx, context, { userId }, "factorReset");
  return codes + passkeys > 0;
}

function createRecoveryCodes(context: Context, call: Call<{ id: string }>) {
  const { id } = call.params;
  requireItself(call.caller, id);
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    await lockUser(tx, id);
    if ((await strongestFactor(tx, context, id)) === "oneFactor")
      throw conflict("There is no second factor. Add app codes or a passkey first.");
    const codes = await replaceRecoveryCodes(tx, context.identity.vault, id);
    await recordAudit(tx, { ...audit, action: "user.create_recovery_codes", object: `/users/${id}` });
    await writeSignInChange(context, tx, id, "recovery_codes", audit.at);
    return json({ recovery_codes: codes }, noStore);
  });
}
