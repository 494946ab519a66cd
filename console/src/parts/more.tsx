import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { t } from "../base/language/language.ts";

/** Rare actions behind one word, danger last. It closes when one is chosen, at Escape and at a press elsewhere. */
export function More({ label, children }: { label?: string; children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute("open");
  useEffect(() => {
    const outside = ({ target }: PointerEvent) => {
      if (!menu.current?.contains(target as Node)) close();
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, []);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== "Escape") return;
    close();
    menu.current?.querySelector("summary")?.focus();
  };
  return (
    <details className="more" ref={menu} onKeyDown={onKeyDown}>
      <summary className="btn" aria-label={label}>
        {t("More")}
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its controls are pressed */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys press its controls */}
      <div className="more-items" onClick={close}>
        {children}
      </div>
    </details>
  );
}
