import type { PublicKeyCredentialRequestOptionsJSON as RequestOptions } from "@simplewebauthn/server";
import { z } from "zod";
import { auditContext, recordAudit } from "../../../access/audit.ts";
import { byPasskey } from "../../../access/proof.ts";
import { firstRecoveryCodes } from "../../../access/second-factor/second-factors.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { type BodyCall, type Call, json, noStore } from "../../../http/endpoint.ts";
import { ApiError } from "../../../http/errors.ts";
import { writeSignInChange } from "../../../management/common/sign-in-changes.ts";
import { findUser, lockUser, userMissing } from "../../../management/common/user-resource.ts";
import { noteProved, proved, requireSession } from "../../../management/sign-in/step-up.ts";
import { authBodyBytesMax, limitSignIns } from "../../../management/users/address-limits.ts";
import {
  beginSession,
  begunSession,
  isOfEpoch,
  requireActiveUser,
} from "../../../management/users/begin-session.ts";
import { challengeMs, createChallenge, useChallenge } from "../challenges.ts";
import { browserOptions, newRecoveryCodes, PasskeyProof } from "../forms.ts";
import {
  descriptorsOf,
  handleOf,
  notePasskeyUse,
  type Passkey,
  passkeys,
  passkeysOf,
} from "../stored-passkeys.ts";
import { challengeOf, counterOf, siteOf } from "../verify.ts";

export const PasskeyProofRequest = z
  .strictObject({ response: PasskeyProof.describe("What the browser returned.") })
  .meta({ id: "PasskeyProofRequest" });

type Proved = BodyCall<typeof PasskeyProofRequest>;

const limits = { bodyBytes: authBodyBytesMax, address: limitSignIns };

export const passkeySignInEndpoints = [
  endpoint({
    id: "beginPasskeySignIn",
    whileHeld: true,
    method: "POST",
    path: "/auth/passkey/options",
    tag: "Auth",
    summary: "Create the options with which a browser proves who its user is",
    description:
      "For sign-in with the public client token, for step-up with a session. The answer is what `PublicKeyCredential.parseRequestOptionsFromJSON` takes. Its challenge works once, for 5 minutes. No body is read.",
    audience: "client",
    limits,
    response: browserOptions,
    errors: ["rate_limited"],
    extension: true,
    handle: begin,
  }),
  endpoint({
    id: "signInWithPasskey",
    whileHeld: true,
    method: "POST",
    path: "/auth/passkey",
    tag: "Auth",
    summary: "Sign in with a passkey",
    description:
      "The device has checked its user, so neither a password nor a code is needed. Returns a session token as `POST /auth/signin` does. A user without recovery codes and app codes receives ten recovery codes too: from then on the password needs one.",
    audience: "client",
    body: PasskeyProofRequest,
    limits,
    response: begunSession.extend({ recovery_codes: newRecoveryCodes }),
    errors: ["invalid_credential", "forbidden", "rate_limited"],
    extension: true,
    handle: signIn,
  }),
  endpoint({
    id: "stepUpWithPasskey",
    whileHeld: true,
    method: "POST",
    path: "/auth/step-up/passkey",
    tag: "Auth",
    summary: "Prove with a passkey who you are, for the next 15 minutes of this session",
    description: "As `POST /auth/step-up` does with a password.",
    audience: "customer",
    permission: "session.change",
    body: PasskeyProofRequest,
    limits: { bodyBytes: authBodyBytesMax },
    response: proved,
    errors: ["forbidden"],
    extension: true,
    handle: stepUp,
  }),
];

async function begin({ config, database, clock }: Context, { caller }: Call) {
  const own = caller.kind === "user" ? await passkeysOf(database, caller.personId) : [];
  const options: RequestOptions = {
    challenge: await createChallenge(database, null, clock()),
    rpId: siteOf(config),
    timeout: challengeMs,
    userVerification: "required",
    allowCredentials: descriptorsOf(own),
  };
  return json(options, noStore);
}

const refusal = (code: "invalid_credential" | "forbidden") =>
  new ApiError(
    code,
    "The passkey was refused: it is not known here, was removed, or took over 5 minutes. Try again, or use your password.",
  );

/** The passkey that a proof is of, and its counter. The challenge is used, also by a proof that is refused. */
async function checkProof(
  { config, database, clock }: Context,
  proof: PasskeyProof,
): Promise<{ row: Passkey; counter: number } | undefined> {
  const challenge = challengeOf(proof.response);
  if (challenge === undefined || !(await useChallenge(database, challenge, null, clock()))) return undefined;
  const [row] = await passkeys.select(database, sql`where credential_id = ${proof.id}`);
  const { userHandle } = proof.response;
  if (!row || (userHandle && userHandle !== handleOf(row.userId))) return undefined;
  const counter = await counterOf(config, challenge, row, proof);
  return counter === undefined ? undefined : { row, counter };
}

async function signIn(context: Context, call: Proved) {
  const checked = await checkProof(context, call.body.response);
  if (!checked) throw refusal("invalid_credential");
  const { row, counter } = checked;
  const user = await findUser(context.database, row.userId);
  if (!user) throw userMissing(row.userId);
  requireActiveUser(user);
  return call.change(async (tx) => {
    const current = await lockUser(tx, user.id);
    if (!isOfEpoch(current, user)) throw refusal("invalid_credential");
    if (!(await notePasskeyUse(tx, row, counter, context.clock()))) throw refusal("invalid_credential");
    const codes = await firstRecoveryCodes(tx, context.identity.vault, user.id);
    if (codes) await noteCodes(context, tx, call, user.id);
    return beginSession(context, tx, call, user, byPasskey, codes);
  });
}

/** The client has no session yet: it is the actor of the entry. */
async function noteCodes(context: Context, tx: Queries, call: Proved, userId: string): Promise<void> {
  const audit = auditContext(context, call);
  await recordAudit(tx, { ...audit, action: "user.create_recovery_codes", object: `/users/${userId}` });
  await writeSignInChange(context, tx, userId, "recovery_codes", audit.at);
}

async function stepUp(context: Context, call: Proved) {
  const caller = requireSession(call.caller);
  const checked = await checkProof(context, call.body.response);
  if (!checked || checked.row.userId !== caller.personId) throw refusal("forbidden");
  const { row, counter } = checked;
  return call.change(async (tx) => {
    if (!(await notePasskeyUse(tx, row, counter, context.clock()))) throw refusal("forbidden");
    return noteProved(tx, caller, byPasskey, context.clock());
  });
}
