import { z } from "zod";
import { auditContext } from "../../access/audit.ts";
import { rememberAddress } from "../../access/known-addresses.ts";
import { findAddressReturn } from "../../access/links/address-returns.ts";
import { plausibleToken } from "../../access/tokens.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { type BodyCall, json } from "../../http/endpoint.ts";
import { conflict, forbidden } from "../../http/errors.ts";
import { secret } from "../../http/validation/secrets.ts";
import { credentialsEnded } from "../../running/credentials-ended.ts";
import { writeSignInChange } from "../common/sign-in-changes.ts";
import { lockUser } from "../common/user-resource.ts";
import { authBodyBytesMax, limitSignIns } from "../users/address-limits.ts";
import { requireActiveUser } from "../users/begin-session.ts";
import { password } from "../users/new-password.ts";
import { updateUser } from "../users/user-update.ts";

export const TakeBackRequest = z.strictObject({
  return_token: secret(z.string().max(256)).describe("What follows the # of the link."),
  password,
});

export const addressReturnEndpoints = [
  endpoint({
    id: "takeAddressBack",
    whileHeld: true,
    method: "POST",
    path: "/auth/take-back",
    tag: "Auth",
    summary:
      "Take a changed email address back with the token that was mailed to it, and choose a new password",
    description:
      "When a user whose address was confirmed changes it, the previous address is mailed a link for 7 days. Using it sets that address and the password, and ends sessions, access tokens, assistants, links and invitations, and the passkeys, app codes and identities that were added since the change. A second factor of before stays. 409 if another account has the address. `Authorization` takes the public client token.",
    audience: "client",
    body: TakeBackRequest,
    limits: { bodyBytes: authBodyBytesMax, address: limitSignIns },
    response: z.object({ status: z.literal("success") }),
    errors: ["conflict", "forbidden", "rate_limited"],
    extension: true,
    handle: takeAddressBack,
  }),
];

async function takeAddressBack(context: Context, call: BodyCall<typeof TakeBackRequest>) {
  const refused = forbidden(
    "The link is invalid, used or expired. Ask the operator for help with your account.",
  );
  const { return_token: token } = call.body;
  if (!plausibleToken(token)) throw refused;
  const audit = auditContext(context, call);
  // Checked before hashing, which costs more than a stranger may cause.
  const found = await findAddressReturn(context.database, token, audit.at);
  if (!found) throw refused;
  const passwordHash = await context.identity.passwords.hash(call.body.password);
  const { user_id: id, email, created_at: since } = found;
  try {
    return await call.change(async (tx) => {
      const user = (await lockUser(tx, id))!;
      if (!(await findAddressReturn(tx, token, audit.at))) throw refused;
      requireActiveUser(user);
      const changes = { email, passwordHash, emailConfirmedAt: audit.at };
      await updateUser(tx, context, user, changes, "user.take_address_back", audit);
      await credentialsEnded(tx, context, { userId: id, since }, "addressReturned");
      await rememberAddress(tx, id, call.address, audit.at);
      await writeSignInChange(context, tx, id, "address_returned", audit.at);
      return json({ status: "success" });
    });
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    throw conflict("Another account has this address now. Nothing was changed. Ask the operator.");
  }
}
