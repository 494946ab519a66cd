import { press } from "../../../../test/console/dom/act.ts";
import type { NumberForm } from "../../../../test/console/dom/number-form.ts";
import { show } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { respond } from "../../../../test/console/dom/service.ts";
import { t } from "../../base/language/language.ts";
import { Passkeys } from "./passkeys.tsx";

async function openRename() {
  const times = { created_at: "2026-09-12T08:00:00Z", last_used_at: null };
  respond("get", "/users/{id}/passkeys", [{ id: "p1", name: "Laptop", ...times }]);
  await show(<Passkeys />, { as: user() });
  await press(t("Rename{name}", { name: " Laptop" }));
}

/** The name of a passkey. */
export const numberForms: readonly NumberForm[] = [
  { file: "features/passkeys/passkeys.tsx", fields: 0, open: openRename },
];
