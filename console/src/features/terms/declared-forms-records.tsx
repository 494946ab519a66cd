import { click } from "../../../../test/console/dom/act.ts";
import { all } from "../../../../test/console/dom/find.ts";
import type { NumberForm } from "../../../../test/console/dom/number-form.ts";
import { show } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { respond } from "../../../../test/console/dom/service.ts";
import { TermsPage } from "./terms.tsx";

async function openVersion() {
  respond("get", "/terms", []);
  await show(<TermsPage />, { as: operator() });
  await click(all("button")[0]!);
}

/** A version of an agreement. */
export const numberForms: readonly NumberForm[] = [
  { file: "features/terms/terms.tsx", fields: 0, open: openVersion },
];
