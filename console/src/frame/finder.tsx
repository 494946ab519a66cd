import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { t } from "../base/language/language.ts";
import { T } from "../base/language/rich-text.tsx";
import { Button } from "../parts/button.tsx";
import { useModal } from "../parts/dialog.tsx";
import { navigate } from "../parts/router.tsx";
import { useFound } from "./found.ts";
import type { Found } from "./found-by-name.ts";

const shortcut = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? "⌘K" : t("Ctrl K");

/** The command field, which ⌘K or Ctrl+K opens on every page: its button, for each bar, and its dialog. */
export function useFinder() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key?.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return {
    button: (
      <Button className="find" onPress={() => setOpen(true)}>
        <T text="Search {shortcut}" shortcut={<kbd>{shortcut}</kbd>} />
      </Button>
    ),
    dialog: open && <FindDialog close={() => setOpen(false)} />,
  };
}

const hint = t("VIN, plate and state, request ID, key, email, name or words of the docs");

function FindDialog({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [typed, setTyped] = useState("");
  const [selected, setSelected] = useState(0);
  const found = useFound(typed);
  const chosen = Math.min(selected, found.length - 1);
  useModal(dialog);
  const open = ({ to, search }: Found) => {
    close();
    void navigate(to, search && { search });
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setSelected((chosen + step + found.length) % Math.max(1, found.length));
    }
    const one = found[chosen];
    if (event.key === "Enter" && one) {
      event.preventDefault();
      open(one);
    }
  };
  const optionId = (index: number) => `${id}o${index}`;
  return (
    <dialog ref={dialog} className="dlg finder" aria-label={t("Search")} onClose={close} onCancel={close}>
      <input
        className="in"
        type="search"
        role="combobox"
        aria-label={hint}
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? optionId(chosen) : undefined}
        placeholder={hint}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={300}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setSelected(0);
        }}
        onKeyDown={press}
      />
      <div id={id} role="listbox" aria-label={t("Results")}>
        {found.map((one, index) => (
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
              {one.detail && <span className="sub">{one.detail}</span>}
            </span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="muted note">{t("Nothing found. Enter a {hint}.", { hint })}</p>}
    </dialog>
  );
}
