import { count } from "../base/format.ts";

const cellsMax = 40;

interface MeterProps {
  readonly remaining: number | null;
  readonly granted: number;
  readonly unlimited: boolean;
}

/** Credits left: a cell for each up to forty, above that a bar. */
export function Meter({ remaining, granted, unlimited }: MeterProps) {
  if (unlimited || remaining === null)
    return (
      <p className="meter">
        <span>
          <b>No limit</b> on credits
        </span>
      </p>
    );
  if (granted === 0)
    return (
      <p className="meter">
        <span>
          <b>No credits</b>, so that lookups are refused
        </span>
      </p>
    );
  const label = `${count(remaining)} of ${count(granted)} credits left`;
  return (
    <div className="meter">
      <p>
        <b>{count(remaining)}</b> of {count(granted)} left
      </p>
      {granted <= cellsMax && granted > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: each credit is a cell, which <meter> cannot show
        <div
          className="cells"
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={granted}
          aria-valuenow={remaining}
        >
          {Array.from({ length: granted }, (_, cell) => (
            <span key={`${cell + 1}`} className={cell < remaining ? "" : "off"} />
          ))}
        </div>
      ) : (
        <svg className="bar" role="img" aria-label={label}>
          <rect className="b0" x="0.5" y="0.5" width="99.9%" height="7" rx="2" />
          <rect
            className="b1"
            width={`${granted > 0 ? (100 * remaining) / granted : 0}%`}
            height="8"
            rx="2"
          />
        </svg>
      )}
    </div>
  );
}
