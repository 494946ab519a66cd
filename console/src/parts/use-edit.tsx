import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Versioned } from "../api/client.ts";
import { memberLabel } from "../api/issue-sentence.ts";
import { asProblem } from "../api/problem.ts";
import { t } from "../base/language/language.ts";
import { Dialog } from "./dialog.tsx";
import { blockLeaving } from "./router.tsx";
import { type Column, Table } from "./table.tsx";

/** The header of an edit. */
export type IfMatch = Readonly<{ "if-match": string }>;

/** Sends an edit, merged with what others have stored since. */
type Send<M> = (headers: IfMatch, merged: M) => Promise<unknown>;

interface Conflict {
  readonly mine: Members;
  readonly theirs: Versioned<object>;
  readonly send: Send<never>;
}

interface EditOptions<T> {
  /** What the form was loaded with. */
  readonly before: T;
  read(): Promise<Versioned<T>>;
  /** Called after the edit is stored. */
  saved(): unknown;
  /** Called if the form is to be loaded again: it lacks what others have stored. */
  discard(): unknown;
}

const triesMost = 3;

/**
 * Saves the edits of a form. What others have stored since it was loaded is kept where the reader changed nothing; of
 * members that both have changed a dialog shows both values, and the reader chooses each.
 */
export function useEdit<T extends object>({ before, read, saved, discard }: EditOptions<T>) {
  const base = useRef<object>(before);
  const [conflict, setConflict] = useState<Conflict>();
  const store = async ({ mine, theirs, send }: Conflict, merged: Members) => {
    await send({ "if-match": theirs.etag }, merged as never);
    base.current = { ...theirs.value, ...merged };
    await saved();
    if (!same(merged, mine)) await discard();
  };
  const save = async <M extends object>(mine: M, send: Send<M>, tries = triesMost): Promise<void> => {
    const theirs = await read();
    const found: Conflict = { mine: mine as Members, theirs, send };
    if (conflictsOf(found, base.current).length > 0) return setConflict(found);
    try {
      await store(found, merged(found, base.current));
    } catch (error) {
      if (asProblem(error).status !== 412 || tries === 1) throw error;
      await save(mine, send, tries - 1);
    }
  };
  const dialog: ReactNode = conflict && (
    <ConflictDialog
      conflict={conflict}
      base={base.current}
      store={(all) => store(conflict, all)}
      discard={discard}
      close={() => setConflict(undefined)}
    />
  );
  return { save, dialog };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value of a member that both have changed: the path's names, the reader's value and the stored one. */
type Choose = (path: string, mine: unknown, theirs: unknown) => unknown;

const keepMine: Choose = (_, mine) => mine;

/** An edit with what others have changed of its members, and within them. */
function merged(
  { mine, theirs: { value } }: Pick<Conflict, "mine" | "theirs">,
  before: object,
  choose: Choose = keepMine,
): Members {
  const known = Object.keys(mine).filter((name) => name in value && name in before);
  return { ...mine, ...mergedMembers(known, mine, before as Members, value as Members, choose, "") };
}

function mergedMembers(
  names: Iterable<string>,
  mine: Members,
  before: Members,
  theirs: Members,
  choose: Choose,
  above: string,
): Members {
  const kept = (name: string): unknown => {
    const [own, was, is] = [mine[name], before[name], theirs[name]];
    if (same(is, was) || same(is, own)) return own;
    if (same(own, was)) return is;
    const path = above + name;
    if (!isMembers(own) || !isMembers(was) || !isMembers(is)) return choose(path, own, is);
    const within = new Set([...Object.keys(is), ...Object.keys(own)]);
    return mergedMembers(within, own, was, is, choose, `${path}.`);
  };
  return Object.fromEntries([...names].map((name) => [name, kept(name)]));
}

interface Changed {
  readonly path: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** The members that both have changed, to different values. */
function conflictsOf(conflict: Conflict, before: object): readonly Changed[] {
  const found: Changed[] = [];
  merged(conflict, before, (path, mine, theirs) => found.push({ path, mine, theirs }));
  return found;
}

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly base: object;
  store(merged: Members): Promise<void>;
  discard(): unknown;
  close(): void;
}

const labelOf = (path: string): string => memberLabel(path.slice(path.lastIndexOf(".") + 1));

const shown = (value: unknown) =>
  value === null || value === undefined || value === "" ? (
    <i>{t("empty")}</i>
  ) : (
    <bdi>{typeof value === "string" ? value : JSON.stringify(value)}</bdi>
  );

function ConflictDialog({ conflict, base, store, discard, close }: ConflictDialogProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, "mine" | "theirs">>>({});
  const members = conflictsOf(conflict, base);
  const all = merged(conflict, base, (path, mine, theirs) => (chosen[path] === "theirs" ? theirs : mine));
  const isOpen = members.some(({ path }) => !chosen[path]);
  const stored = conflict.theirs.value as Members;
  const isStored = Object.entries(all).every(
    ([name, value]) => !(name in stored) || same(value, stored[name]),
  );
  const column = (of: "mine" | "theirs", head: string): Column<Changed> => ({
    head,
    cell: ({ path, [of]: value }) => (
      <label className="check">
        <input
          type="radio"
          name={path}
          aria-label={`${labelOf(path)}: ${head}`}
          checked={chosen[path] === of}
          onChange={() => setChosen({ ...chosen, [path]: of })}
        />
        {shown(value)}
      </label>
    ),
    labelled: true,
  });
  return (
    <Dialog
      title={t("Someone else has changed this")}
      action={!isOpen && isStored ? t("Use what is stored") : t("Save")}
      keep={t("Continue editing")}
      unavailable={isOpen && t("Choose the values to keep.")}
      act={isStored ? discard : () => store(all)}
      close={close}
      wide
    >
      <p className="muted">{t("What only one of you has changed is kept.")}</p>
      <Table
        caption={t("Fields with two values")}
        items={members}
        keyOf={({ path }) => path}
        columns={[
          { head: t("Field"), cell: ({ path }) => labelOf(path) },
          column("theirs", t("Stored now")),
          column("mine", t("Yours")),
        ]}
      />
    </Dialog>
  );
}

/** Requires confirmation before the page is left while a form differs from its loaded state. */
export function useUnsaved(form: unknown, loaded: unknown): void {
  const changed = !same(form, loaded);
  useEffect(() => (changed ? blockLeaving() : undefined), [changed]);
}
