import { press } from "../../../../test/console/dom/act.ts";
import type { NumberForm } from "../../../../test/console/dom/number-form.ts";
import { show } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { respond } from "../../../../test/console/dom/service.ts";
import { t } from "../../base/language/language.ts";
import { Assistants } from "./assistants.tsx";
import { Connect } from "./connect.tsx";

const assistant = {
  id: "a1",
  name: "Desk Assistant",
  host: "desk.example",
  subscription_id: "s1",
  subscription_name: "Lot intake",
  account: "Acme Fleet",
  credits_per_day: 12_000,
  credits_today: 12,
  credits_this_month: 318,
  connected_at: "2026-11-09T08:00:00Z",
  last_used_at: null,
};

async function openLimit() {
  respond("get", "/users/{id}/assistants", [assistant]);
  await show(<Assistants />, { as: user() });
  await press(t("Edit limit<span> of {name}</span>", { name: assistant.name }));
}

async function openConnect() {
  respond("get", "/assistants/request", {
    name: "Desk Assistant",
    host: "desk.example",
    redirect_uri: "https://desk.example/oauth/callback",
    fault: null,
    subscriptions: [
      { id: "s1", name: "Lot", plan: null, account: "Ada", credits_remaining: null, credits_per_day: 1500 },
    ],
  });
  await show(<Connect />, { as: user(), at: "/connect?request=abc" });
}

/** Limits of assistants. */
export const numberForms: readonly NumberForm[] = [
  { file: "features/connectors/connect.tsx", fields: 1, open: openConnect },
  { file: "features/connectors/assistants.tsx", fields: 1, open: openLimit },
];
