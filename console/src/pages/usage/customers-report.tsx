import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { callsByUser } from "../../api/reports.ts";
import { count } from "../../base/format.ts";
import type { Range } from "../../base/range.ts";
import { Mark } from "../../parts/outcome.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useNames } from "./use-names.ts";

const soft = (value: number) => (value === 0 ? "num soft" : "num");

interface CustomersProps {
  readonly range: Range;
  /** How many are shown, at most 1,000. */
  readonly first: number;
}

/** Customers by how much they called. */
export function CustomersReport({ range, first }: CustomersProps) {
  const names = useNames();
  const query = useQuery({ ...callsByUser(range, first), placeholderData: keepPreviousData });
  return (
    <Loaded query={query} what="The report could not be read">
      {(data) => {
        const { items, total } = data;
        const most = items[0]?.call_count_total ?? 1;
        if (items.length === 0) return <p className="muted">Nobody has called in this range.</p>;
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          <section className="scroll" tabIndex={0} aria-label="Calls by customer">
            <table className="t">
              <caption className={total > items.length ? undefined : "vh"}>
                {total > items.length
                  ? `The ${count(items.length)} with the most calls, of ${count(total)}`
                  : "Calls by customer"}
              </caption>
              <thead>
                <tr>
                  <th scope="col">Customer</th>
                  <th scope="col" className="sp">
                    <span className="vh">Share</span>
                  </th>
                  {["Calls", "Blocked", "Failed", "Credits"].map((word) => (
                    <th key={word} scope="col" className="num">
                      {word}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {items.map((one) => (
                  <tr key={one.user_id}>
                    <th scope="row">
                      <Link to={`/users/${one.user_id}`} dir="auto">
                        {names.get(one.user_id) ?? one.user_id}
                      </Link>
                      <span className="sub">{one.user_email}</span>
                    </th>
                    <td className="sp">
                      <svg className="bar" aria-hidden="true">
                        <rect
                          className="b1"
                          width={`${(100 * one.call_count_total) / most}%`}
                          height="8"
                          rx="2"
                        />
                      </svg>
                    </td>
                    <td className="num">{count(one.call_count_total)}</td>
                    <td className={soft(one.call_count_blocked)}>
                      {one.call_count_blocked > 0 ? (
                        <Mark outcome="blocked">{count(one.call_count_blocked)}</Mark>
                      ) : (
                        0
                      )}
                    </td>
                    <td className={soft(one.call_count_failed)}>
                      {one.call_count_failed > 0 ? (
                        <Mark outcome="failed">{count(one.call_count_failed)}</Mark>
                      ) : (
                        0
                      )}
                    </td>
                    <td className={soft(one.credits)}>{count(one.credits)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        );
      }}
    </Loaded>
  );
}
