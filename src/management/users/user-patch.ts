import { z } from "zod";
import { auditContext } from "../../access/audit.ts";
import type { Context } from "../../calls/context.ts";
import { isOperator } from "../../http/caller.ts";
import { type Call, json, type MemberNeed } from "../../http/endpoint.ts";
import { forbidden, InvalidRequest } from "../../http/errors.ts";
import { mailerOf } from "../../running/account-ports.ts";
import { requireConfirmation } from "../common/mail-recipients.ts";
import { writeSignInChange } from "../common/sign-in-changes.ts";
import {
  actsForItself,
  emailAddress,
  emailKey,
  findUser,
  lockUser,
  personName,
  requireAccount,
  shownUser,
  type UserRow,
  userLanguage,
  userMissing,
  userNote,
} from "../common/user-resource.ts";
import { attributesFault } from "./attributes.ts";
import { writeConfirmation } from "./email-confirmations.ts";
import { givenPassword, password } from "./new-password.ts";
import { requireCurrentPassword } from "./password-checks.ts";
import { updateUser } from "./user-update.ts";
import { operatorRole, operatorRoleText, settableStates, userConflict, userRole } from "./user-writes.ts";

/** The members of a user; any other name is an attribute. */
export const UserPatch = z.looseObject({
  email: emailAddress.optional(),
  first_name: personName.optional(),
  last_name: personName.optional(),
  password: password.optional(),
  current_password: givenPassword
    .optional()
    .describe("Required with a new `password` or `email`, except when an operator changes another user."),
  attributes: z.record(z.string(), z.unknown()).optional().describe("Replaces all attributes."),
  role: userRole.optional(),
  operator_role: operatorRole.nullable().optional().describe(operatorRoleText),
  state: settableStates.optional(),
  language: userLanguage.optional(),
  note: userNote.nullable().optional(),
  id: z.string().optional(),
  kind: z.unknown().optional().describe("Cannot be changed."),
  credits: z.unknown().optional(),
  email_confirmed: z.unknown().optional().describe("Cannot be changed."),
  registered_at: z.unknown().optional(),
  updated_at: z.unknown().optional(),
});

type Patch = z.output<typeof UserPatch>;

/** What the members of a patch need. */
export const patchedMembers = {
  password: { permission: "sign-in.change" },
  email: { permission: "sign-in.change" },
  role: { permission: "operators.change" },
  operator_role: { permission: "operators.change" },
  state: { permission: "customers.change" },
  note: { permission: "customers.change", effect: "change" },
} satisfies Readonly<Record<string, MemberNeed>>;

const readOnly: readonly string[] = [
  "id",
  "kind",
  "credits",
  "email_confirmed",
  "registered_at",
  "updated_at",
];

/** 403 for members that cannot be set. */
function requireSettable(patch: Patch): void {
  const refused = Object.keys(patch).filter((name) => readOnly.includes(name));
  if (refused.length > 0)
    throw forbidden(`You cannot change ${refused.join(", ")} here. Nothing was changed.`);
}

function patchedAttributes(patch: Patch, kept: Record<string, unknown>): Record<string, unknown> {
  const own = patch.attributes ?? kept;
  const unknown = Object.entries(patch).filter(([name]) => !Object.hasOwn(UserPatch.shape, name));
  // From entries: assigning a member called __proto__ would lose it.
  const attributes = Object.fromEntries([...Object.entries(own), ...unknown]);
  const fault = attributesFault(attributes);
  // The stored value is not the caller's input; the sent value may contain a secret.
  if (fault) throw new InvalidRequest(["body"], fault, Object.keys(patch));
  return attributes;
}

const movesAddress = (user: UserRow, { email }: Patch): boolean =>
  email !== undefined && emailKey(user.email) !== emailKey(email);

export async function patchUser(context: Context, call: Call<{ user_id: string }, unknown, unknown, Patch>) {
  const { user_id: id } = call.params;
  const { caller, body } = call;
  requireAccount(caller, id, "account.change");
  requireSettable(body);
  const user = await findUser(context.database, id);
  const isMoved = user !== undefined && movesAddress(user, body);
  if (actsForItself(caller, id) && user && (body.password !== undefined || isMoved))
    await requireCurrentPassword(context, id, call, body.current_password);
  // An operator knows whose address it is, and the address of before is the user's still.
  const confirms = actsForItself(caller, id) || !isOperator(caller);
  const mailer = confirms ? mailerOf(context) : undefined;
  if (mailer && isMoved) await requireConfirmation(context, caller, body.email!);
  const passwordHash =
    body.password === undefined ? undefined : await context.identity.passwords.hash(body.password);
  const audit = auditContext(context, call);
  try {
    return await call.change(async (tx) => {
      const before = await lockUser(tx, id);
      if (!before) throw userMissing(id);
      const { email, first_name: firstName, last_name: lastName, role, state, language, note } = body;
      const attributes = patchedAttributes(body, before.attributes);
      const moving = movesAddress(before, body) ? mailer : undefined;
      const emailConfirmedAt = moving && null;
      const names = { email, firstName, lastName };
      const standing = { role, operatorRole: body.operator_role, state };
      const changes = { ...names, ...standing, language, note, attributes, emailConfirmedAt, passwordHash };
      const action = passwordHash === undefined ? "user.update" : "user.update_password";
      const row = await updateUser(tx, context, before, changes, action, audit);
      if (passwordHash !== undefined) await writeSignInChange(context, tx, id, "password", audit.at);
      if (moving) await writeConfirmation(tx, moving, row, audit.at);
      return json(shownUser(row, caller));
    });
  } catch (error) {
    throw userConflict(error, id);
  }
}
