import { useQuery } from "@tanstack/react-query";
import { t } from "../../base/language/language.ts";
import { Head } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { taxes } from "./paper-queries.ts";
import { TaxIds } from "./tax-ids.tsx";
import { TaxesForm } from "./taxes-form.tsx";

/** Which tax buyers pay. */
export const TaxesPage = () => (
  <>
    <Head title={t("Taxes")}>
      {t("By the buyer's country and VAT ID. The first rule that fits is taken. Ask an accountant.")}
    </Head>
    <TaxIds />
    <div className="sec tight">
      <Loaded query={useQuery(taxes)} what={t("Could not load the taxes")} rows={10}>
        {(found) => <TaxesForm before={found} />}
      </Loaded>
    </div>
  </>
);
