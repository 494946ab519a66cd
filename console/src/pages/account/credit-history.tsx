import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../../api/client.ts";
import { downloadReport } from "../../api/download.ts";
import { listing } from "../../api/reading.ts";
import { count, day, moment } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { List, useOwnPaged } from "../../parts/list-page.tsx";
import type { Column } from "../../parts/table.tsx";

type Entry = Schemas["LedgerEntry"];

/** What a change of credits is named. */
export const kinds: Readonly<Record<Entry["kind"], string>> = {
  grant: t("Initial credits"),
  bump: t("Added by an operator"),
  adjust: t("Adjusted"),
  set: t("Set by an operator"),
  renewal: t("Renewal"),
  purchase: t("Purchase"),
  expire: t("Expired"),
  write_off: t("Written off after a node failure"),
  charge: t("Used"),
};

const pageSize = 20;

const signed = (change: number) => (change > 0 ? `+${count(change)}` : `−${count(-change)}`);

/** A subscription's credit history, loaded when it is opened. */
export function CreditHistory({ subscriptionId }: { subscriptionId: string }) {
  const path = `/subscriptions/${encodeURIComponent(subscriptionId)}/ledger`;
  const { paged, own } = useOwnPaged(pageSize);
  const [open, setOpen] = useState(false);
  const query = useQuery({
    ...listing(
      ["subscriptions", "ledger", subscriptionId, paged.page],
      "/subscriptions/{subscription_id}/ledger",
      { path: { subscription_id: subscriptionId }, query: paged },
    ),
    placeholderData: keepPreviousData,
    enabled: open,
  });
  return (
    <details className="datat" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("Credit history")}</summary>
      {open && (
        <>
          <List
            query={query}
            what={t("Could not load the credit history")}
            paged={own}
            caption={t("Credit history, newest first")}
            keyOf={({ id, timestamp }) => id ?? t("used until {timestamp}", { timestamp })}
            columns={columns}
          />
          {query.data && (
            <p className="actions note">
              <Button onPress={() => downloadReport(path, `${subscriptionId}-credits.csv`, {})}>
                {t("Download CSV")}
              </Button>
            </p>
          )}
        </>
      )}
    </details>
  );
}

/** What a refund, a dispute or a debt of a payment has changed is not an operator's adjustment. */
function nameOf({ kind, reason, actor, change }: Entry): string {
  if (kind !== "adjust" || actor !== "payments") return kinds[kind];
  if (reason?.startsWith("owed since")) return t("Owed since a refund");
  return change < 0 ? t("Removed by a refund") : t("Returned, since a refund failed");
}

function Event(entry: Entry) {
  const { reason, actor } = entry;
  const details = [reason && `“${reason}”`, actor && t("by {actor}", { actor })].filter(Boolean).join(", ");
  return (
    <>
      {nameOf(entry)}
      {details && (
        <span className="sub" dir="auto">
          {details}
        </span>
      )}
    </>
  );
}

const columns: readonly Column<Entry>[] = [
  { head: t("Event"), cell: Event },
  {
    head: t("Date (UTC)"),
    cell: ({ kind, timestamp }) => (kind === "charge" ? day(timestamp) : moment(timestamp)),
  },
  { head: t("Credits"), cell: ({ change }) => <b>{signed(change)}</b>, figures: true },
  {
    head: t("Balance"),
    cell: ({ balance }) => (balance === null ? t("unlimited") : count(balance)),
    figures: true,
  },
];
