import type { Webhook } from "../../api/webhooks.ts";
import { recently } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Mark, State } from "../../parts/outcome.tsx";

/** Active, disabled, or since when every attempt has failed. */
export function WebhookState({ webhook: { state, failing_since: since } }: { webhook: Webhook }) {
  if (state === "active" && since)
    return <Mark outcome="failed">{t("Failing since {recently} UTC", { recently: recently(since) })}</Mark>;
  return <State state={state} />;
}
