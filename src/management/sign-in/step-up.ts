import { z } from "zod";
import { type Proved, renewProof } from "../../access/proof.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import type { Caller, UserCaller } from "../../http/caller.ts";
import { type BodyCall, json } from "../../http/endpoint.ts";
import { forbidden } from "../../http/errors.ts";
import { findUser, userMissing } from "../common/user-resource.ts";
import { authBodyBytesMax } from "../users/address-limits.ts";
import { givenPassword, secondFactorCode } from "../users/new-password.ts";
import { proveWithPassword, requireCurrentPassword } from "../users/password-checks.ts";

export const StepUpRequest = z
  .strictObject({
    password: givenPassword,
    code: secondFactorCode.optional().describe("Only for users with a second factor, as at sign-in."),
  })
  .meta({ id: "StepUpRequest" });

/** The answer of every step-up. */
export const proved = z.object({ status: z.literal("success") });

export const stepUpEndpoints = [
  endpoint({
    id: "stepUp",
    whileHeld: true,
    method: "POST",
    path: "/auth/step-up",
    tag: "Auth",
    summary: "Prove once more who you are, for the next 15 minutes of this session",
    description:
      "Operations that return 401 `step_up_required` need it. Signing in counts too. A password proves less than a code or a passkey: `required` of the refusal says how much is needed.",
    audience: "customer",
    permission: "session.change",
    limits: { bodyBytes: authBodyBytesMax },
    body: StepUpRequest,
    response: proved,
    errors: ["second_factor_required", "forbidden", "rate_limited"],
    extension: true,
    handle: stepUp,
  }),
];

async function stepUp(context: Context, call: BodyCall<typeof StepUpRequest>) {
  const caller = requireSession(call.caller);
  const { personId: id } = caller;
  await requireCurrentPassword(context, id, call, call.body.password, "password");
  const user = await findUser(context.database, id);
  if (!user) throw userMissing(id);
  const proved = await proveWithPassword(context, user, call, call.body.code, "forbidden");
  return call.change((tx) => noteProved(tx, caller, proved, context.clock()));
}

/** The user of a session. Programs never come here: none is made for `prove`. */
export function requireSession(caller: Caller): UserCaller {
  if (caller.kind === "user") return caller;
  throw forbidden("The operator token is no user: it proves nothing again.");
}

/** Notes that the user of a session has just proved who it is. */
export async function noteProved(tx: Queries, { digest }: UserCaller, proved: Proved, now: number) {
  await renewProof(tx, digest, proved, now);
  return json({ status: "success" });
}
