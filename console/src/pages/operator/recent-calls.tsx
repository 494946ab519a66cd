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
  return (
    <>
      <Section title={t("Calls, last 7 days")} aside={<Link to="/calls">{t("All calls")}</Link>}>
        <Traffic range={range} />
      </Section>
      <Section title={t("Customers")} aside={<Link to="/calls?by=customer">{t("Calls by customer")}</Link>}>
        <CustomersReport range={range} first={10} />
      </Section>
      <Section title={t("Calls by API")} aside={<Link to="/calls?by=api">{t("Calls by API")}</Link>}>
        <CallsByApi range={range} />
      </Section>
    </>
  );
}
