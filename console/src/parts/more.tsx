import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { t } from "../base/language/language.ts";

/** What opens over its page: it closes at Escape, whose next press closes what it lies on, and at a press elsewhere. */
export function usePopUp() {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute("open");
  useEffect(() => {
    const outside = ({ target }: PointerEvent) => {
      if (!menu.current?.contains(target as Node)) close();
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !menu.current?.open) return;
    event.stopPropagation();
    close();
    menu.current.querySelector("summary")?.focus();
  };
  return { close, details: { ref: menu, onKeyDown } };
}

/** Rare actions behind one word, danger last. It closes when one is chosen. */
export function More({ label, children }: { label?: string; children: ReactNode }) {
  const { close, details } = usePopUp();
  return (
    <details className="more" {...details}>
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
