import { type ComponentProps, useState } from "react";
import { Field } from "./field.tsx";

interface CheckedFieldProps extends ComponentProps<typeof Field> {
  readonly value: string;
  /** Why a text that is not empty is refused; undefined if it is not. */
  check(text: string): string | undefined;
}

/** A field that shows its fault once the user leaves it, and until the fault is corrected. */
export function CheckedField({ check, value, fault, change, ...rest }: CheckedFieldProps) {
  const [isChecked, setChecked] = useState(value !== "");
  const own = isChecked && value.trim() !== "" ? check(value.trim()) : undefined;
  return (
    <Field
      {...rest}
      value={value}
      fault={own ?? fault}
      change={(text) => {
        if (!own) setChecked(false);
        change?.(text);
      }}
      onBlur={() => setChecked(true)}
    />
  );
}
