import { type ComponentProps, type FormEvent, type ReactNode, useState } from "react";
import { asProblem, type Problem } from "../api/problem.ts";
import { t } from "../base/language/language.ts";
import { AskOperator } from "./ask-operator.tsx";
import { Button } from "./button.tsx";
import { FaultyFields } from "./faulty-fields.tsx";
import { Field } from "./field.tsx";

/** Sends a form, one attempt at a time, and keeps the problem of the last attempt. */
export function useForm(send: () => Promise<void>) {
  const [problem, setProblem] = useState<Problem>();
  const [working, setWorking] = useState(false);
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (working) return;
    setWorking(true);
    setProblem(undefined);
    await send().catch((error: unknown) => setProblem(asProblem(error)));
    setWorking(false);
  };
  return { problem, working, submit };
}

/** Why a form was not accepted: its fields that are wrong if there are several, or else a message. */
export function Fault({ message }: { message: string | undefined }) {
  return (
    <>
      <FaultyFields />
      {message && (
        <p role="alert" className="fault">
          <AskOperator>{message}</AskOperator>
        </p>
      )}
    </>
  );
}

/** The field of a new password. */
export const newPassword = {
  label: t("New password"),
  type: "password",
  autoComplete: "new-password",
  minLength: 10,
  hint: t("At least 10 characters. Common passwords are rejected."),
} as const;

interface FieldSpec<Name extends string> extends Omit<ComponentProps<typeof Field>, "value" | "change"> {
  readonly name: Name;
  /** Whether the form shows the field; without it, always. */
  shownIf?(values: Partial<Record<Name, string>>): boolean;
}

interface FieldFormProps<Name extends string> {
  readonly fields: readonly FieldSpec<Name>[];
  readonly initial?: Partial<Record<Name, string>>;
  readonly action: string;
  /** The button while the form is sent. */
  readonly busy: string;
  readonly look?: "primary" | undefined;
  readonly children?: ReactNode;
  /** Controls between the fields and the button. */
  readonly below?: ReactNode;
  send(values: Record<Name, string>): Promise<void>;
}

/** A form of text fields. A problem is shown at its field, else below the fields. */
export function FieldForm<Name extends string>(props: FieldFormProps<Name>) {
  const { fields, initial = {}, action, busy, look, children, below, send } = props;
  const [values, setValues] = useState<Partial<Record<Name, string>>>(initial);
  const textOf = (name: Name) => values[name] ?? "";
  const { problem, working, submit } = useForm(() =>
    send(Object.fromEntries(fields.map(({ name }) => [name, textOf(name)])) as Record<Name, string>),
  );
  const shownFields = fields.filter(({ shownIf }) => !shownIf || shownIf(values));
  const placed = shownFields.some(({ name }) => problem?.faultOf(name));
  return (
    <form onSubmit={submit} className="form" method="post">
      {children}
      {shownFields.map(({ shownIf, ...field }) => (
        <Field
          key={field.name}
          required
          dir="auto"
          {...field}
          value={textOf(field.name)}
          fault={problem?.faultOf(field.name)}
          change={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      {below}
      <Fault message={placed ? undefined : problem?.message} />
      <Button type="submit" look={look} aria-disabled={working || undefined}>
        {working ? busy : action}
      </Button>
    </form>
  );
}
