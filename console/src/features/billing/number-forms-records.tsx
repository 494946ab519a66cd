import { grants, plan } from "../../../../test/console/dom/billing-records.ts";
import { euros, large, type NumberForm } from "../../../../test/console/dom/number-form.ts";
import { show } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { t } from "../../base/language/language.ts";
import { CapForm } from "./cap-form.tsx";
import { datesIn } from "./zone-dates.ts";

const { overage, ...rest } = plan();

/** The cap beyond credits. */
export const numberForms: readonly NumberForm[] = [
  {
    file: "features/billing/cap-form.tsx",
    fields: 1,
    money: [t("Cap per period ({currency})", euros)],
    open: () => {
      const wide = { ...overage!, cap_max: large };
      const shown = (
        <CapForm plan={{ ...rest, overage }} overage={wide} grants={grants} dates={datesIn("UTC")} />
      );
      return show(shown, { as: user() });
    },
  },
];
