import { z } from "zod";
import { recordAudit } from "../../access/audit.ts";
import { uuidv7 } from "../../base/ids.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { isOperator } from "../../http/caller.ts";
import type { Answer, Call } from "../../http/endpoint.ts";
import { ApiError } from "../../http/errors.ts";
import { mailerOf } from "../../running/opened.ts";
import { auditContext } from "../common/audit-context.ts";
import { adjustTotals } from "../common/list-totals.ts";
import { insertUser, type NewUser, shownUser, User } from "../common/user-resource.ts";
import { trialProductId } from "../products/products.ts";
import { findProduct, insertSubscription } from "../subscriptions/subscription-creation.ts";
import { Secrets } from "../subscriptions/subscription-keys.ts";
import { Subscription } from "../subscriptions/subscription-resource.ts";
import { writeConfirmation } from "./email-confirmations.ts";
import { hadTrial, takeMailbox } from "./mailbox.ts";

/** The response to a sign-up: the only one that shows the keys without `listSecrets`. */
export const signedUp = z.object({ user: User, subscription: Subscription, keys: Secrets });

/**
 * Creates a customer with a trial subscription and its keys, which `shown` turns into a response in the same
 * transaction; 409 if the email has an account.
 */
export async function openAccount(
  context: Context,
  call: Call,
  wanted: Omit<NewUser, "id" | "role" | "state" | "isUnconfirmed">,
  shown: (made: z.output<typeof signedUp>, tx: Queries) => Answer | Promise<Answer>,
): Promise<Answer> {
  const audit = auditContext(context, call);
  const id = uuidv7(audit.at);
  // An operator knows whose address it is.
  const mailer = isOperator(call.caller) ? undefined : mailerOf(context);
  try {
    return await call.change(async (tx) => {
      // An operator knows whom it gives another account.
      if (!isOperator(call.caller)) await takeMailbox(tx, wanted.email, id);
      const row = await insertUser(
        tx,
        {
          isUnconfirmed: mailer !== undefined && !wanted.isProved,
          isProved: isOperator(call.caller),
          ...wanted,
          id,
          role: "customer",
        },
        audit.at,
      );
      if (mailer && !wanted.isProved) await writeConfirmation(tx, mailer, row, audit.at);
      const product = await findProduct(tx, trialProductId);
      if (!product) throw new ApiError("conflict", "This service has no trial plan. Ask the operator.");
      const isSecond = !isOperator(call.caller) && (await hadTrial(tx, wanted.email));
      const made = await insertSubscription(
        tx,
        { vault: context.identity.vault, running: context.running },
        {
          id: uuidv7(audit.at),
          ownerId: id,
          scope: `/products/${product.id}`,
          product,
          displayName: product.display_name,
          state: product.approval_required ? "submitted" : "active",
          stateComment: isSecond ? "A closed account of this address had the trial credits." : null,
          isWithoutCredits: isSecond,
          source: "trial",
        },
        audit,
      );
      const user = shownUser(row, audit.actor);
      await recordAudit(tx, { ...audit, action: "user.create", object: `/users/${id}`, after: user });
      await adjustTotals(tx, [
        ["user/active", 1],
        [`subscription/${made.subscription.state}`, 1],
      ]);
      return shown({ user, ...made }, tx);
    });
  } catch (error) {
    if (error instanceof UniqueViolation)
      throw new ApiError("conflict", "An account with this email already exists.");
    throw error;
  }
}
