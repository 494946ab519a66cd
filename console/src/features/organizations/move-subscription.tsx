import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount, useMay } from "../../api/account.ts";
import { api, dataOf } from "../../api/client.ts";
import { products, subscriptionsOf } from "../../api/queries.ts";
import { sessionStore } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { isLive, planName } from "../../pages/account/plan-name.ts";
import { Button } from "../../parts/button.tsx";
import { choiceField } from "../../parts/fields.tsx";
import { everything, FormDialog } from "../../parts/form-dialog.tsx";
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
  const plans = useQuery(products).data?.items ?? [];
  const query = useQuery(subscriptionsOf(accountId));
  const live = (query.data?.items ?? []).filter(isLive);
  const shown = live.length > 0;
  return (
    <FormDialog
      title={t("Move a subscription?")}
      action={t("Move subscription")}
      busy={t("Moving")}
      disabled={!shown}
      close={close}
      changes={everything}
      above={
        <>
          <p className="muted">
            <T
              text="Keys, credits and the plan move along, and later payments are of the new account. Earlier calls, invoices and statements stay with {from}. Automatic top-up is turned off."
              from={<bdi>{from}</bdi>}
            />
          </p>
          <Loaded query={query} what={t("Could not load the subscriptions")} rows={1}>
            {() => !shown && <p>{t("This account has no subscription.")}</p>}
          </Loaded>
        </>
      }
      fields={{
        id: choiceField({
          label: t("Subscription"),
          options: live.map((one) => [one.id, one.display_name || planName(one, plans)]),
          shown,
        }),
        account_id: choiceField({ label: t("To"), options: targets, shown }),
      }}
      send={async ({ id, account_id }) => {
        const params = { path: { id } };
        await dataOf(api.POST("/subscriptions/{id}/transfer", { params, body: { account_id } }));
        return t("Moved to {name}", { name: targets.find(([one]) => one === account_id)?.[1] });
      }}
    />
  );
}
