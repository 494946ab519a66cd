import { money } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { useShowAll } from "../../parts/show-all.ts";
import { type Column, Table } from "../../parts/table.tsx";

interface Cost {
  readonly name: string;
  readonly desc: string;
  readonly low: number;
  readonly high: number;
}

interface Repair {
  readonly title: string;
  readonly costs: readonly Cost[];
}

interface RepairResponse {
  readonly data: {
    readonly repair: readonly { readonly trim: string; readonly repair: readonly Repair[] }[];
  };
}

export function repairsOf(data: unknown): Repair[] {
  return [...((data as RepairResponse | null)?.data.repair[0]?.repair ?? [])];
}

const sum = (repair: Repair, end: "low" | "high") =>
  repair.costs.reduce((total, cost) => total + cost[end], 0);

/** The position of an amount on a log scale from $50 to $10,000, percent. */
function positionOf(value: number): string {
  const share = (Math.log(Math.max(value, 50)) - Math.log(50)) / (Math.log(10_000) - Math.log(50));
  return `${Math.min(100, Math.max(0, 100 * share))}%`;
}

const marks = [100, 250, 500, 1000, 2500, 5000];
const shownFirst = 12;

const columns: readonly Column<Repair>[] = [
  { head: t("Repair"), cell: (repair) => repair.title },
  { head: <Scale />, cell: (repair) => <RangeBar repair={repair} />, className: "rngc" },
  { head: t("Low"), cell: (repair) => money(sum(repair, "low")), figures: true },
  { head: t("High"), cell: (repair) => money(sum(repair, "high")), figures: true },
  { head: t("Hours"), cell: hoursOf, figures: true, className: "hrs" },
];

function hoursOf({ costs }: Repair): string {
  const labor = costs.find(({ name }) => name === "Labor");
  return labor?.desc.replace(" to ", "–").replace(" hours", "") ?? "";
}

function Scale() {
  return (
    <>
      <span className="vh">{t("Range on a log scale")}</span>
      <svg className="rng" aria-hidden="true">
        {marks.map((mark) => (
          <text key={mark} x={positionOf(mark)} y="14" textAnchor="middle">
            {mark >= 1000 ? `$${mark / 1000}k` : `$${mark}`}
          </text>
        ))}
      </svg>
    </>
  );
}

function RangeBar({ repair }: { repair: Repair }) {
  const [low, high] = [positionOf(sum(repair, "low")), positionOf(sum(repair, "high"))];
  return (
    <svg className="rng" aria-hidden="true">
      {marks.map((mark) => (
        <line key={mark} className="g" x1={positionOf(mark)} x2={positionOf(mark)} y1="0" y2="20" />
      ))}
      <line className="r" x1={low} x2={high} y1="10" y2="10" />
    </svg>
  );
}

/** Repairs with their costs, cheapest first. */
export function Repairs({ data }: { data: unknown }) {
  const [all, showAll] = useShowAll();
  const repairs = repairsOf(data).sort((a, b) => sum(a, "high") - sum(b, "high"));
  const step = Math.max(1, Math.floor(repairs.length / shownFirst));
  const shown = all ? repairs : repairs.filter((_, index) => index % step === 0).slice(0, shownFirst);
  return (
    <>
      <p className="sumup">
        {t(
          "Parts and labor before tax, low to high. Calculated from hours and U.S. rates, not from quotes. The scale is logarithmic.",
        )}
      </p>
      <Table
        wide
        className="rep"
        caption={t("Costs by repair")}
        items={shown}
        keyOf={(repair) => repair.title}
        columns={columns}
      />
      <div className="pager">
        <span>{t("{shown} of {repairs} repairs", { shown: shown.length, repairs: repairs.length })}</span>
        {!all && repairs.length > shown.length && (
          <Button onPress={showAll}>{t("Show all {repairs}", { repairs: repairs.length })}</Button>
        )}
      </div>
    </>
  );
}
