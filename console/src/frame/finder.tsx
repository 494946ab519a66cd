import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { listed } from "../base/format.ts";
import { t } from "../base/language/language.ts";
import { T } from "../base/language/rich-text.tsx";
import { Button } from "../parts/button.tsx";
import { useModal } from "../parts/dialog.tsx";
import { navigate } from "../parts/router.tsx";
import { Failure } from "../parts/states.tsx";
import { type FoundGroup, useFound } from "./found.ts";
import type { Found } from "./hits.ts";
import { searchKeys } from "./keys.ts";

/** The button that opens the search. */
export function FindButton({ open }: { open(): void }) {
  return (
    <Button className="find" onPress={open}>
      <T text="Search {shortcut}" shortcut={<kbd>{searchKeys}</kbd>} />
    </Button>
  );
}

const hint = t("Name, number, reference, amount, VIN, plate, call, key, setting or what to do");

/** What leads to every object by its name or number. */
export function Finder({ close }: { close(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [typed, setTyped] = useState("");
  const [selected, setSelected] = useState<number>();
  /** Enter was pressed before the service had answered: its first result is opened then. */
  const [isWaiting, wait] = useState(false);
  const { groups, isReady, missing, unread, error, retry } = useFound(typed);
  const all = groups.flatMap((group) => group.all);
  const chosen = Math.min(selected ?? 0, all.length - 1);
  const current = all[chosen];
  useModal(dialog);
  const open = ({ to, search }: Found) => {
    close();
    void navigate(to, search && { search });
  };
  useEffect(() => {
    if (!isWaiting || !isReady) return;
    wait(false);
    if (current && !error) open(current);
  }, [isWaiting, isReady]);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && all.length > 0) {
      event.preventDefault();
      setSelected((chosen + step + all.length) % all.length);
    }
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // What was chosen by an arrow is meant, whatever is still to be found.
    if (current && (isReady || selected !== undefined)) open(current);
    else wait(!isReady);
  };
  const optionId = (index: number) => `${id}o${index}`;
  return (
    <dialog ref={dialog} className="dlg finder" aria-label={t("Search")} onClose={close} onCancel={close}>
      <input
        className="in"
        type="search"
        role="combobox"
        aria-label={hint}
        aria-expanded={all.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={current && optionId(chosen)}
        placeholder={hint}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={256}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setSelected(undefined);
          wait(false);
        }}
        onKeyDown={press}
      />
      <Groups groups={groups} id={id} chosen={chosen} optionId={optionId} open={open} />
      <div role="status" className="muted">
        {!isReady && <p className="note vh">{t("Searching")}</p>}
        {missing && <p className="note">{missing}</p>}
        {isReady && !error && !missing && all.length === 0 && (
          <p className="note">{t("Nothing found. Enter a {hint}.", { hint: withinHint })}</p>
        )}
        {unread.length > 0 && (
          <p className="note">{t("Not searched in time: {groups}.", { groups: listed(unread) })}</p>
        )}
      </div>
      {error && <Failure error={error} what={t("Could not search")} retry={retry} />}
    </dialog>
  );
}

const withinHint = hint.charAt(0).toLowerCase() + hint.slice(1);

interface GroupsProps {
  readonly groups: readonly FoundGroup[];
  readonly id: string;
  readonly chosen: number;
  optionId(index: number): string;
  open(found: Found): void;
}

function Groups({ groups, id, chosen, optionId, open }: GroupsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  let index = -1;
  return (
    <div id={id} role="listbox" aria-label={t("Results")} ref={list}>
      {groups.map(({ title, all }) => (
        // biome-ignore lint/a11y/useSemanticElements: a list box has groups of options
        <div key={title} role="group" aria-label={title}>
          <div className="found-group" aria-hidden="true">
            {title}
          </div>
          {all.map((one) => {
            index += 1;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
              <div
                key={`${one.kind} ${one.to} ${one.label}`}
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === chosen}
                onClick={() => open(one)}
              >
                <span className="muted">{one.kind}</span>
                <span>
                  <bdi>{one.label}</bdi>
                  {one.detail && (
                    <span className="sub" dir="auto">
                      {one.detail}
                    </span>
                  )}
                </span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
