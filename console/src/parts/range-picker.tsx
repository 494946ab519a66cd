import { type FormEvent, useId, useRef, useState } from "react";
import { momentOf, presets, type Range } from "../base/range.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";

interface RangePickerProps {
  readonly range: Range;
  /** What goes into the address. */
  pick(search: { range?: string; from?: string; to?: string }): void;
}

/** Presets and typed moments in one control; all of it UTC. */
export function RangePicker({ range, pick }: RangePickerProps) {
  const label = useId();
  const details = useRef<HTMLDetailsElement>(null);
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [fault, setFault] = useState<{ from?: string; to?: string }>({});
  const shut = () => {
    if (details.current) details.current.open = false;
    details.current?.querySelector("summary")?.focus();
  };
  const show = (event: FormEvent) => {
    event.preventDefault();
    const now = Date.now();
    const start = momentOf(from, now, false);
    const end = momentOf(to || "now", now, true);
    const say = "Type a day, a day and a time, or 2h ago.";
    if (!start || !end) return setFault({ ...(!start && { from: say }), ...(!end && { to: say }) });
    if (start > end) return setFault({ from: "This is after the end." });
    setFault({});
    pick({ from, to: to || "now" });
    shut();
  };
  return (
    <div className="field">
      <span id={label}>Range (UTC)</span>
      <details
        className="range"
        ref={details}
        onKeyDown={(event) => event.key === "Escape" && shut()}
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
                    shut();
                  }}
                >
                  {words}
                </button>
              </li>
            ))}
          </ul>
          <form className="rng-f" onSubmit={show} noValidate>
            <Field
              label="From"
              value={from}
              fault={fault.from}
              placeholder="2026-11-20 08:00"
              onChange={(event) => setFrom(event.target.value)}
            />
            <Field
              label="To, included"
              value={to}
              fault={fault.to}
              placeholder="now"
              hint="A day, a day and a time, or 2h ago"
              onChange={(event) => setTo(event.target.value)}
            />
            <Button type="submit" look="primary">
              Show
            </Button>
          </form>
        </div>
      </details>
    </div>
  );
}
