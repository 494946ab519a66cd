import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMay } from "../../api/account.ts";
import { type MoneySums, moneySums, monthSums, totalsOf } from "../../api/money.ts";
import { callsByTime, callTimes } from "../../api/reports.ts";
import { clock, count, share } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { type Range, startOfToday } from "../../base/range.ts";
import { inZone } from "../../base/zone.ts";
import { Figures } from "../../parts/facts.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Unknown } from "../../parts/table.tsx";
import { zoneName } from "../../parts/time.tsx";
import { useNow } from "../../parts/use-now.ts";

const refreshMs = 60_000;
const dayMs = 86_400_000;

type Figure = readonly [name: string, value: ReactNode, note?: string];

/** Today so far, in the reader's zone: what was called and what was earned. */
export function Today() {
  const may = useMay();
  const now = useNow(refreshMs);
  const [calls, times] = useCalls(now, may("calls.view"));
  const money = useMoney(now, may("papers.view"));
  const figures = [calls, ...money, times].filter((one) => one !== undefined);
  if (figures.length === 0) return null;
  return (
    <Section
      title={t("Today")}
      aside={
        <>
          {may("calls.view") && <Link to="/calls?by=customer">{t("Calls by customer")}</Link>}
          {may("calls.view") && may("papers.view") && " · "}
          {may("papers.view") && <Link to="/money">{t("Money")}</Link>}
        </>
      }
      note={t("00:00 to {time}, {zone}.", { time: clock(inZone(new Date(now)), false), zone: zoneName() })}
    >
      <Figures figures={figures} className="figs lead-figs" />
    </Section>
  );
}

const rangeOf = (from: Date, to: number): Range => ({ from, to: new Date(to), words: "" });

/** Their number, and how long the slowest take. */
function useCalls(now: number, enabled: boolean): readonly [Figure?, Figure?] {
  const today = useQuery({ ...callsByTime(rangeOf(startOfToday(now), now), "hour"), enabled }).data?.buckets;
  const before = useQuery({
    ...callsByTime(rangeOf(startOfToday(now, 1), now - dayMs), "hour"),
    enabled,
  }).data?.buckets;
  const times = useQuery({ ...callTimes, enabled }).data;
  if (!enabled) return [];
  const sum = (buckets: typeof today, member: "total" | "fault") =>
    buckets?.reduce((all, one) => all + one[member], 0);
  const [calls, faults, yesterday] = [sum(today, "total"), sum(today, "fault"), sum(before, "total")];
  const failed =
    faults === 0 || !calls
      ? t("none failed with 5xx")
      : t("{share} failed with 5xx", { share: share(faults ?? 0, calls) });
  return [
    [
      t("Calls"),
      calls === undefined ? <Unknown /> : count(calls),
      calls === undefined || yesterday === undefined
        ? undefined
        : `${failed} · ${t("{yesterday} yesterday by now", { yesterday: count(yesterday) })}`,
    ],
    [
      t("Slowest 1%"),
      times?.api_time ? (
        t("{milliseconds} ms", { milliseconds: count(Math.round(times.api_time.p99)) })
      ) : (
        <Unknown />
      ),
      times &&
        (times.calls === 0 ? t("no calls") : t("of the last {calls} calls", { calls: count(times.calls) })),
    ],
  ];
}

const sumsOf = (sums: MoneySums, ...states: Parameters<typeof totalsOf>[1]): string =>
  totalsOf(sums, states).join(" + ") || "0";

/** What arrived, less what went back, and what is due. */
function useMoney(now: number, enabled: boolean): readonly Figure[] {
  const today = useQuery({ ...moneySums({ from: startOfToday(now).toISOString() }), enabled }).data;
  const month = useQuery({ ...monthSums(now), enabled }).data;
  if (!enabled) return [];
  const due = today?.filter(({ state }) => state === "due").reduce((all, { lines }) => all + lines, 0);
  return [
    [
      t("Received"),
      today ? sumsOf(today, "paid", "refunded") : <Unknown />,
      month && t("This month: {sum}", { sum: sumsOf(month, "paid", "refunded") }),
    ],
    [
      t("Due"),
      today ? sumsOf(today, "due") : <Unknown />,
      due === undefined ? undefined : t("{due, plural, one {# payment} other {# payments}}", { due }),
    ],
  ];
}
