import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { May } from "../../parts/may.tsx";
import { NotSold } from "../../parts/not-sold.tsx";
import type { PlanPart } from "../../parts/page-parts.ts";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { hidden, Table } from "../../parts/table.tsx";
import { useSums } from "../../parts/use-sums.ts";
import { packageColumns } from "../offers/package-columns.ts";
import { useIsTaken } from "./payment-queries.ts";
import { searchOf } from "./wanted.ts";

/** The packages of a plan, each with its price on its button. */
export function Packages({ plan }: PlanPart) {
  const isTaken = useIsTaken(plan);
  const sums = useSums();
  const { offer, packages, subscription_id, state } = plan;
  if (!offer || !isTaken || packages.length === 0 || state === "ended") return null;
  const { currency } = offer;
  return (
    <Section id="packages" title={t("Add credits")} note={t("What expires first is spent first.")}>
      <Table
        caption={t("Packages")}
        items={packages}
        keyOf={({ id }) => id}
        columns={[
          ...packageColumns(currency),
          {
            head: hidden(t("Action")),
            cell: (one) =>
              plan.not_sold === null ? (
                <May permission="plans.change">
                  <Link
                    className="btn"
                    to="/buy"
                    search={searchOf({ subscription_id, kind: "package", package_id: one.id })}
                  >
                    {t("Buy {credits} credits ({price})", {
                      credits: count(one.credits),
                      price: sums.button(one.price_minor, currency),
                    })}
                  </Link>
                </May>
              ) : (
                <NotSold />
              ),
            className: "num",
          },
        ]}
      />
    </Section>
  );
}
