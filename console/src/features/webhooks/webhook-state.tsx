import type { Webhook } from "../../api/webhooks.ts";
import { recently } from "../../base/format.ts";
import { Mark, State } from "../../parts/outcome.tsx";

/** Active, disabled, or since when every attempt has failed. */
export function WebhookState({ webhook: { state, failing_since: since } }: { webhook: Webhook }) {
  if (state === "active" && since) return <Mark outcome="failed">Failing since {recently(since)} UTC</Mark>;
  return <State state={state} />;
}
