import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Select } from "../../parts/field.tsx";

const hourMs = 3_600_000;
const periods = [
  [String(hourMs), t("Last hour")],
  [String(24 * hourMs), t("Last 24 hours")],
  [String(7 * 24 * hourMs), t("Last 7 days")],
] as const;

const choices = [
  ["failed", t("Failed events")],
  ["", t("All events")],
] as const;

/** Sends the events of a period again, for a server that has lost or missed them. */
export function SendAgain({ webhookId, close }: { webhookId: string; close: () => void }) {
  const queries = useQueryClient();
  const [period, setPeriod] = useState<string>(periods[1][0]);
  const [state, setState] = useState<string>("failed");
  const send = async () => {
    const since = new Date(Date.now() - Number(period)).toISOString();
    const { replayed } = await dataOf(
      api.POST("/webhooks/{webhook_id}/replay", {
        params: { path: { webhook_id: webhookId } },
        body: state === "failed" ? { since, state } : { since },
      }),
    );
    await queries.invalidateQueries({ queryKey: ["webhook", webhookId] });
    showToast(t("{replayed, plural, one {# event} other {# events}} sent again", { replayed }));
  };
  return (
    <Dialog
      title={t("Send events again")}
      action={t("Send again")}
      busy={t("Sending")}
      act={send}
      close={close}
    >
      <p className="muted">{t("They keep their IDs, so that your server can ignore those that it has.")}</p>
      <Select label={t("Period")} value={period} change={setPeriod} options={periods} />
      <Select label={t("Events")} value={state} change={setState} options={choices} />
    </Dialog>
  );
}
