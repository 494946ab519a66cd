import { count } from "../base/format.ts";
import { t } from "../base/language/language.ts";
import { T } from "../base/language/rich-text.tsx";

/** A bar that is filled in part. `label` names it, for example "40%"; without one it is decoration. */
export function Bar({ share, label }: { share: number; label?: string }) {
  const filled = <rect className="b1" width={`${100 * Math.min(1, share)}%`} height="8" rx="2" />;
  if (!label)
    return (
      <svg className="bar" aria-hidden="true">
        {filled}
      </svg>
    );
  return (
    <svg className="bar" role="img" aria-label={label}>
      <rect className="b0" x="0.5" y="0.5" width="99.9%" height="7" rx="2" />
      {filled}
    </svg>
  );
}

const cellsMax = 40;

interface MeterProps {
  readonly remaining: number | null;
  readonly granted: number;
  readonly unlimited: boolean;
}

/** Credits left: up to 40 as cells, more as a bar. */
export function Meter({ remaining, granted, unlimited }: MeterProps) {
  if (unlimited || remaining === null || granted === 0)
    return (
      <p className="meter">
        <span>
          {granted === 0 && !unlimited && remaining !== null ? (
            <T text="<b>No credits.</b> Lookups are blocked." />
          ) : (
            <b>{t("Unlimited credits")}</b>
          )}
        </span>
      </p>
    );
  const label = t("{remaining} of {granted} credits left", {
    remaining: count(remaining),
    granted: count(granted),
  });
  return (
    <div className="meter">
      <p>
        <T
          text="{remaining} of {granted} left"
          remaining={<b>{count(remaining)}</b>}
          granted={count(granted)}
        />
      </p>
      {granted <= cellsMax ? (
        // biome-ignore lint/a11y/useSemanticElements: <meter> cannot show a cell per credit
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
        <Bar share={remaining / granted} label={label} />
      )}
    </div>
  );
}
