import { type ReactNode, useId, useRef } from "react";

interface PopProps {
  readonly label: ReactNode;
  /** Whether the label is for screen readers alone. */
  readonly bare?: boolean | undefined;
  /** What opens it. */
  readonly summary: ReactNode;
  children(close: () => void): ReactNode;
}

/** A control that opens a panel below it. Escape and a focus elsewhere close the panel. */
export function Pop({ label, bare, summary, children }: PopProps) {
  const id = useId();
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (details.current) details.current.open = false;
    details.current?.querySelector("summary")?.focus();
  };
  return (
    <div className="field">
      <span id={id} className={bare ? "vh" : undefined}>
        {label}
      </span>
      <details
        className="range"
        ref={details}
        onKeyDown={(event) => event.key === "Escape" && close()}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null) && event.relatedTarget)
            event.currentTarget.open = false;
        }}
      >
        <summary className="in" aria-describedby={id}>
          {summary}
        </summary>
        <div className="pop">{children(close)}</div>
      </details>
    </div>
  );
}
