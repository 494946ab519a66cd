import type { ApiMetrics } from "../../api/client.ts";
import { count } from "../../base/format.ts";
import { Mark, type Outcome } from "../../parts/outcome.tsx";

function Figure({ value, outcome }: { readonly value: number; readonly outcome?: Outcome }) {
  if (value === 0) return <td className="num soft">0</td>;
  return <td className="num">{outcome ? <Mark outcome={outcome}>{count(value)}</Mark> : count(value)}</td>;
}

/** Calls by API: what was answered, what went wrong, what it cost, how long it took. */
export function ApiMetricsTable({ items }: { readonly items: readonly ApiMetrics[] }) {
  const called = items.filter((one) => one.call_count_total > 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="scroll" tabIndex={0} aria-label="Calls by API">
      <table className="t">
        <caption className="vh">Calls by API</caption>
        <thead>
          <tr>
            <th scope="col">API</th>
            {["Answered", "Not found", "Blocked", "Invalid", "Service failed", "Credits", "avg ms"].map(
              (word) => (
                <th key={word} scope="col" className="num">
                  {word}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {called.map((one) => (
            <tr key={one.api_id}>
              <th scope="row">{one.api_name}</th>
              <Figure value={one.call_count_success} />
              <Figure value={one.call_count_other} />
              <Figure value={one.call_count_blocked} outcome="blocked" />
              <Figure value={one.call_count_failed - one.call_count_fault} outcome="failed" />
              <Figure value={one.call_count_fault} outcome="failed" />
              <Figure value={one.credits} />
              <td className="num">{one.api_time_avg.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
