import { type ReactNode, useRef, useState } from "react";
import { asProblem } from "../api/problem.ts";
import { t } from "../base/language/language.ts";
import { Button } from "../parts/button.tsx";
import { useModal } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { useForm } from "../parts/use-form.tsx";

interface ProveAgainProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** The button that leaves. */
  readonly other: string;
  /** By what the user can prove it; the password with a code if it has one, without them. */
  readonly methods?: readonly string[];
  /** Buttons that prove it without the password. */
  readonly children?: ReactNode;
  send(password: string, code: string | undefined): Promise<unknown>;
  leave(): void;
}

/** A dialog over any page in which a user proves who it is, with a code if the account has a second factor. */
export function ProveAgain(props: ProveAgainProps) {
  const { title, text, action, other, methods = ["password"], children, send, leave } = props;
  const takes = (...some: readonly string[]) => some.some((one) => methods.includes(one));
  const takesPassword = takes("password", "app_code", "recovery_code");

  const dialog = useRef<HTMLDialogElement>(null);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [needsCode, setNeedsCode] = useState(takesPassword && !takes("password"));
  useModal(dialog);
  const { problem, submit } = useForm(async () => {
    await send(password, needsCode ? code.replace(/\s/g, "") : undefined).catch((error: unknown) => {
      if (asProblem(error).code === "second_factor_required") setNeedsCode(true);
      throw error;
    });
  });
  const fault = problem?.code === "second_factor_required" ? undefined : problem?.message;
  return (
    <dialog ref={dialog} className="dlg" aria-labelledby="again" onCancel={leave}>
      <form onSubmit={submit}>
        <h2 id="again">{title}</h2>
        <p className="muted">{text}</p>
        {children && <div className="choices">{children}</div>}
        {takesPassword && (
          <Field
            label={t("Password")}
            type="password"
            autoComplete="current-password"
            value={password}
            fault={needsCode ? undefined : fault}
            change={setPassword}
            required
          />
        )}
        {needsCode && (
          <Field
            label={t("Code of the app, or a recovery code")}
            autoComplete="one-time-code"
            maxLength={20}
            value={code}
            fault={fault}
            change={setCode}
            required
          />
        )}
        <p className="actions">
          {takesPassword && (
            <Button type="submit" look="primary">
              {action}
            </Button>
          )}
          <Button onPress={leave}>{other}</Button>
        </p>
      </form>
    </dialog>
  );
}
