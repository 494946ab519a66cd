import { type FormEvent, useState } from "react";
import { t } from "../base/language/language.ts";
import { addressMoment, momentOf, presets, type Range } from "../base/range.ts";
import { zoneInUse, zoneStore } from "../base/zone.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Pop } from "./pop.tsx";

interface RangePickerProps {
  readonly range: Pick<Range, "words">;
  /** Whether the label is for screen readers alone. */
  readonly bare?: boolean;
  /** Called with search parameters. */
  pick(search: { range?: string; from?: string; to?: string }): void;
}

/** The day of a typed time, for the calendar. */
const dateIn = (typed: string): string =>
  momentOf(typed, Date.now(), false)?.toISOString().slice(0, 10) ?? "";

/** Presets, days of a calendar and typed times, in the zone of the page. */
export function RangePicker({ range, pick, bare }: RangePickerProps) {
  zoneStore.use();
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [fault, setFault] = useState<{ from?: string; to?: string }>({});
  const apply = (event: FormEvent, close: () => void) => {
    event.preventDefault();
    const now = Date.now();
    const start = momentOf(from, now, false);
    const end = momentOf(to || "now", now, true);
    const format = t(
      "Enter a date (2026-11-20), a date and time (2026-11-20 14:00), or a time before now (2h ago).",
    );
    if (!start || !end) return setFault({ ...(!start && { from: format }), ...(!end && { to: format }) });
    if (start > end) return setFault({ from: t("The start is after the end.") });
    setFault({});
    pick({ from: addressMoment(from, now, false) ?? "", to: addressMoment(to || "now", now, true) ?? "" });
    close();
  };
  return (
    <Pop label={t("Range ({zone})", { zone: zoneInUse() })} bare={bare} summary={range.words}>
      {(close) => (
        <>
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
          <form className="rng-f" onSubmit={(event) => apply(event, close)} noValidate>
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
        </>
      )}
    </Pop>
  );
}
