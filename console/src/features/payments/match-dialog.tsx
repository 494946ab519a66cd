import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { useModal } from "../../parts/dialog.tsx";
import type { MatchPart } from "../../parts/page-parts.ts";
import { Loaded } from "../../parts/states.tsx";
import { unmatchedTransfers } from "./payment-queries.ts";
import { UnmatchedTransfer } from "./unmatched-transfer.tsx";

/** One transfer without a payment, over the page that lists it. It closes when it is matched or returned. */
export function MatchDialog({ id, close }: MatchPart) {
  const dialog = useRef<HTMLDialogElement>(null);
  const query = useQuery(unmatchedTransfers);
  const transfer = query.data?.items.find((one) => one.id === id);
  const isGone = query.data !== undefined && !query.isFetching && transfer === undefined;
  useModal(dialog);
  useEffect(() => {
    if (isGone) close();
  }, [isGone]);
  return (
    <dialog
      ref={dialog}
      className="dlg dlg-wide"
      aria-label={t("Match a transfer")}
      onClose={close}
      onCancel={close}
    >
      <Loaded query={query} what={t("Could not load the payments")}>
        {() => transfer && <UnmatchedTransfer transfer={transfer} />}
      </Loaded>
      <p className="actions note">
        <Button onPress={close}>{t("Close")}</Button>
      </p>
    </dialog>
  );
}
