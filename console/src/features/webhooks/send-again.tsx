import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { choiceField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";

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

type Period = { readonly since: string; readonly state?: "failed" | "pending" };

export const sendAgain = (webhookId: string, body: Period) =>
  dataOf(api.POST("/webhooks/{webhook_id}/replay", { params: { path: { webhook_id: webhookId } }, body }));

export const sentAgain = ({ replayed }: { readonly replayed: number }): string =>
  t("{replayed, plural, one {# event} other {# events}} sent again", { replayed });

/** Sends the events of a period again, for a server that has lost or missed them. */
export const SendAgain = ({ webhookId, close }: { webhookId: string; close: () => void }) => (
  <FormDialog
    title={t("Send events again")}
    action={t("Send again")}
    busy={t("Sending")}
    close={close}
    changes={[["webhook", webhookId]]}
    above={
      <p className="muted">{t("They keep their IDs, so that your server can ignore those that it has.")}</p>
    }
    fields={{
      period: choiceField({ label: t("Period"), initial: String(24 * hourMs), options: periods }),
      state: choiceField({ label: t("Events"), options: choices }),
    }}
    send={async ({ period, state }) => {
      const since = new Date(Date.now() - Number(period)).toISOString();
      return sentAgain(await sendAgain(webhookId, state === "failed" ? { since, state } : { since }));
    }}
  />
);
