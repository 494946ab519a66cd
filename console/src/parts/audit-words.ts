import type { AuditRecord } from "../api/client.ts";
import phrases from "../base/language/declared/audit.gen.json";
import { declaredText, type TextValue, t } from "../base/language/language.ts";

/** Phrases by the action of the audit log. */
export const auditPhrases: Readonly<Record<string, string>> = {
  "api.create": t("registered an API"),
  "api.delete": t("deleted an API"),
  "api.update": t("updated an API"),
  "dataset.import": t("imported records"),
  "dataset.rollback": t("rolled back a dataset"),
  "import.stop": t("stopped an import"),
  "inbox.put_off": t("put a row of Inbox off"),
  "ledger.check": t("ran a consistency check"),
  "note.create": t("wrote a note on a customer"),
  "note.delete": t("deleted a note on a customer"),
  "policy.update": t("updated a policy"),
  "product.create": t("created a plan"),
  "product.delete": t("deleted a plan"),
  "product.update": t("updated a plan"),
  "product_api.add": t("added an API to a plan"),
  "product_api.remove": t("removed an API from a plan"),
  "subscription.bump": t("added credits"),
  "subscription.adjust_credits": t("adjusted credits"),
  "subscription.create": t("created a subscription"),
  "subscription.delete": t("deleted a subscription"),
  "subscription.give_trial": t("gave the trial credits"),
  "subscription.list_secrets": t("viewed keys"),
  "subscription.replace_keys": t("replaced all keys"),
  "subscription.update": t("updated a subscription"),
  "subscription.replace": t("replaced a subscription"),
  "subscription.transfer": t("moved a subscription to another account"),
  "user.add_second_factor": t("turned app codes on"),
  "user.confirm_email": t("confirmed the email address"),
  "user.create": t("created a user"),
  "user.create_entry_link": t("created a link that opens the account"),
  "user.create_recovery_codes": t("created recovery codes"),
  "user.create_reset_link": t("created a reset link"),
  "user.create_token": t("created an access token"),
  "user.delete": t("deleted the user"),
  "user.end_session": t("ended a session"),
  "user.end_sessions": t("ended sessions"),
  "user.enter_from_host": t("entered the account from the host"),
  "user.keep_credentials": t("kept the credentials that events left"),
  "user.remove_second_factor": t("turned app codes off"),
  "user.replace": t("replaced the user's details"),
  "user.reset_password": t("reset the password"),
  "user.reset_second_factor": t("removed a user's second factor"),
  "user.revoke_token": t("revoked an access token"),
  "system.forget_node": t("removed a node from the list"),
  "system.request_backup": t("requested a backup"),
  "system.resume": t("resumed the service"),
  "system.rotate_master_key": t("rotated the master key"),
  "system.rotate_operator_token": t("rotated the operator token"),
  "system.rotate_signing_key": t("rotated the signing key"),
  "user.take_address_back": t("took back a changed address"),
  "user.update": t("updated the user"),
  "user.update_password": t("changed the password"),
  "user.visit": t("viewed the account as its customer"),
};

/** Those that features declare, in English. One can contain members of the entry's `after`. */
export const declaredPhrases: Readonly<Record<string, string>> = phrases;

/** A kind of change as a phrase, without what it changed; undefined for one that has no phrase. */
export const phraseOf = (action: string): string | undefined =>
  auditPhrases[action] ?? (declaredPhrases[action] && declaredText(declaredPhrases[action], {}));

/** Members of `after` that differ from `before`. */
function changes({ before, after }: AuditRecord): string[] {
  if (typeof before !== "object" || typeof after !== "object" || !before || !after) return [];
  const [old, next] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return Object.keys(next).filter(
    (name) => name !== "updated_at" && JSON.stringify(old[name]) !== JSON.stringify(next[name]),
  );
}

const shown = (value: unknown): string => (value === null ? t("empty") : String(value));

const stateChanges: Readonly<Record<string, string>> = {
  suspended: t("suspended a subscription"),
  rejected: t("rejected a subscription"),
  cancelled: t("cancelled a subscription"),
};

/** A subscription's new state with its reason, or with the reason of the suspension that it ends. */
function stateWords({ before, after }: AuditRecord): string | undefined {
  const [old, next] = [before, after].map((side) => (side ?? {}) as Record<string, unknown>);
  if (!next?.state || next.state === old?.state) return undefined;
  const isResumed = next.state === "active" && old?.state === "suspended";
  const approved = isResumed ? t("resumed a subscription") : t("approved a subscription");
  const words = next.state === "active" ? approved : stateChanges[String(next.state)];
  if (!words || next.state_comment) return words && `${words}: “${shown(next.state_comment)}”`;
  const ended = isResumed && old?.state_comment;
  return ended
    ? t("resumed a subscription, which was suspended for “{value}”", { value: shown(ended) })
    : words;
}

/** An import or its validation, with its end if that is known and not a success. */
function importWords({ after }: AuditRecord, state: string | undefined): string {
  const { dry_run: dryRun } = (after ?? {}) as Record<string, unknown>;
  return dryRun === true
    ? t(
        "validated a file without importing it{end, select, running {, which is still running} failed {, which failed} stopped {, which was stopped} other {}}",
        { end: state },
      )
    : t(
        "imported records{end, select, running {, which is still running} failed {, which failed} stopped {, which was stopped} other {}}",
        { end: state },
      );
}

/** An entry of the audit log as a phrase, with up to three changed members. `importState` is that of its import. */
export function auditWords(entry: AuditRecord, importState?: string): string {
  const { action, after } = entry;
  if (action === "user.create" && entry.actor === "client") return t("signed up");
  if (action === "dataset.import") return importWords(entry, importState);
  const state = action === "subscription.update" && stateWords(entry);
  if (state) return state;
  const made = (after ?? {}) as Record<string, unknown>;
  const declared = declaredPhrases[action];
  const words = declared && declaredText(declared, made as Record<string, TextValue>);
  if (words && declared.includes("{")) return words;
  const base = auditPhrases[action] ?? words ?? action.replaceAll("_", " ").replace(".", ": ");
  if (action === "subscription.bump" && typeof made.credits === "number")
    return t("added {credits, plural, one {# credit} other {# credits}}{reason}", {
      credits: made.credits,
      reason: made.reason ? `, “${shown(made.reason)}”` : "",
    });
  const changed = changes(entry);
  if (changed.length === 0 || changed.length > 3) return base;
  const isPlain = (name: string) => typeof made[name] !== "object" || made[name] === null;
  const wordsOf = (name: string) =>
    isPlain(name)
      ? t("{member} is {value}", { member: name.replaceAll("_", " "), value: shown(made[name]) })
      : t("{member} changed", { member: name.replaceAll("_", " ") });
  return `${base}: ${changed.map(wordsOf).join(", ")}`;
}
