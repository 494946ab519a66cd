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
  "ledger.check": "ran a consistency check",
  "product.publish_offer": "published an offer",
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
  "user.create": "created a user",
  "user.create_reset_link": "created a reset link",
  "user.create_token": "created an access token",
  "user.delete": "deleted the user",
  "user.replace": "replaced the user's details",
  "user.reset_password": "reset the password",
  "user.revoke_token": "revoked an access token",
  "system.forget_node": "removed a node from the list",
  "system.request_backup": "requested a backup",
  "system.rotate_master_key": "rotated the master key",
  "system.rotate_operator_token": "rotated the operator token",
  "system.rotate_signing_key": "rotated the signing key",
  "system.rotate_proof_key": "rotated the key that signs statements",
  "user.update": "updated the user",
  "user.update_password": "changed the password",
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
