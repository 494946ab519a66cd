import type { ReactNode } from "react";

/** A line of a sum: what, how much, and whether a rule or the total precedes it. */
export type SumLine = readonly [what: ReactNode, amount: string, kind?: "rule" | "total"];

/** What a press costs, above its button. */
export function CostBox({ title, lines }: { title: string; lines: readonly SumLine[] }) {
  return (
    <div className="cost-box">
      <p className="k">{title}</p>
      <Sum caption={title} lines={lines} />
    </div>
  );
}

export function Sum({ caption, lines }: { caption: string; lines: readonly SumLine[] }) {
  return (
    <table className="sum">
      <caption className="vh">{caption}</caption>
      <tbody>
        {lines.map(([what, amount, kind], index) => (
          <tr key={`${index + 1}`} className={kind}>
            <th scope="row">{what}</th>
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
