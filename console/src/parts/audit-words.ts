import type { AuditRecord } from "../api/client.ts";
import { counted } from "../base/format.ts";

/** What was done, by the action that the audit log names. */
export const auditPhrases: Readonly<Record<string, string>> = {
  "api.create": "registered an API",
  "api.delete": "deleted an API",
  "api.update": "changed an API",
  "dataset.import": "imported records",
  "dataset.rollback": "went back to the records before",
  "import.stop": "stopped an import",
  "ledger.check": "compared the books",
  "policy.update": "changed a policy",
  "product.create": "created a product",
  "product.delete": "deleted a product",
  "product.update": "changed a product",
  "product_api.add": "put an API into a product",
  "product_api.remove": "took an API out of a product",
  "subscription.bump": "gave credits",
  "subscription.adjust_credits": "changed credits",
  "subscription.create": "created a subscription",
  "subscription.delete": "deleted a subscription",
  "subscription.list_secrets": "looked at the keys",
  "subscription.update": "changed a subscription",
  "subscription.replace": "replaced a subscription",
  "user.create": "created an account",
  "user.create_reset_link": "made a password link",
  "user.create_token": "created an access token",
  "user.delete": "deleted the account",
  "user.replace": "replaced the account's details",
  "user.reset_password": "chose a new password",
  "user.revoke_token": "revoked an access token",
  "user.update": "changed the account",
  "user.update_password": "changed the password",
};

/** Members of `after` that differ from `before`, by name. */
function changes({ before, after }: AuditRecord): string[] {
  if (typeof before !== "object" || typeof after !== "object" || !before || !after) return [];
  const [old, next] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return Object.keys(next).filter(
    (name) => name !== "updated_at" && JSON.stringify(old[name]) !== JSON.stringify(next[name]),
  );
}

const shown = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

/** What an entry of the audit log says, in words. */
export function auditWords(entry: AuditRecord): string {
  const { action, after } = entry;
  const base = auditPhrases[action] ?? action.replaceAll("_", " ").replace(".", ": ");
  const made = (after ?? {}) as Record<string, unknown>;
  if (action === "subscription.bump" && typeof made.credits === "number")
    return `gave ${counted(made.credits, "credit")}${made.reason ? `, “${shown(made.reason)}”` : ""}`;
  const changed = changes(entry);
  if (changed.length === 0 || changed.length > 3) return base;
  return `${base}: ${changed.map((name) => `${name.replaceAll("_", " ")} is ${shown(made[name])}`).join(", ")}`;
}
