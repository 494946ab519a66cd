import type { AuditRecord } from "../api/client.ts";
import { counted } from "../base/format.ts";

/** Phrases by the action of the audit log. */
export const auditPhrases: Readonly<Record<string, string>> = {
  "api.create": "registered an API",
  "api.delete": "deleted an API",
  "api.delete_document": "deleted an API's document",
  "api.update_document": "updated an API's document",
  "api.update": "updated an API",
  "dataset.import": "imported records",
  "dataset.rollback": "rolled back a dataset",
  "import.stop": "stopped an import",
  "mail.edit_text": "edited the text of mails",
  "mail.reset_text": "restored the text of mails",
  "mail.send": "sent a mail now",
  "mail.test": "sent a test mail",
  "mail.unmark_address": "removed the mark of an address",
  "ledger.check": "ran a consistency check",
  "product.publish_offer": "published an offer",
  "organization.change_role": "changed the role of a member",
  "organization.create": "created an organization",
  "organization.invite": "invited a member",
  "organization.join": "became a member",
  "organization.remove_member": "removed a member",
  "organization.renew_invitation": "renewed an invitation",
  "organization.withdraw_invitation": "withdrew an invitation",
  "brand.update": "changed the brand",
  "papers.update_seller": "changed the seller's data",
  "papers.update_taxes": "changed the taxes",
  "payment.cancel": "cancelled a payment",
  "payment.create": "requested a payment",
  "payment.forgive": "forgave credits that were owed",
  "payment.receive": "recorded money received",
  "payment.refund": "returned money",
  "payment.resolve": "resolved a payment's problem",
  "payment_method.delete": "removed the saved card",
  "period.extend": "gave an unpaid period more days",
  "period.lapse": "let a period lapse",
  "period.pay": "recorded that a period is paid",
  "plan.change": "changed a plan",
  "plan.keep": "withdrew a change of plan",
  "plan.overage": "set the cap beyond credits",
  "plan.pause": "paused a plan",
  "plan.resume": "resumed a plan",
  "plan.time_zone": "set the time zone of periods",
  "policy.update": "updated a policy",
  "product.create": "created a plan",
  "product.delete": "deleted a plan",
  "product.update": "updated a plan",
  "product_api.add": "added an API to a plan",
  "product_api.remove": "removed an API from a plan",
  "subscription.bump": "added credits",
  "subscription.adjust_credits": "adjusted credits",
  "subscription.create": "created a subscription",
  "subscription.delete": "deleted a subscription",
  "subscription.list_secrets": "viewed keys",
  "subscription.update": "updated a subscription",
  "subscription.replace": "replaced a subscription",
  "subscription.transfer": "moved a subscription to another account",
  "terms.publish": "published terms",
  "top_up.update": "changed automatic top-up",
  "transfer.match": "matched a transfer",
  "transfer.record": "recorded a transfer",
  "transfer.return": "recorded a returned transfer",
  "assistant.change": "changed the limit of an assistant",
  "assistant.connect": "connected an assistant",
  "assistant.end": "disconnected an assistant",
  "user.add_passkey": "added a passkey",
  "user.add_second_factor": "turned app codes on",
  "user.confirm_email": "confirmed the email address",
  "user.create": "created a user",
  "user.create_recovery_codes": "created recovery codes",
  "user.create_reset_link": "created a reset link",
  "user.create_token": "created an access token",
  "user.delete": "deleted the user",
  "user.end_session": "ended a session",
  "user.end_sessions": "ended sessions",
  "user.export": "downloaded the data of an account",
  "user.remove_passkey": "removed a passkey",
  "user.link_identity": "linked single sign-on",
  "user.remove_second_factor": "turned app codes off",
  "user.rename_passkey": "renamed a passkey",
  "user.replace": "replaced the user's details",
  "user.reset_password": "reset the password",
  "user.reset_second_factor": "removed a user's second factor",
  "user.revoke_token": "revoked an access token",
  "system.forget_node": "removed a node from the list",
  "system.request_backup": "requested a backup",
  "system.rotate_master_key": "rotated the master key",
  "system.rotate_operator_token": "rotated the operator token",
  "system.rotate_signing_key": "rotated the signing key",
  "system.rotate_proof_key": "rotated the key that signs statements",
  "user.unlink_identity": "unlinked single sign-on",
  "user.update": "updated the user",
  "user.update_billing_details": "changed billing details",
  "user.update_password": "changed the password",
  "user.visit": "viewed the account as its customer",
  "watch.delete": "stopped watching a VIN",
  "watch.put": "watched a VIN, or changed what is watched",
  "watch.put_many": "uploaded watched VINs",
  "webhook.create": "added a webhook",
  "webhook.delete": "deleted a webhook",
  "webhook.disable": "disabled a webhook",
  "webhook.list_secrets": "viewed a webhook's secret",
  "webhook.regenerate_secret": "replaced a webhook's secret",
  "webhook.replay": "sent a webhook's events again",
  "webhook.update": "updated a webhook",
};

