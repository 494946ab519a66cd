import { useAccount } from "../api/account.ts";
import { chooseAccount } from "../api/accounts.ts";
import { useUser } from "../api/session.ts";
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
        You see <bdi>{account.name}</bdi>’s account, read only. Reason: <bdi>{account.visit_reason}</bdi>
      </p>
      <Button onPress={end} busy="Ending">
        End view
      </Button>
    </div>
  );
}
