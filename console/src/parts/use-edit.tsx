import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Versioned } from "../api/client.ts";
import { memberLabel } from "../api/issue-sentence.ts";
import { asProblem } from "../api/problem.ts";
import { t } from "../base/language/language.ts";
import { Dialog } from "./dialog.tsx";
import { blockLeaving } from "./router.tsx";
import { Table } from "./table.tsx";

/** The header of an edit. */
export type IfMatch = Readonly<{ "if-match": string }>;

interface Conflict {
  readonly mine: object;
  readonly theirs: Versioned<object>;
  send(headers: IfMatch): Promise<unknown>;
}

interface EditOptions<T> {
  /** What the form was loaded with. */
  readonly before: T;
  read(): Promise<Versioned<T>>;
  /** Called after the edit is stored. */
  saved(): unknown;
  /** Called if the reader chooses what is stored: the form is to be loaded again. */
  discard(): unknown;
}

/**
 * Saves the edits of a form. If somebody else has changed one of its members since the form was loaded, nothing is sent:
 * the dialog shows both values, and the reader chooses.
 */
export function useEdit<T extends object>({ before, read, saved, discard }: EditOptions<T>) {
  const base = useRef<object>(before);
  const [conflict, setConflict] = useState<Conflict>();
  const save = async (mine: object, send: Conflict["send"]): Promise<void> => {
    const stored = await read();
    if (changedMembers(mine, base.current, stored.value).length > 0)
      return setConflict({ mine, theirs: stored, send });
    try {
      await send({ "if-match": stored.etag });
    } catch (error) {
      if (asProblem(error).status !== 412) throw error;
      return setConflict({ mine, theirs: await read(), send });
    }
    base.current = { ...stored.value, ...mine };
    await saved();
  };
  const overwrite = async () => {
    if (!conflict) return;
    await conflict.send({ "if-match": conflict.theirs.etag });
    base.current = { ...conflict.theirs.value, ...conflict.mine };
    await saved();
  };
  const dialog: ReactNode = conflict && (
    <ConflictDialog
      {...conflict}
      base={base.current}
      overwrite={overwrite}
      discard={discard}
      close={() => setConflict(undefined)}
    />
  );
  return { save, dialog };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The members of an edit that somebody else has changed to another value. */
function changedMembers(mine: object, base: object, theirs: object): string[] {
  const at = (one: object, name: string) => (one as Readonly<Record<string, unknown>>)[name];
  return Object.keys(mine).filter(
    (name) =>
      name in theirs &&
      name in base &&
      !same(at(theirs, name), at(base, name)) &&
      !same(at(theirs, name), at(mine, name)),
  );
}

interface ConflictDialogProps extends Conflict {
  readonly base: object;
  overwrite(): Promise<void>;
  discard(): unknown;
  close(): void;
}

function ConflictDialog({ mine, theirs, base, overwrite, discard, close }: ConflictDialogProps) {
  const [choice, setChoice] = useState("");
  const members = changedMembers(mine, base, theirs.value);
  const shown = (from: object, name: string) => {
    const value = (from as Readonly<Record<string, unknown>>)[name];
    if (value === null || value === undefined || value === "") return <i>{t("empty")}</i>;
    return <bdi>{typeof value === "string" ? value : JSON.stringify(value)}</bdi>;
  };
  return (
    <Dialog
      title={t("Someone else has changed this")}
      action={choice === "theirs" ? t("Use what is stored") : t("Save my values")}
      keep={t("Continue editing")}
      unavailable={choice === "" && t("Choose the values to keep.")}
      act={choice === "theirs" ? discard : overwrite}
      close={close}
      wide
    >
      {members.length === 0 ? (
        <p>{t("It was changed at the same moment, in other fields than yours.")}</p>
      ) : (
        <Table
          caption={t("Fields with two values")}
          items={members}
          keyOf={(name) => name}
          columns={[
            { head: t("Field"), cell: memberLabel },
            { head: t("Stored now"), cell: (name) => shown(theirs.value, name) },
            { head: t("Yours"), cell: (name) => shown(mine, name) },
          ]}
        />
      )}
      <fieldset className="choices">
        <legend className="vh">{t("What to keep")}</legend>
        {[
          ["theirs", t("Use what is stored, and discard my edit")],
          ["mine", t("Save my values over it")],
        ].map(([value, label]) => (
          <label className="check" key={value}>
            <input type="radio" name="keep" checked={choice === value} onChange={() => setChoice(value!)} />
            {label}
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}

/** Requires confirmation before the page is left while a form differs from its loaded state. */
export function useUnsaved(form: unknown, loaded: unknown): void {
  const changed = !same(form, loaded);
  useEffect(() => (changed ? blockLeaving() : undefined), [changed]);
}
