import { z } from "zod";
import { auditedChange } from "../../../access/audited-change.ts";
import { isoTime } from "../../../base/clock.ts";
import { dayMs } from "../../../base/durations.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { type Call, json, noStore } from "../../../http/endpoint.ts";
import { createSecret, secretContext } from "../../../outbox/signature.ts";
import { lockWebhook, validSecrets, webhooks } from "../../../outbox/webhook-rows.ts";
import { decideRotated } from "../delivery/webhook-decisions.ts";
import { byWebhook, requireWebhook, tag } from "./webhook-resource.ts";

const formerMs = dayMs;

const WebhookSecrets = z
  .object({
    secret: z.string().describe("Signs all requests."),
    former_secret: z
      .string()
      .nullable()
      .describe("Also signs them until `former_expires_at`; null if there is none."),
    former_expires_at: z.iso.datetime().nullable().describe("A day after the secret was replaced."),
  })
  .meta({ id: "WebhookSecrets" });

export const webhookSecretEndpoints = [
  endpoint({
    id: "listWebhookSecrets",
    whileHeld: true,
    method: "POST",
    path: "/webhooks/{webhook_id}/listSecrets",
    tag,
    summary: "Show the secret of a webhook's signatures",
    description: "The call is recorded in the audit log.",
    audience: "customer",
    permission: "events.change",
    params: byWebhook,
    response: WebhookSecrets,
    errors: ["not_found"],
    extension: true,
    handle: (context, call) => change(context, call, "webhook.list_secrets"),
  }),
  endpoint({
    id: "regenerateWebhookSecret",
    whileHeld: true,
    method: "POST",
    path: "/webhooks/{webhook_id}/regenerateSecret",
    tag,
    summary: "Replace the secret of a webhook's signatures",
    description: "For a day, requests have a signature of each of the two secrets.",
    audience: "customer",
    permission: "events.change",
    params: byWebhook,
    response: WebhookSecrets,
    errors: ["not_found"],
    extension: true,
    handle: (context, call) => change(context, call, "webhook.regenerate_secret"),
  }),
];

function change(
  context: Context,
  call: Call<{ webhook_id: string }>,
  action: "webhook.list_secrets" | "webhook.regenerate_secret",
) {
  const { webhook_id: id } = call.params;
  const { vault } = context.identity;
  const next = createSecret();
  return auditedChange(context, call, action, `/webhooks/${id}`, async (tx, { at }) => {
    let row = requireWebhook(await lockWebhook(tx, id), id, call.caller);
    if (action === "webhook.regenerate_secret") {
      const sealed = vault.seal(next, secretContext(id));
      const until = at + formerMs;
      row = { ...row, formerSealed: row.sealed, formerUntil: until, sealed, updatedAt: at };
      await webhooks.put(tx, [row]);
      decideRotated(tx, id, sealed, until);
    }
    const [secret, former = null] = validSecrets(row, vault, at);
    const shown = { secret, former_secret: former, former_expires_at: former && isoTime(row.formerUntil) };
    return { answer: json(shown, noStore) };
  });
}