/** Members of `after` that differ from `before`. */
function changes({ before, after }: AuditRecord): string[] {
  if (typeof before !== "object" || typeof after !== "object" || !before || !after) return [];
  const [old, next] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return Object.keys(next).filter(
    (name) => name !== "updated_at" && JSON.stringify(old[name]) !== JSON.stringify(next[name]),
  );
}

const shown = (value: unknown): string => (value === null ? "empty" : String(value));

const stateVerbs: Readonly<Record<string, string>> = {
  suspended: "suspended",
  rejected: "rejected",
  cancelled: "cancelled",
};

/** A subscription's new state with its reason, or with the reason of the suspension that it ends. */
function stateWords({ before, after }: AuditRecord): string | undefined {
  const [old, next] = [before, after].map((side) => (side ?? {}) as Record<string, unknown>);
  if (!next?.state || next.state === old?.state) return undefined;
  const resumed = old?.state === "suspended" ? "resumed" : "approved";
  const verb = next.state === "active" ? resumed : stateVerbs[String(next.state)];
  if (!verb) return undefined;
  if (next.state_comment) return `${verb} a subscription: “${shown(next.state_comment)}”`;
  const ended = verb === "resumed" && old?.state_comment;
  return `${verb} a subscription${ended ? `, which was suspended for “${shown(ended)}”` : ""}`;
}

const importEnds: Readonly<Record<string, string>> = {
  running: ", which is still running",
  failed: ", which failed",
  stopped: ", which was stopped",
};

/** An import or its validation, with its end if that is known and not a success. */
function importWords({ after }: AuditRecord, state: string | undefined): string {
  const { dry_run: dryRun } = (after ?? {}) as Record<string, unknown>;
  const end = importEnds[state ?? ""] ?? "";
  return `${dryRun === true ? "validated a file without importing it" : "imported records"}${end}`;
}

/** An entry of the audit log as a phrase, with up to three changed members. `importState` is that of its import. */
export function auditWords(entry: AuditRecord, importState?: string): string {
  const { action, after } = entry;
  if (action === "user.create" && entry.actor === "client") return "signed up";
  if (action === "dataset.import") return importWords(entry, importState);
  const state = action === "subscription.update" && stateWords(entry);
  if (state) return state;
  const base = auditPhrases[action] ?? action.replaceAll("_", " ").replace(".", ": ");
  const made = (after ?? {}) as Record<string, unknown>;
  if (action === "subscription.bump" && typeof made.credits === "number")
    return `added ${counted(made.credits, "credit")}${made.reason ? `, “${shown(made.reason)}”` : ""}`;
  if (action === "product.publish_offer") return `published version ${shown(made.version)} of an offer`;
  const changed = changes(entry);
  if (changed.length === 0 || changed.length > 3) return base;
  const isPlain = (name: string) => typeof made[name] !== "object" || made[name] === null;
  const words = (name: string) =>
    `${name.replaceAll("_", " ")}${isPlain(name) ? ` is ${shown(made[name])}` : " changed"}`;
  return `${base}: ${changed.map(words).join(", ")}`;
}
