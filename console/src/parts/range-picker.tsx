import { type FormEvent, useId, useRef, useState } from "react";
import { t } from "../base/language/language.ts";
import { momentOf, presets, type Range } from "../base/range.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";

interface RangePickerProps {
  readonly range: Pick<Range, "words">;
  /** Called with search parameters. */
  pick(search: { range?: string; from?: string; to?: string }): void;
}

/** The day of a typed time, for the calendar. */
const dateIn = (typed: string): string =>
  momentOf(typed, Date.now(), false)?.toISOString().slice(0, 10) ?? "";

/** Presets, days of a calendar and typed times, in UTC. */
export function RangePicker({ range, pick }: RangePickerProps) {
  const label = useId();
  const details = useRef<HTMLDetailsElement>(null);
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [fault, setFault] = useState<{ from?: string; to?: string }>({});
  const close = () => {
    if (details.current) details.current.open = false;
    details.current?.querySelector("summary")?.focus();
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const now = Date.now();
    const start = momentOf(from, now, false);
    const end = momentOf(to || "now", now, true);
    const format = t(
      "Enter a date (2026-11-20), a date and time in UTC (2026-11-20 14:00), or a time before now (2h ago).",
    );
    if (!start || !end) return setFault({ ...(!start && { from: format }), ...(!end && { to: format }) });
    if (start > end) return setFault({ from: t("The start is after the end.") });
    setFault({});
    pick({ from, to: to || "now" });
    close();
  };
  return (
    <div className="field">
      <span id={label}>{t("Range (UTC)")}</span>
      <details
        className="range"
        ref={details}
        onKeyDown={(event) => event.key === "Escape" && close()}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null) && event.relatedTarget)
            event.currentTarget.open = false;
        }}
      >
        <summary className="in" aria-describedby={label}>
          {range.words}
        </summary>
        <div className="pop">
          <ul>
            {presets.map(({ name, words }) => (
              <li key={name}>
                <button
                  type="button"
                  aria-pressed={range.words === words}
                  onClick={() => {
                    pick({ range: name });
                    close();
                  }}
                >
                  {words}
                </button>
              </li>
            ))}
          </ul>
          <form className="rng-f" onSubmit={apply} noValidate>
            <Field
              label={t("First day")}
              type="date"
              value={dateIn(from)}
              max={dateIn(to) || undefined}
              change={setFrom}
            />
            <Field
              label={t("Last day")}
              type="date"
              value={dateIn(to)}
              min={dateIn(from) || undefined}
              change={setTo}
            />
            <Field
              label={t("From")}
              value={from}
              fault={fault.from}
              placeholder="2026-11-20 08:00"
              change={setFrom}
            />
            <Field
              label={t("To (inclusive)")}
              value={to}
              fault={fault.to}
              placeholder={t("now")}
              hint={t("2026-11-20, 2026-11-20 14:00 or 2h ago")}
              change={setTo}
            />
            <Button type="submit" look="primary">
              {t("Apply")}
            </Button>
          </form>
        </div>
      </details>
    </div>
  );
}
