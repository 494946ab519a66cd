import { z } from "zod";
import { hasSecondFactor } from "../../access/second-factor/second-factors.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { Caller, UserCaller } from "../../http/caller.ts";
import { type Answer, type Call, json } from "../../http/endpoint.ts";
import { ApiError } from "../../http/errors.ts";
import { findUser, userMissing } from "../common/user-resource.ts";
import { authBodyBytesMax } from "../users/address-limits.ts";
import { givenPassword, secondFactorCode } from "../users/new-password.ts";
import { requireCode, requireCurrentPassword } from "../users/password-checks.ts";

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
      "Operations that return 403 `step_up_required` need it. Signing in counts too. Access tokens are exempt.",
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

async function stepUp(
  context: Context,
  call: Call<unknown, unknown, unknown, z.output<typeof StepUpRequest>>,
) {
  const caller = requireSession(call.caller);
  const { personId: id } = caller;
  await requireCurrentPassword(context, id, call, call.body.password, "password");
  const user = await findUser(context.database, id);
  if (!user) throw userMissing(id);
  if (await hasSecondFactor(context.database, id))
    await requireCode(context, user, call, call.body.code, "forbidden");
  return call.change((tx) => noteProved(tx, caller, context.clock()));
}

/** 403 for credentials that are no session. */
export function requireSession(caller: Caller): UserCaller {
  if (caller.kind === "user" && caller.tokenKind === "vgs") return caller;
  throw new ApiError("forbidden", "Only sessions prove who their user is. Other credentials are exempt.");
}

/** Notes that the user of a session has just proved who it is. */
export async function noteProved(tx: Queries, { digest }: UserCaller, now: number): Promise<Answer> {
  await tx.run(sql`update access_token set verified_at = ${now} where digest = ${digest}`);
  return json({ status: "success" });
}
