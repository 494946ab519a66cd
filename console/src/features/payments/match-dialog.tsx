import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { Dialog } from "../../parts/dialog.tsx";
import type { MatchPart } from "../../parts/page-parts.ts";
import { useDecision } from "../../parts/use-change.ts";
import { sumOf } from "./line-words.ts";
import { changedByPayments, unmatchedTransfers } from "./payment-queries.ts";
import { RecordDialog } from "./record-dialog.tsx";

/** Matches a transfer, as the service proposes, or notes that it went back to its sender. */
export function MatchDialog({ id, close }: MatchPart) {
  const decide = useDecision(...changedByPayments);
  const [isReturning, setReturning] = useState(false);
  const transfer = useQuery(unmatchedTransfers).data?.items.find((one) => one.id === id);
  if (!transfer) return null;
  const isOfCard = transfer.provider !== "manual";
  if (!isReturning && !isOfCard)
    return <RecordDialog transfer={transfer} giveBack={() => setReturning(true)} close={close} />;
  const sum = sumOf(transfer);
  return (
    <Dialog
      title={t("Return {sum}?", { sum })}
      action={t("Note as returned")}
      act={() =>
        decide(
          dataOf(api.POST("/payments/transfers/{id}/return", { params: { path: { id } } })),
          t("{sum} noted as returned", { sum }),
        )
      }
      close={close}
    >
      {isOfCard && <p>{t("It was paid by card for another payment. Return it at the provider.")}</p>}
      <p>{t("This notes that you have returned it, in the bank or at the provider. It moves no money.")}</p>
      <p className="muted">{t("This cannot be undone.")}</p>
    </Dialog>
  );
}
