import { count, counted, day } from "../../base/format.ts";
import { Section } from "../../parts/section.tsx";
import { countColumn, Table } from "../../parts/table.tsx";
import { type BlockProps, type StatementGrant, sumOf } from "./statement.ts";
import { freeClasses, sourceName } from "./statement-words.ts";

/** The calls without a price, by class. */
export function FreeCalls({ subscription: { usage } }: BlockProps) {
  const free = freeClasses.map(([name, text]) => ({
    text,
    calls: sumOf(usage.filter((one) => one.class === name)).calls,
  }));
  const { calls } = sumOf(free.map((one) => ({ ...one, credits: 0 })));
  return (
    <Section
      className="c5"
      title={calls === 0 ? "No free calls" : `${counted(calls, "call")} ${calls === 1 ? "was" : "were"} free`}
      note="Free calls are in the proof too."
    >
      <table className="t">
        <caption className="vh">Free calls</caption>
        <thead>
          <tr>
            <th scope="col">Free calls</th>
            <th scope="col" className="num">
              Calls
            </th>
          </tr>
        </thead>
        <tbody>
          {free.map((one) => (
            <tr key={one.text}>
              <th scope="row">{one.text}</th>
              <td className="num">{one.calls === 0 ? <span className="soft">0</span> : count(one.calls)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

/** Where the credits come from. */
export function Grants({ subscription: { grants } }: BlockProps) {
  if (grants.length === 0) return null;
  return (
    <Section
      title="Grants"
      note="Where credits come from, when the statement was issued. The newest calls can be missing in Spent. The proof does not contain them."
    >
      <Table
        caption="Grants"
        items={grants}
        keyOf={({ id }) => id}
        columns={[
          {
            head: "Source",
            cell: ({ source, starts_at }) => (
              <>
                {sourceName(source)}
                <span className="sub">since {day(starts_at)}</span>
              </>
            ),
          },
          { head: "Expires", cell: ({ expires_at }) => (expires_at ? day(expires_at) : "never") },
          countColumn<StatementGrant>("Credits", ({ amount }) => amount),
          countColumn<StatementGrant>("Spent", ({ spent }) => spent),
          countColumn<StatementGrant>("Expired", ({ expired }) => expired),
          countColumn<StatementGrant>("Removed", ({ removed }) => removed),
          countColumn<StatementGrant>(
            "Left",
            ({ amount, spent, expired, removed }) => amount - spent - expired - removed,
          ),
        ]}
      />
    </Section>
  );
}
