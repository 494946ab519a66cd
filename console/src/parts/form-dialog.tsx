import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import type { Versioned } from "../api/client.ts";
import type { Problem } from "../api/problem.ts";
import { newId } from "../base/new-id.ts";
import { showToast } from "../base/toast.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { type DeclaredFields, type Fields, useFields, type ValuesOf } from "./fields.tsx";
import { useEdit } from "./use-edit.tsx";
import { Fault, useForm } from "./use-form.tsx";

/** A form that changes what is stored: changes by others are found before it is sent, and the reader chooses. */
interface Edited {
  readonly before: object;
  read(): Promise<Versioned<object>>;
  /** Called if the reader chooses what is stored. */
  discarded?(): unknown;
}

/** Content, which may depend on the values; they are undefined while they cannot be sent. */
type Shown<F extends Fields> = ReactNode | ((values: ValuesOf<F> | undefined) => ReactNode);

interface FormProps<F extends Fields> {
  readonly className?: string;
  readonly fields?: DeclaredFields<F>;
  /** Above the fields. */
  readonly above?: Shown<F>;
  /** Below the fields. */
  readonly children?: Shown<F>;
  readonly edit?: Edited | undefined;
  /** The keys of the queries that are loaded again afterwards. */
  readonly changes?: readonly QueryKey[];
  /**
   * Sends the values, and returns the text of the toast if there is one. The headers are `if-match` for an edit, or
   * else an `idempotency-key`, which is the same at each attempt.
   */
  send(values: ValuesOf<F>, headers: Readonly<Record<string, string>>): Promise<unknown>;
}

/** The key of `changes` for a form after which everything is loaded again. */
export const everything = [[]] as const;

const none = {};

function useFieldForm<F extends Fields>(props: FormProps<F>, close?: () => void) {
  const { fields = none as F, edit, changes = [], send } = props;
  const queries = useQueryClient();
  const form = useFields(fields);
  const [key] = useState(() => newId("console"));
  const done = useRef<unknown>(undefined);
  const refresh = () => Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
  const attempt = async (headers: Readonly<Record<string, string>>, values: ValuesOf<F>) => {
    done.current = await send(values, headers);
  };
  const saved = async () => {
    await refresh();
    if (typeof done.current === "string") showToast(done.current);
    close?.();
  };
  const { save, dialog } = useEdit<object>({
    before: edit?.before ?? none,
    read: () => edit!.read(),
    saved,
    discard: async () => {
      await refresh();
      await edit?.discarded?.();
      close?.();
    },
  });
  const act = async () => {
    if (form.blocked) return;
    if (edit) return save(form.values, attempt);
    await attempt({ "idempotency-key": key }, form.values);
    await saved();
  };
  const values = form.blocked ? undefined : form.values;
  const shown = (content: Shown<F>) => (typeof content === "function" ? content(values) : content);
  /** The fields with what is above and below them. */
  const draw = (problem: Problem | undefined, isNamed?: boolean) => (
    <>
      {shown(props.above)}
      {form.draw(problem, isNamed)}
      {shown(props.children)}
    </>
  );
  return { ...form, values, shown, draw, act, conflict: dialog };
}

type Frame = Omit<ComponentProps<typeof Dialog>, "act" | "action" | "children" | "stays">;

interface FormDialogProps<F extends Fields> extends FormProps<F>, Frame {
  readonly action: string | ((values: ValuesOf<F> | undefined) => string);
  /** Why the form cannot be sent while a field is empty or wrong; without it the button is only disabled. */
  readonly incomplete?: string;
}

/** A dialog whose fields are declared: their state, faults and reading, the conflict of an edit and the toast follow. */
export function FormDialog<F extends Fields>(props: FormDialogProps<F>) {
  const { className, action, incomplete, disabled, unavailable } = props;
  const { blocked, values, draw, act, conflict } = useFieldForm(props, props.close);
  if (conflict) return conflict;
  const reason = blocked === true ? incomplete : blocked;
  return (
    <Dialog
      {...props}
      stays
      action={typeof action === "function" ? action(values) : action}
      disabled={disabled || (blocked === true && incomplete === undefined)}
      unavailable={reason || unavailable}
      act={act}
    >
      {(problem) => (className ? <div className={className}>{draw(problem)}</div> : draw(problem))}
    </Dialog>
  );
}

interface FieldFormProps<F extends Fields> extends FormProps<F> {
  readonly action: string;
  /** The button while the form is sent. */
  readonly busy: string;
  readonly look?: "primary" | undefined;
  readonly permission?: ComponentProps<typeof Button>["permission"];
  /** What stands beside all of it. */
  readonly beside?: Shown<F>;
}

/** A form of declared fields in a page. A problem is shown at its field, else below the fields. */
export function FieldForm<F extends Fields>(props: FieldFormProps<F>) {
  const { className = "form", action, busy, look, permission, beside } = props;
  const { draw, places, shown, act, conflict } = useFieldForm(props);
  const { problem, working, submit } = useForm(act);
  if (conflict) return conflict;
  const content = (
    <>
      {draw(problem, true)}
      <Fault message={places(problem) ? undefined : problem?.message} />
      <Button type="submit" look={look} permission={permission} aria-disabled={working || undefined}>
        {working ? busy : action}
      </Button>
    </>
  );
  return (
    <form onSubmit={submit} className={className} method="post">
      {beside ? <div className="stackform">{content}</div> : content}
      {shown(beside)}
    </form>
  );
}
