import { useState } from "react";
import { money } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";

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

export interface RepairAnswer {
  readonly data: {
    readonly repair: readonly { readonly trim: string; readonly repair: readonly Repair[] }[];
  };
}

export function repairsOf(data: unknown): Repair[] {
  return [...((data as RepairAnswer | null)?.data.repair[0]?.repair ?? [])];
}

const sum = (repair: Repair, end: "low" | "high") =>
  repair.costs.reduce((total, cost) => total + cost[end], 0);

/** Where an amount stands on a log scale from $50 to $10,000, in percent. */
function place(value: number): number {
  const share = (Math.log(Math.max(value, 50)) - Math.log(50)) / (Math.log(10_000) - Math.log(50));
  return Math.min(100, Math.max(0, 100 * share));
}

const marks = [100, 250, 500, 1000, 2500, 5000];
const shownFirst = 12;

/** Repairs as ranges from low to high, cheapest first. */
export function Repairs({ data }: { readonly data: unknown }) {
  const [all, setAll] = useState(false);
  const repairs = repairsOf(data).sort((a, b) => sum(a, "high") - sum(b, "high"));
  const step = Math.max(1, Math.floor(repairs.length / shownFirst));
  const shown = all ? repairs : repairs.filter((_, index) => index % step === 0).slice(0, shownFirst);
  return (
    <>
      <p className="sumup">
        Parts and labor, low to high, before tax. Computed from a table of hours and U.S. rates, not from
        quotes. Each step of the scale is about twice the last.
      </p>
      <table className="t rep">
        <caption className="vh">Repairs and what they cost</caption>
        <thead>
          <tr>
            <th scope="col">Repair</th>
            <th scope="col" className="rngh" aria-label="Range on a log scale">
              <svg className="rng" aria-hidden="true">
                {marks.map((mark) => (
                  <text key={mark} x={`${place(mark)}%`} y="14" textAnchor="middle">
                    {mark >= 1000 ? `$${mark / 1000}k` : `$${mark}`}
                  </text>
                ))}
              </svg>
            </th>
            <th scope="col" className="num">
              Low
            </th>
            <th scope="col" className="num">
              High
            </th>
            <th scope="col" className="num hrs">
              Hours
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((repair) => (
            <tr key={repair.title}>
              <th scope="row">{repair.title}</th>
              <td className="rngc">
                <svg className="rng" aria-hidden="true">
                  {marks.map((mark) => (
                    <line
                      key={mark}
                      className="g"
                      x1={`${place(mark)}%`}
                      x2={`${place(mark)}%`}
                      y1="0"
                      y2="20"
                    />
                  ))}
                  <line
                    className="r"
                    x1={`${place(sum(repair, "low"))}%`}
                    x2={`${place(sum(repair, "high"))}%`}
                    y1="10"
                    y2="10"
                  />
                </svg>
              </td>
              <td className="num">{money(sum(repair, "low"))}</td>
              <td className="num">{money(sum(repair, "high"))}</td>
              <td className="num hrs">
                {repair.costs
                  .find(({ name }) => name === "Labor")
                  ?.desc.replace(" to ", "–")
                  .replace(" hours", "") ?? ""}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="pager">
        <span>
          {shown.length} of {repairs.length} repairs
        </span>
        {!all && repairs.length > shown.length && (
          <Button onPress={() => setAll(true)}>Show all {repairs.length}</Button>
        )}
      </div>
    </>
  );
}
