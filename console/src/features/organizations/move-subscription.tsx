import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount, useMay } from "../../api/account.ts";
import { api, dataOf } from "../../api/client.ts";
import { products, subscriptionsOf } from "../../api/queries.ts";
import { sessionStore } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { showToast } from "../../base/toast.ts";
import { isLive, planName } from "../../pages/account/plan-name.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Select } from "../../parts/field.tsx";
import { Loaded } from "../../parts/states.tsx";

/** A button that moves a subscription of this account to another one of its owner. */
export function MoveSubscription() {
  const { id } = useAccount();
  const may = useMay();
  const [open, setOpen] = useState(false);
  const accounts = sessionStore.use()?.accounts ?? [];
  const others = accounts.filter((one) => one.id !== id && one.member_role === "owner");
  if (others.length === 0 || !may("account.change")) return null;
  return (
    <>
      <Button permission="account.change" onPress={() => setOpen(true)}>
        {t("Move subscription")}
      </Button>
      {open && (
        <Move
          from={accounts.find((one) => one.id === id)?.name ?? ""}
          accountId={id}
          targets={others.map((one) => [one.id, one.name])}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface MoveProps {
  readonly from: string;
  readonly accountId: string;
  readonly targets: readonly (readonly [string, string])[];
  close(): void;
}

function Move({ from, accountId, targets, close }: MoveProps) {
  const queries = useQueryClient();
  const plans = useQuery(products).data?.items ?? [];
  const query = useQuery(subscriptionsOf(accountId));
  const [chosen, setChosen] = useState<string>();
  const [target, setTarget] = useState(targets[0]?.[0] ?? "");
  const live = (query.data?.items ?? []).filter(isLive);
  const id = chosen ?? live[0]?.id;
  const move = async () => {
    if (id === undefined) return;
    const params = { path: { id } };
    await dataOf(api.POST("/subscriptions/{id}/transfer", { params, body: { account_id: target } }));
    await queries.invalidateQueries();
    showToast(t("Moved to {name}", { name: targets.find(([one]) => one === target)?.[1] }));
  };
  return (
    <Dialog
      title={t("Move a subscription?")}
      action={t("Move subscription")}
      busy={t("Moving")}
      act={move}
      disabled={id === undefined}
      close={close}
    >
      <p className="muted">
        <T
          text="Keys, credits and the plan move along, and later payments are of the new account. Earlier calls, invoices and statements stay with {from}. Automatic top-up is turned off."
          from={<bdi>{from}</bdi>}
        />
      </p>
      <Loaded query={query} what={t("Could not load the subscriptions")} rows={1}>
        {() =>
          live.length === 0 ? (
            <p>{t("This account has no subscription.")}</p>
          ) : (
            <>
              <Select
                label={t("Subscription")}
                value={id}
                change={setChosen}
                options={live.map((one) => [one.id, one.display_name || planName(one, plans)])}
              />
              <Select label={t("To")} value={target} change={setTarget} options={targets} />
            </>
          )
        }
      </Loaded>
    </Dialog>
  );
}
