import { t } from "../../base/language/language.ts";
import { rangeOf } from "../../base/range.ts";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { useNow } from "../../parts/use-now.ts";
import { CallsByApi } from "../usage/api-metrics-table.tsx";
import { CustomersReport } from "../usage/customers-report.tsx";
import { Traffic } from "../usage/traffic.tsx";

const refreshMs = 15_000;

/** The calls of all customers in the last days. */
export function RecentCalls() {
  const range = rangeOf({}, "7d", useNow(refreshMs));
  const reports = <Link to="/calls?view=usage">{t("Reports")}</Link>;
  return (
    <>
      <Section title={t("Calls, last 7 days")} aside={<Link to="/calls">{t("Request log")}</Link>}>
        <Traffic range={range} />
      </Section>
      <Section title={t("Customers")} aside={reports}>
        <CustomersReport range={range} first={10} />
      </Section>
      <Section title={t("Calls by API")} aside={reports}>
        <CallsByApi range={range} />
      </Section>
    </>
  );
}
