import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import type { Problem } from "../api/problem.ts";
import { t } from "../base/language/language.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Fault, useForm } from "./use-form.tsx";

interface DialogProps {
  readonly title: string;
  /** What the dialog has, which may depend on the problem of the last attempt. */
  readonly children?: ReactNode | ((problem: Problem | undefined) => ReactNode);
  /** The button that confirms. */
  readonly action: string;
  /** The same while it works. */
  readonly busy?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Why the button that confirms cannot be pressed now; false if it can. */
  readonly unavailable?: string | false | undefined;
  /** The button that cancels. */
  readonly keep?: string;
  readonly wide?: boolean;
  /** Whether the dialog stays open after `act`, which closes it itself. */
  readonly stays?: boolean;
  /** Runs once, however often the button is pressed. Its error is shown; otherwise the dialog closes. */
  act(): unknown;
  close(): void;
}

/** Opens a modal dialog. When it leaves, the focus returns to the control that opened it. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => opener?.focus();
  }, []);
}

/** A modal dialog. Escape and the second button cancel it. */
export function Dialog(props: DialogProps) {
  const {
    title,
    children,
    action,
    busy = t("Working"),
    danger,
    disabled,
    unavailable,
    keep = t("Cancel"),
    act,
    close,
    wide,
    stays,
  } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useModal(dialog);
  const { problem, working, submit } = useForm(async () => {
    await act();
    if (!stays) close();
  });
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
        {typeof children === "function" ? children(problem) : children}
        <Fault message={problem?.message} />
        <p className="actions">
          <Button
            type="submit"
            look={danger ? "danger" : "primary"}
            disabled={disabled}
            unavailable={unavailable}
            aria-disabled={working || undefined}
          >
            {working ? busy : action}
          </Button>
          <Button onPress={close}>{keep}</Button>
        </p>
      </form>
    </dialog>
  );
}

interface ConfirmProps extends DialogProps {
  readonly word: string;
  readonly children?: ReactNode;
}

/** A dialog for irreversible actions: the button works once the word is typed. */
export function TypedConfirm({ word, children, ...rest }: ConfirmProps) {
  const [typed, setTyped] = useState("");
  return (
    <Dialog {...rest} danger disabled={typed.trim() !== word}>
      {children}
      <Field
        label={t("Type {word} to confirm", { word })}
        value={typed}
        change={setTyped}
        autoComplete="off"
        spellCheck={false}
      />
    </Dialog>
  );
}
