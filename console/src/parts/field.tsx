import { type ComponentPropsWithRef, type ReactNode, useId } from "react";

export interface Labelled {
  readonly label: ReactNode;
  /** Format and default of the value. */
  readonly hint?: ReactNode;
  /** Why the value is not accepted. */
  readonly fault?: string | undefined;
  /** What follows from the value, which is accepted; it may draw nothing. */
  readonly warning?: ReactNode;
  /** Called with the new value. */
  change?(value: string): void;
}

/** The label, the control and the message below it. */
export function useLabelled({ label, hint, fault, warning, change }: Labelled) {
  const id = useId();
  const message = `${id}m`;
  const warned = `${id}w`;
  const describedBy = [(fault || hint) && message, warning && warned].filter(Boolean).join(" ");
  return {
    props: {
      id,
      "aria-invalid": fault ? true : undefined,
      "aria-describedby": describedBy || undefined,
      ...(change && { onChange: (event: { target: { value: string } }) => change(event.target.value) }),
    },
    frame: (control: ReactNode) => (
      <div className={fault ? "field bad" : "field"}>
        <label htmlFor={id}>{label}</label>
        {control}
        {fault ? (
          <em id={message}>{fault}</em>
        ) : (
          hint && (
            <small id={message} className="hint">
              {hint}
            </small>
          )
        )}
        {warning && (
          <small id={warned} className="warning" role="status">
            {warning}
          </small>
        )}
      </div>
    ),
  };
}

interface FieldProps extends Labelled, ComponentPropsWithRef<"input"> {
  /** The unit of the value, such as `EUR`, which stands in the field before it. */
  readonly unit?: string | undefined;
}

/** A one-line input with its label and message. */
export function Field({ label, hint, fault, warning, change, className, unit, ...input }: FieldProps) {
  const { props, frame } = useLabelled({ label, hint, fault, warning, change });
  const control = (
    <input
      // A key that is kept down would send the form again and again.
      onKeyDown={(event) => event.repeat && event.key === "Enter" && event.preventDefault()}
      {...input}
      {...props}
      className={className ? `in ${className}` : "in"}
    />
  );
  if (!unit) return frame(control);
  return frame(
    // A screen reader has it from the label or from the reading below.
    <div className="with-unit" data-unit={unit}>
      {control}
    </div>,
  );
}

/** `lang` is given for a label that is in a language of its own. */
export type Option<T extends string> = readonly [value: T, label: ReactNode, lang?: string];

interface SelectProps extends Labelled, ComponentPropsWithRef<"select"> {
  /** Values, or values with their labels. */
  readonly options: readonly (string | Option<string>)[];
}

/** A choice of one option. */
export function Select({ label, hint, fault, warning, change, options, ...select }: SelectProps) {
  const { props, frame } = useLabelled({ label, hint, fault, warning, change });
  return frame(
    <select {...select} {...props} className="in">
      {options.map((option) => {
        const [value, text, lang] = typeof option === "string" ? [option, option] : option;
        return (
          <option key={value} value={value} lang={lang}>
            {text}
          </option>
        );
      })}
    </select>,
  );
}

/** An input of several lines. */
export function Area({
  label,
  hint,
  fault,
  warning,
  change,
  ...area
}: Labelled & ComponentPropsWithRef<"textarea">) {
  const { props, frame } = useLabelled({ label, hint, fault, warning, change });
  return frame(<textarea {...area} {...props} className="in area" />);
}
