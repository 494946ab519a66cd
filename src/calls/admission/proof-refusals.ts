import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type Caller, isOperator, isVisit } from "../../http/caller.ts";
import { effectOf, effectOfMember } from "../../http/effects.ts";
import { ApiError, forbidden } from "../../http/errors.ts";
import { isPermitted } from "../../http/permissions.ts";
import {
  type Effect,
  type Factor,
  isAtLeast,
  type Refusal,
  refusalOf,
  requirements,
} from "../../http/proof.ts";
import { given } from "../../running/ports.ts";
import { neededCodeOf } from "../../running/second-factor-of.ts";
import type { Provable, StepUpMethod } from "../../running/sign-in-ports.ts";
import { proves } from "../../running/sign-in-ports.ts";
import type { Context, ManagementOperation } from "../context.ts";
import type { RoutedRequest } from "../routed.ts";

type Admitted = Pick<Context, "database" | "running">;

/** Throws 401 or 403 unless the caller's credential proves enough for what the operation does. */
export async function requireProof(
  context: Admitted,
  operation: ManagementOperation,
  caller: Caller,
  params: RoutedRequest["params"],
  now: number,
): Promise<void> {
  if (operation.permission) await requireProofFor(context, effectOf(operation, caller, params), caller, now);
}

/**
 * The same for the members of a body, which need permissions too. They are read by name, before values are validated: a
 * body that is no JSON object has none, and the validator refuses it.
 */
export async function requireMembers(
  context: Admitted,
  operation: ManagementOperation,
  caller: Caller,
  params: RoutedRequest["params"],
  body: Uint8Array | null,
  now: number,
): Promise<void> {
  const { members } = operation;
  if (!members || body === null) return;
  const sent = membersOf(body);
  const needed = Object.entries(members).filter(
    ([name, { values, ofOperators }]) =>
      Object.hasOwn(sent, name) &&
      (values?.includes(sent[name]) ?? true) &&
      (!ofOperators || isOperator(caller)),
  );
  const refused = needed.filter(([, { permission }]) => permission && !isPermitted(caller, permission));
  if (refused.length > 0)
    throw forbidden(
      `You cannot change ${refused.map(([name]) => name).join(", ")} here. Nothing was changed.`,
    );
  for (const [, need] of needed)
    await requireProofFor(context, effectOfMember(need, operation, caller, params), caller, now);
}

function membersOf(body: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A visit reads, and its user can prove more to leave it. */
const effectsOfVisits: ReadonlySet<Effect> = new Set(["prove", "readOwn", "readOthers"]);

export const viewing = () =>
  forbidden("You are viewing this account as its customer does: nothing can be changed.");

/** Whether an effect is open to a caller now; callers without a proof of their own have none of these effects. */
export const isProvedFor = (effect: Effect, caller: Caller, now: number): boolean =>
  "proof" in caller && refusalOf(effect, caller.proof, now) === undefined;

async function requireProofFor(
  context: Admitted,
  effect: Effect,
  caller: Caller,
  now: number,
): Promise<void> {
  if (!("proof" in caller)) return;
  if (isVisit(caller) && !effectsOfVisits.has(effect)) throw viewing();
  const refusal = refusalOf(effect, caller.proof, now);
  if (!refusal) return;
  throw refusal.kind === "not_made_for"
    ? notMadeFor(refusal.effect)
    : stepUp(
        refusal,
        caller.kind === "user" ? await methodsOf(context, caller.personId, refusal.required) : [],
      );
}

const acrOf: Readonly<Record<Factor, string>> = {
  oneFactor: "one-factor",
  twoFactor: "two-factor",
  phishingResistant: "phishing-resistant",
};

/** 401 of RFC 9470: a session's user can prove as much, by one of these methods, or add one. */
function stepUp(
  { required, maxAgeSeconds }: Refusal & { kind: "step_up" },
  methods: readonly StepUpMethod[],
) {
  const acr = `urn:vingate:${acrOf[required]}`;
  const age = maxAgeSeconds === undefined ? "" : `, max_age="${maxAgeSeconds}"`;
  return new ApiError("step_up_required", stepUpText(required, methods), {
    headers: {
      "www-authenticate": `Bearer error="insufficient_user_authentication", acr_values="${acr}"${age}`,
    },
    members: { required: acrOf[required].replace("-", "_"), max_age: maxAgeSeconds ?? null, methods },
  });
}

function stepUpText(required: Factor, methods: readonly StepUpMethod[]): string {
  if (methods.length === 0)
    return required === "phishingResistant"
      ? "Operators need a passkey here. Add one on the Security page. Nothing was changed."
      : "A second factor is needed here. Add one on the Security page. Nothing was changed.";
  if (required === "oneFactor")
    return "Confirm that it is you: enter your password again. Nothing was changed.";
  return required === "twoFactor"
    ? "Confirm that it is you with your second factor. Nothing was changed."
    : "Confirm that it is you with a passkey. Nothing was changed.";
}

/** 403: what a program's credential was not made for, or what none can be made for. */
function notMadeFor(effect: Effect): ApiError {
  const { madeFor } = requirements[effect];
  const detail =
    madeFor === undefined || madeFor === "enter"
      ? "Access tokens cannot do this: sign in, and call it with the session. Nothing was changed."
      : `This token was not made for \`${madeFor}\`. Make one with \`for=${madeFor}\`, or sign in. Nothing was changed.`;
  return new ApiError("insufficient_scope", detail, {
    headers: { "www-authenticate": 'Bearer error="insufficient_scope"' },
  });
}

/** With what the user can prove at least so much. */
async function methodsOf(
  { database, running }: Admitted,
  userId: string,
  required: Factor,
): Promise<readonly StepUpMethod[]> {
  const ways = await provableOf(database, running, userId);
  return ways.filter(({ strength }) => isAtLeast(strength, required)).map(({ method }) => method);
}

async function provableOf(
  db: Queries,
  running: Context["running"],
  userId: string,
): Promise<readonly Provable[]> {
  const row = await db.get<{
    has_password: number;
    needs_code: number;
    has_app: number;
    has_codes: number;
  }>(sql`
    select case when u.password_hash is null then 0 else 1 end as has_password,
      case when ${neededCodeOf({ running }, sql`u.id`)} is null then 0 else 1 end as needs_code,
      (select count(*) from second_factor f where f.user_id = u.id and f.on_since is not null) as has_app,
      (select count(*) from recovery_code c where c.user_id = u.id) as has_codes
    from app_user u where u.id = ${userId}`);
  const own: Provable[] = [];
  if (row && row.has_password > 0) {
    if (row.has_app > 0) own.push({ method: "app_code", strength: "twoFactor" });
    if (row.needs_code > 0 && row.has_codes > 0) own.push({ method: "recovery_code", strength: "twoFactor" });
    if (row.needs_code === 0) own.push({ method: "password", strength: "oneFactor" });
  }
  const others = await Promise.all(given(running, proves).map((one) => one(db, userId)));
  return [...own, ...others.flat()];
}
