import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { type Permission, useMay } from "../../api/account.ts";
import { api, dataOf } from "../../api/client.ts";
import { type InboxRow, inbox } from "../../api/inbox.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { Button } from "../../parts/button.tsx";
import { everything } from "../../parts/form-dialog.tsx";
import { pageParts } from "../../parts/page-parts.ts";
import { Link } from "../../parts/router.tsx";
import { useDecision } from "../../parts/use-change.ts";
import { actionText, pageOf } from "./inbox-words.ts";
import { useDelayed } from "./use-delayed.ts";

interface ActionProps {
  readonly row: InboxRow;
  readonly look: "primary" | undefined;
}

const idOf = ({ action: { object } }: InboxRow): string => object?.split("/").at(-1) ?? "";

const sumOf = ({ cost }: InboxRow): string => (cost ? price(cost.minor, cost.currency) : "");

/** What a role needs for an action; a role without it can look. */
const permissions: Readonly<Record<string, Permission>> = {
  match_equal: "payments.decide",
  match: "payments.decide",
  approve: "subscriptions.change",
  refund_sent: "payments.decide",
  back_up: "service.change",
};

/** The one thing that is done about a row: where it needs no choice, one press does it. */
export function RowAction({ row, look }: ActionProps) {
  const { code } = row.action;
  const path = { id: idOf(row) };
  const isPermitted = useMay()(permissions[code]);
  if (!isPermitted) return <Opening row={row} look={look} />;
  if (code === "match_equal") return <MatchEqual row={row} look={look} />;
  if (code === "match") return <Match row={row} look={look} />;
  if (code === "approve" && row.kind === "approval")
    return (
      <OnePress
        look={look}
        label={t("Approve {subscription}", { subscription: String(row.values.subscription) })}
        done={t("Approved")}
        send={() =>
          dataOf(
            api.PATCH("/subscriptions/{subscription_id}", {
              params: { path: { subscription_id: path.id } },
              body: { state: "active" },
            }),
          )
        }
      />
    );
  if (code === "refund_sent")
    return (
      <OnePress
        look={look}
        label={t("I have sent it")}
        done={t("{sum} noted as sent", { sum: sumOf(row) })}
        send={() => dataOf(api.POST("/payments/refunds/{id}/sent", { params: { path }, body: {} }))}
      />
    );
  if (code === "back_up")
    return (
      <OnePress
        look={look}
        label={t("Back up now")}
        done={t("A backup begins within a minute.")}
        send={() => dataOf(api.POST("/system/backup"))}
      />
    );
  return <Opening row={row} look={look} />;
}

const Opening = ({ row, look }: ActionProps) => (
  <Link className={look ? `btn btn-${look}` : "btn"} to={pageOf(row)}>
    {actionText(row)}
  </Link>
);

interface OnePressProps extends Pick<ActionProps, "look"> {
  readonly label: string;
  readonly done: string;
  send(): Promise<unknown>;
}

function OnePress({ look, label, done, send }: OnePressProps) {
  const decided = useDecision(...everything);
  return (
    <Button look={look} onPress={() => decided(send(), done)}>
      {label}
    </Button>
  );
}

/** A transfer whose payment is certain: it can be undone for ten seconds, before invoice and mail. */
function MatchEqual({ row, look }: ActionProps) {
  const decided = useDecision(...everything);
  const sum = sumOf(row);
  const send = (isLeaving: boolean) =>
    dataOf(
      api.POST("/payments/transfers/{id}/match", {
        params: { path: { id: idOf(row) } },
        body: { payment_id: String(row.values.payment) },
        ...(isLeaving && { keepalive: true }),
      }),
    );
  const { left, start, undo } = useDelayed((isLeaving) =>
    decided(send(isLeaving), t("{sum} matched", { sum })),
  );
  if (left === undefined)
    return (
      <Button look={look} onPress={start}>
        {t("Record {sum}", { sum })}
      </Button>
    );
  return (
    <>
      <span className="muted" aria-live="off">
        {t("Recorded in {left} s", { left })}
      </span>
      <span className="vh" role="status">
        {t("Recorded in 10 seconds, unless you undo it.")}
      </span>
      <Button onPress={undo} autoFocus>
        {t("Undo")}
      </Button>
    </>
  );
}

/** A transfer for which a payment is chosen in a dialog of the feature that has payments. */
function Match({ row, look }: ActionProps) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    void queries.invalidateQueries({ queryKey: inbox.queryKey });
  };
  return (
    <>
      <Button look={look} onPress={() => setOpen(true)}>
        {t("Match {sum}", { sum: sumOf(row) })}
      </Button>
      {isOpen && (
        <Suspense>
          {pageParts().flatMap(({ matchTransfer: Part }) =>
            Part ? [<Part key={row.id} id={idOf(row)} close={close} />] : [],
          )}
        </Suspense>
      )}
    </>
  );
}
