import { type FormEvent, useEffect, useState } from "react";
import { Field } from "./field.tsx";

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly maxLength: number;
  readonly className?: string;
  /** What the address has. */
  readonly applied: string;
  /** Whether a focus elsewhere submits, too. */
  readonly onBlur?: true;
  /** Receives the typed text. `reset` shows what the address has in its place. */
  submit(text: string, reset: () => void): void | Promise<void>;
}

/** The search of a list without a button of its own. */
export function SearchBox({ label, applied, onBlur, submit, ...field }: SearchBoxProps) {
  const [typed, setTyped] = useState(applied);
  const reset = () => setTyped(applied);
  useEffect(reset, [applied]);
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    void submit(typed.trim(), reset);
  };
  return (
    <form onSubmit={send}>
      <Field
        {...field}
        label={<span className="vh">{label}</span>}
        type="search"
        value={typed}
        autoComplete="off"
        spellCheck={false}
        change={setTyped}
        {...(onBlur && { onBlur: () => send() })}
      />
    </form>
  );
}
