import { useQuery } from "@tanstack/react-query";
import { count, listed } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { Link } from "../../parts/router.tsx";
import { Head } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { offers } from "../offers/offer-queries.ts";
import { type Period, periodsIn } from "./plan-queries.ts";
import { DuePeriods, LapsedPeriods, UnpaidPeriods } from "./renewal-tables.tsx";

/** The most periods that the sum of the heading is made of. */
const summed = { page: 1, page_size: 1000 };

/** What is unpaid, has lapsed or is due, of all customers. */
export function Renewals() {
  const sold = useQuery(offers);
  const unpaid = useQuery(periodsIn("unpaid", summed));
  const lapsed = useQuery(periodsIn("lapsed", { page: 1, page_size: 1 }));
  const due = useQuery(periodsIn("due", { page: 1, page_size: 1 }));
  const all = [sold, unpaid, lapsed, due];
  const data = sold.data &&
    unpaid.data &&
    lapsed.data &&
    due.data && { offers: sold.data, unpaid: unpaid.data, lapsed: lapsed.data.total, due: due.data.total };
  const query = {
    data,
    error: all.find(({ error }) => error)?.error,
    refetch: () => Promise.all(all.map((one) => one.refetch())),
  };
  return (
    <Loaded query={query} what={t("Could not load the renewals")} rows={8}>
      {({ offers: { items }, unpaid: { items: open, total }, lapsed, due }) => {
        const isSold = items.some(({ price_minor, on_sale }) => on_sale && price_minor > 0);
        if (!isSold && total + lapsed + due === 0) return <NothingSold />;
        return (
          <>
            <Head title={heading(open, total, lapsed)}>
              {t(
                "{due, plural, one {# renewal} other {# renewals}} due. A period is entered, and due, one day before it starts. Times are in UTC; periods start in the zone of their customer.",
                { due },
              )}
            </Head>
            <UnpaidPeriods total={total} />
            {lapsed > 0 && <LapsedPeriods total={lapsed} />}
            <DuePeriods total={due} />
          </>
        );
      }}
    </Loaded>
  );
}

/** `3 periods unpaid, €517.00 without VAT. 1 lapsed`. */
function heading(open: readonly Period[], total: number, lapsed: number): string {
  if (total === 0)
    return lapsed === 0
      ? t("No period is unpaid")
      : t("No period is unpaid. {lapsed} lapsed", { lapsed: count(lapsed) });
  const sums = Map.groupBy(open, ({ currency }) => currency)
    .entries()
    .map(([currency, some]) =>
      price(
        some.reduce((sum, { price_minor }) => sum + BigInt(price_minor), 0n),
        currency,
      ),
    );
  return t(
    "{total, plural, one {# period} other {# periods}} unpaid{sums, select, none {} other {, {sums} without VAT}}{lapsed, plural, =0 {} other {. # lapsed}}",
    { total, sums: open.length === total ? listed([...sums]) : "none", lapsed },
  );
}

function NothingSold() {
  const create = (
    <Link className="btn btn-primary" to="/plans?view=prices">
      {t("Create an offer")}
    </Link>
  );
  return (
    <>
      <Head title={t("No renewals yet")}>
        {t("Renewals begin with the first offer that is sold per month or year.")}
      </Head>
      <div className="sec">
        <Empty title={t("No offer has a price")} action={create}>
          {t("Give a plan a price, and customers can subscribe on the public price page.")}
        </Empty>
      </div>
    </>
  );
}
