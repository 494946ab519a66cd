import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import type { Grant, Period, Plan } from "./plan-queries.ts";
import { beyondPrice, creditsLeft, openGrants } from "./plan-words.ts";
import type { ZoneDates } from "./zone-dates.ts";

interface GrantTableProps {
  readonly grants: readonly Grant[];
  readonly periods: readonly Period[];
  readonly overage: Plan["overage"];
  readonly dates: ZoneDates;
  nameOf(productId: string): string;
}

interface Row {
  readonly grant: Grant;
  readonly source: string;
  readonly note?: string;
  readonly paid: string;
  /** Whether its credits are not counted as left. */
  readonly isBeyond?: boolean;
}

/** One bar of all credits, then the grants in the order in which they are spent. */
export function GrantTable({ grants, periods, overage, dates, nameOf }: GrantTableProps) {
  const open = openGrants(grants);
  const beyond = grants.find(({ source, state }) => source === "overage" && state === "open");
  const rows: readonly Row[] = [
    ...open.map((grant) => rowOf(grant, periods, dates, nameOf)),
    ...(beyond && overage && beyond.left > 0
      ? [
          {
            grant: beyond,
            source: t("Beyond credits, your cap"),
            note: t("not counted as left"),
            paid: t("after, {beyondPrice}", { beyondPrice: beyondPrice(overage) }),
            isBeyond: true,
          },
        ]
      : []),
  ];
  const left = creditsLeft(grants);
  if (rows.length === 0) return <p className="muted">{t("No credits left. Calls return 402.")}</p>;
  return (
    <>
      <SpentBar rows={rows} left={left} />
      <p className="orderkey">
        <span>{t("Spent first")}</span>
        {rows.at(-1)?.isBeyond && <span>{t("Dashed: beyond credits, paid after")}</span>}
      </p>
      <table className="t stack grants">
        <caption className="vh">{t("Credits in the order they are spent")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Order")}</th>
            <th scope="col">{t("Source")}</th>
            <th scope="col" className="num">
              {t("Left")}
            </th>
            <th scope="col" className="num">
              {t("Of")}
            </th>
            <th scope="col">{t("Expires")}</th>
            <th scope="col" className="num">
              {t("Paid")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ grant, source, note, paid, isBeyond }, index) => (
            <tr key={grant.id} className={isBeyond ? "over" : undefined}>
              <td className="n">{index + 1}</td>
              <th scope="row">
                {source}
                {note && <span className="sub">{note}</span>}
              </th>
              <td className="num" data-l={t("left")}>
                {count(grant.left)}
              </td>
              <td className="num" data-l={t("of")}>
                {count(grant.credits)}
              </td>
              <td data-l={t("expires")}>{grant.expires_at ? dates.day(grant.expires_at) : t("never")}</td>
              <td className="num" data-l={t("paid")}>
                {paid}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td className="n" />
            <th scope="row">{t("Credits left")}</th>
            <td className="num">{count(left)}</td>
            <td colSpan={3} />
          </tr>
        </tfoot>
      </table>
    </>
  );
}

const sourceNames: Readonly<Record<Exclude<Grant["source"], "period">, string>> = {
  trial: t("Initial credits"),
  grant: t("Added by the operator"),
  purchase: t("Package"),
  overage: t("Beyond credits"),
  write_off: t("Written off after a node failure"),
};

function rowOf(
  grant: Grant,
  periods: readonly Period[],
  dates: ZoneDates,
  nameOf: (productId: string) => string,
): Row {
  if (grant.source !== "period")
    return {
      grant,
      source: sourceNames[grant.source],
      paid: grant.source === "purchase" ? t("paid") : t("free"),
    };
  const period = periods.find(({ number }) => number === grant.period);
  if (!period) return { grant, source: t("An earlier period"), paid: t("paid") };
  const { product_id, starts_at, ends_at, price_minor, currency, state } = period;
  const isOver = ends_at !== null && Date.parse(ends_at) <= Date.now();
  const named = `${nameOf(product_id)}, ${dates.span(starts_at, ends_at)}`;
  return {
    grant,
    source: isOver ? t("{period}, carried over", { period: named }) : named,
    paid:
      state === "paid"
        ? price(price_minor, currency)
        : t("{price}, unpaid", { price: price(price_minor, currency) }),
  };
}

/** Percent of the width between two grants. */
const gap = 0.4;

function SpentBar({ rows, left }: { rows: readonly Row[]; left: number }) {
  const whole = rows.reduce((sum, { grant }) => sum + grant.left, 0);
  const room = 100 - gap * (rows.length - 1);
  const beyond = rows.find(({ isBeyond }) => isBeyond);
  const own = rows.length - (beyond ? 1 : 0);
  const label = t(
    "{left, plural, one {# credit} other {# credits}} in {own, plural, one {# grant} other {# grants}}{beyond, plural, =0 {} other {, then # beyond credits}}",
    { left, own, beyond: beyond?.grant.left ?? 0 },
  );
  let from = 0;
  return (
    <svg className="stackbar" role="img" aria-label={label}>
      {rows.map(({ grant, isBeyond }, index) => {
        const width = (grant.left / whole) * room;
        const x = from;
        from += width + gap;
        return (
          <rect
            key={grant.id}
            className={isBeyond ? "over" : index === 0 ? "g first" : "g"}
            x={`${x.toFixed(2)}%`}
            y={isBeyond ? 0.5 : 0}
            width={`${width.toFixed(2)}%`}
            height={isBeyond ? 13 : 14}
            rx="2"
          />
        );
      })}
    </svg>
  );
}
