import { z } from "zod";
import { auditContext, recordAudit } from "../../access/audit.ts";
import { preferredLanguage } from "../../base/format/languages.ts";
import { uuidv7 } from "../../base/ids.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { UniqueViolation } from "../../database/errors.ts";
import type { Answer, Call } from "../../http/endpoint.ts";
import { conflict } from "../../http/errors.ts";
import { mailerOf } from "../../running/account-ports.ts";
import { adjustTotals } from "../common/list-totals.ts";
import { takeMail } from "../common/mail-recipients.ts";
import { insertUser, type NewUser, shownUser, User } from "../common/user-resource.ts";
import { trialProductId } from "../products/products.ts";
import { findProduct, insertSubscription } from "../subscriptions/subscription-creation.ts";
import { Secrets } from "../subscriptions/subscription-keys.ts";
import { Subscription } from "../subscriptions/subscription-resource.ts";
import { writeConfirmation } from "./email-confirmations.ts";
import { hadTrial, takeMailbox, waitForTrial } from "./mailbox.ts";

/** The response to a sign-up: the only one that shows the keys without `listSecrets`. */
export const signedUp = z.object({ user: User, subscription: Subscription, keys: Secrets });

/**
 * Creates a customer with a trial subscription and its keys, which `shown` turns into a response in the same
 * transaction; 409 if the email has an account. Its language is that of the browser unless `wanted` states one.
 */
export async function openAccount(
  context: Context,
  call: Call,
  wanted: Omit<NewUser, "id" | "role" | "state" | "isUnconfirmed">,
  shown: (made: z.output<typeof signedUp>, tx: Queries) => Answer | Promise<Answer>,
): Promise<Answer> {
  const audit = auditContext(context, call);
  const id = uuidv7(audit.at);
  // An operator knows whose address it is, and whom it gives another account. Anybody's credential may come with a sign-up.
  const isByOperator = wanted.provedBy === "operator";
  const mailer = isByOperator ? undefined : mailerOf(context);
  // Without a mail the account is opened, too: strangers cannot keep an address from signing up. It can be sent later.
  const mayMail = mailer && !wanted.provedBy && (await takeMail(context, wanted.email)).admitted;
  try {
    return await call.change(async (tx) => {
      if (!isByOperator) await takeMailbox(tx, wanted.email, id);
      const row = await insertUser(
        tx,
        {
          language: preferredLanguage(call.sentHeaders.get("accept-language")),
          isUnconfirmed: mailer !== undefined && !wanted.provedBy,
          ...wanted,
          id,
          role: "customer",
        },
        audit.at,
      );
      if (mayMail) await writeConfirmation(tx, mailer, row, audit.at);
      const product = await findProduct(tx, trialProductId);
      if (!product) throw conflict("This service has no trial plan. Ask the operator.");
      const isSecond = !isByOperator && (await hadTrial(tx, wanted.email));
      const waits = context.config.trial === "confirmed" && row.emailConfirmedAt === null && !isSecond;
      const made = await insertSubscription(
        tx,
        { vault: context.identity.vault, running: context.running },
        {
          id: uuidv7(audit.at),
          ownerId: id,
          scope: `/products/${product.id}`,
          product,
          displayName: product.displayName,
          state: product.approvalRequired ? "submitted" : "active",
          stateComment: isSecond
            ? "Another account of this address had the trial credits."
            : waits
              ? "The trial credits come when the email address is confirmed."
              : null,
          isWithoutCredits: isSecond || waits,
          source: "trial",
        },
        audit,
      );
      if (waits) await waitForTrial(tx, id, made.subscription.id);
      const user = shownUser(row, audit.actor);
      await recordAudit(tx, { ...audit, action: "user.create", object: `/users/${id}`, after: user });
      await adjustTotals(tx, [
        ["user/active", 1],
        [`subscription/${made.subscription.state}`, 1],
      ]);
      return shown({ user, ...made }, tx);
    });
  } catch (error) {
    if (error instanceof UniqueViolation) throw conflict("An account with this email already exists.");
    throw error;
  }
}
