import { chooseAccount } from "../api/accounts.ts";
import { sessionStore } from "../api/session.ts";
import { t } from "../base/language/language.ts";
import { showToast } from "../base/toast.ts";
import { Select } from "../parts/field.tsx";

/** Chooses the account that the session acts for, if there is more than one. */
export function AccountChoice() {
  const accounts = sessionStore.use()?.accounts ?? [];
  if (accounts.length < 2) return null;
  const personal = (name: string, kind: string, own: boolean) =>
    kind === "person" && own ? t("{name} (personal)", { name }) : name;
  return (
    <div className="acct">
      <Select
        label={t("Account")}
        value={accounts.find(({ is_chosen }) => is_chosen)?.id}
        change={(id) => chooseAccount(id).catch((error: Error) => showToast(error.message))}
        options={accounts.map(({ id, name, kind, is_visit }) => [id, personal(name, kind, !is_visit)])}
      />
    </div>
  );
}
