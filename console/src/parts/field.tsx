import { type ComponentPropsWithRef, type ReactNode, useId } from "react";

interface Labelled {
  readonly label: ReactNode;
  /** What to type, where that is not plain. */
  readonly hint?: ReactNode;
  /** What is wrong with what was typed. */
  readonly fault?: string | undefined;
}

function Message({ id, hint, fault }: { readonly id: string } & Pick<Labelled, "hint" | "fault">) {
  if (fault) return <em id={id}>{fault}</em>;
  return hint ? (
    <small id={id} className="hint">
      {hint}
    </small>
  ) : null;
}

type InputProps = Labelled & ComponentPropsWithRef<"input">;

/** A label, a field, and below it what to type or what is wrong. */
export function Field({ label, hint, fault, className, ...input }: InputProps) {
  const id = useId();
  const message = `${id}m`;
  return (
    <div className={fault ? "field bad" : "field"}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className={className ? `in ${className}` : "in"}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault || hint ? message : undefined}
      />
      <Message id={message} hint={hint} fault={fault} />
    </div>
  );
}

type SelectProps = Labelled & ComponentPropsWithRef<"select">;

export function Select({ label, hint, fault, children, ...select }: SelectProps) {
  const id = useId();
  const message = `${id}m`;
  return (
    <div className={fault ? "field bad" : "field"}>
      <label htmlFor={id}>{label}</label>
      <select {...select} id={id} className="in" aria-describedby={fault || hint ? message : undefined}>
        {children}
      </select>
      <Message id={message} hint={hint} fault={fault} />
    </div>
  );
}

type AreaProps = Labelled & ComponentPropsWithRef<"textarea">;

export function Area({ label, hint, fault, ...area }: AreaProps) {
  const id = useId();
  const message = `${id}m`;
  return (
    <div className={fault ? "field bad" : "field"}>
      <label htmlFor={id}>{label}</label>
      <textarea
        {...area}
        id={id}
        className="in area"
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault || hint ? message : undefined}
      />
      <Message id={message} hint={hint} fault={fault} />
    </div>
  );
}
