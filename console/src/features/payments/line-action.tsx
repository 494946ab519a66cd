import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { createPortal } from "react-dom";
import { useMay } from "../../api/account.ts";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Link, useSearchState } from "../../parts/router.tsx";
import { useDecision } from "../../parts/use-change.ts";
import { useDo } from "../../parts/use-do.ts";
import { PeriodActions } from "../billing/settle-period.tsx";
import { nameOf, sumOf } from "./line-words.ts";
import { MatchDialog } from "./match-dialog.tsx";
import { type Line, linesIn } from "./money-queries.ts";
import { changedByPayments } from "./payment-queries.ts";
import { RecordDialog } from "./record-dialog.tsx";

/** More of them are in Money. */
const dueMost = 5;

const outside = (dialog: ReactNode) => createPortal(dialog, document.getElementById("root")!);

/** The one action of a line. */
export function LineAction({ line }: { line: Line }) {
  const decide = useDecision(...changedByPayments);
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const { action, id, payment_id, number, reference } = line;
  if (!action || !may("payments.decide")) return null;
  const of = <span className="vh"> {t("of {name}", { name: nameOf(line) })}</span>;
  const button = (words: string, press: () => unknown) => (
    <Button look="text" onPress={press}>
      {words}
      {of}
    </Button>
  );
  const close = () => setOpen(false);
  switch (action) {
    case "record":
      return (
        <>
          {button(t("Record transfer"), () => setOpen(true))}
          {isOpen && outside(<RecordDialog given={line} close={close} />)}
        </>
      );
    case "match":
      return (
        <>
          {button(t("Match"), () => setOpen(true))}
          {isOpen && outside(<MatchDialog id={id} close={close} />)}
        </>
      );
    case "sent":
      return button(t("I have sent it"), () =>
        decide(
          dataOf(api.POST("/payments/refunds/{id}/sent", { params: { path: { id } }, body: {} })),
          t("{sum} noted as sent", { sum: sumOf({ ...line, minor: -line.minor }) }),
        ),
      );
    case "ask":
      return button(t("Ask the provider"), () =>
        decide(
          dataOf(api.POST("/payments/{id}/refresh", { params: { path: { id: payment_id! } } })),
          t("State read from the provider"),
        ),
      );
    case "close":
      return (
        <>
          {button(t("Note as done"), () => setOpen(true))}
          {isOpen && outside(<ReturnDialog line={line} close={close} />)}
        </>
      );
    case "settle":
      return <PeriodActions of={id} />;
    default:
      return (
        <Link className="btn btn-text" to={`/money/${number ?? reference}`}>
          {action === "answer" ? t("Answer dispute") : t("Decide")}
          {of}
        </Link>
      );
  }
}

/** The actions of what an account owes. */
export function DueActions({ userId }: { userId: string }) {
  const query = useQuery(linesIn({ user: userId, state: "due", page: 1, page_size: dueMost }));
  const due = query.data?.items.filter(({ action }) => action === "record" || action === "settle") ?? [];
  return due.map((line) => <LineAction key={line.id} line={line} />);
}

/** What went back of a charge whose payment is not here. It is applied by itself when the payment is. */
function ReturnDialog({ line, close }: { line: Line; close: () => void }) {
  const decide = useDecision(...changedByPayments);
  const { id, reference } = line;
  return (
    <Dialog
      title={t("{sum} of a charge without a payment", { sum: sumOf(line) })}
      action={t("Note as done")}
      act={() =>
        decide(
          dataOf(api.POST("/payments/returns/{id}/close", { params: { path: { id } } })),
          t("Noted as done"),
        )
      }
      close={close}
    >
      <p>
        <T text="Charge at the provider: {reference}" reference={<code>{reference}</code>} />
      </p>
      <p className="muted">
        {t(
          "Its payment is not here, for example since a restore. It is applied by itself as soon as the payment is here. If it does not come, decide it at the provider.",
        )}
      </p>
    </Dialog>
  );
}

/** Records a transfer of which nothing is known yet. An address opens this dialog, and the match of one transfer. */
export function RecordButton() {
  const record = useDo("record-transfer", "payments.decide");
  const { search, change } = useSearchState();
  const match = useMay()("payments.decide") && search.match;
  return (
    <>
      <Button permission="payments.decide" look="primary" onPress={record.open}>
        {t("Record transfer")}
      </Button>
      {record.isOpen && outside(<RecordDialog close={record.close} />)}
      {match && outside(<MatchDialog id={match} close={() => change({ match: "" }, true)} />)}
    </>
  );
}
