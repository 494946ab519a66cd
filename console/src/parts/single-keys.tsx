import { t } from "../base/language/language.ts";
import { createStore } from "../base/store.ts";
import { Section } from "./section.tsx";

const storageKey = "vingate.keys";

/** Whether keys without Ctrl do something in this browser. */
export const singleKeysStore = createStore(localStorage.getItem(storageKey) !== "off");

function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, "off");
  singleKeysStore.set(on);
}

/** The choice on the page of the profile. Speech control types single keys by mistake (WCAG 2.1.4). */
export function SingleKeys() {
  const isOn = singleKeysStore.use();
  return (
    <Section title={t("Keyboard shortcuts")}>
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={({ target }) => setSingleKeys(target.checked)} />
        <span>{t("Single keys such as j, k and / do something on this device. ? lists them.")}</span>
      </label>
    </Section>
  );
}
