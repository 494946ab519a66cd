import type { ReactNode } from "react";
import { Unknown } from "./table.tsx";

interface FactsProps {
  /** Names and values; an absent value is shown as unknown. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  readonly className?: string;
}

/** Names with their values, one below the other. */
export function Facts({ facts, className = "facts" }: FactsProps) {
  return (
    <dl className={className}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || <Unknown />}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FiguresProps {
  readonly figures: readonly (readonly [name: string, value: ReactNode, note?: string])[];
  readonly className?: string;
}

/** Large figures side by side. */
export function Figures({ figures, className = "figs" }: FiguresProps) {
  return (
    <dl className={className}>
      {figures.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
