import { useRef } from "react";
import { t } from "../base/language/language.ts";
import { Button } from "../parts/button.tsx";
import { useModal } from "../parts/dialog.tsx";
import { singleKeysStore } from "../parts/single-keys.tsx";
import { entryKeys, type Side, searchKeys } from "./keys.ts";

const general = [
  [searchKeys, t("Search")],
  ["/", t("Search")],
  ["j k", t("Next and previous row")],
  [t("Enter"), t("Open")],
  ["e", t("The row's action")],
  [t("Esc"), t("Close, back to the row")],
  ["[ ]", t("Previous and next tab")],
  ["?", t("This list")],
] as const;

/** The keys of the console. */
export function KeyList({ side, close }: { side: Side; close(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOn = singleKeysStore.use();
  useModal(dialog);
  const entries = Object.entries(entryKeys[side]).map(([key, [, title]]) => [`g ${key}`, title] as const);
  return (
    <dialog
      ref={dialog}
      className="dlg"
      aria-label={t("Keyboard shortcuts")}
      onClose={close}
      onCancel={close}
    >
      <h2>{t("Keyboard shortcuts")}</h2>
      <p className="muted">
        {isOn
          ? t("Single keys do nothing in a field. Turn them off in your profile.")
          : t("Single keys are off. Turn them on in your profile.")}
      </p>
      <dl className="key-list">
        {[...general, ...entries].map(([keys, text]) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="actions">
        <Button onPress={close}>{t("Close")}</Button>
      </p>
    </dialog>
  );
}
