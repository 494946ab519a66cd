import { useAccount } from "../api/account.ts";
import { chooseAccount } from "../api/accounts.ts";
import { useUser } from "../api/session.ts";
import { t } from "../base/language/language.ts";
import { T } from "../base/language/rich-text.tsx";
import { showToast } from "../base/toast.ts";
import { Button } from "../parts/button.tsx";

/** Above every page while an operator sees the account of a customer. */
export function VisitNotice() {
  const { id } = useUser();
  const { account } = useAccount();
  if (!account?.is_visit) return null;
  const end = () => chooseAccount(id).catch((error: Error) => showToast(error.message));
  return (
    <div className="notice visit" role="status">
      <p>
        <T
          text="You see {name}’s account, read only. Reason: {visitReason}"
          name={<bdi>{account.name}</bdi>}
          visitReason={<bdi>{account.visit_reason}</bdi>}
        />
      </p>
      <Button onPress={end} busy={t("Ending")}>
        {t("End view")}
      </Button>
    </div>
  );
}
