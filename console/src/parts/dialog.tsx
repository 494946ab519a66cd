import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { asProblem, type Problem } from "../api/problem.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";

interface DialogProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** What the button that does it says. */
  readonly action: string;
  readonly busy?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly keep?: string;
  /** Runs once however often the button is pressed; what it throws is shown in place. */
  act(): unknown;
  close(): void;
  /** Shown in place of the rest once it has been done. */
  readonly wide?: boolean;
}

/** A question over the page. Escape and the second button leave everything as it was. */
export function Dialog(props: DialogProps) {
  const { title, children, action, busy, danger, disabled, keep = "Cancel", act, close, wide } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [problem, setProblem] = useState<Problem>();
  const [working, setWorking] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    setWorking(true);
    setProblem(undefined);
    try {
      await act();
      close();
    } catch (error) {
      setProblem(asProblem(error));
      setWorking(false);
    }
  };
  return (
    <dialog
      ref={dialog}
      className={wide ? "dlg dlg-wide" : "dlg"}
      aria-labelledby={heading}
      onClose={close}
      onCancel={close}
    >
      <form onSubmit={submit}>
        <h2 id={heading}>{title}</h2>
        {children}
        {problem && (
          <p role="alert" className="fault">
            {problem.message}
          </p>
        )}
        <p className="actions">
          <Button
            type="submit"
            look={danger ? "danger" : "primary"}
            disabled={disabled}
            aria-disabled={working || undefined}
          >
            {working ? (busy ?? "Working") : action}
          </Button>
          <Button onPress={close}>{keep}</Button>
        </p>
      </form>
    </dialog>
  );
}

/** For what cannot be undone: the button works once the word has been typed. */
export function TypedConfirm({ word, ...rest }: DialogProps & { readonly word: string }) {
  const [typed, setTyped] = useState("");
  return (
    <Dialog {...rest} danger disabled={typed.trim() !== word}>
      {rest.children}
      <Field
        label={`Type ${word} to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        spellCheck={false}
      />
    </Dialog>
  );
}
