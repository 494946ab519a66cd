import { useMay } from "../../api/account.ts";
import { t } from "../../base/language/language.ts";
import { rangeOf } from "../../base/range.ts";
import { May } from "../../parts/may.tsx";
import { RangePicker } from "../../parts/range-picker.tsx";
import { Link, useSearchState } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { useNow } from "../../parts/use-now.ts";
import { RemainingNotice } from "../account/remaining-notice.tsx";
import { CallsByApi, CallsFinding } from "../usage/api-metrics-table.tsx";
import { CustomersReport } from "../usage/customers-report.tsx";
import { Traffic } from "../usage/traffic.tsx";
import { Checklist } from "./checklist.tsx";
import { PendingSubscriptions } from "./pending-subscriptions.tsx";

const refreshMs = 15_000;

/** The operator's overview of the service. */
export function OperatorOverview() {
  const { search, change } = useSearchState();
  const may = useMay();
  const range = rangeOf(search, "7d", useNow(refreshMs));
  return (
    <>
      <RemainingNotice />
      <Head
        title={may("calls.view") ? <CallsFinding range={range} period={t("in this range")} /> : t("Overview")}
        actions={
          <RangePicker range={range} pick={(picked) => change({ range: "", from: "", to: "", ...picked })} />
        }
      >
        {t("{words}, all customers.", { words: range.words })}
      </Head>
      <May permission="credits.view">
        <PendingSubscriptions />
      </May>
      <May permission="service.view">
        <Checklist />
      </May>
      <May permission="calls.view">
        <Section title={t("Traffic")} aside={<Link to="/calls">{t("Request log")}</Link>}>
          <Traffic range={range} />
        </Section>
        <Section title={t("Customers")} aside={<Link to="/calls?view=usage">{t("Reports")}</Link>}>
          <CustomersReport range={range} first={10} />
        </Section>
        <Section title={t("Calls by API")} aside={<Link to="/calls?view=usage">{t("Reports")}</Link>}>
          <CallsByApi range={range} />
        </Section>
      </May>
    </>
  );
}
