import { type ReactNode, useEffect, useRef } from "react";
import { t } from "../base/language/language.ts";
import { Button } from "./button.tsx";

interface PanelProps {
  readonly title: string;
  /** What is shown: the focus moves to the panel with another one. */
  readonly of: string;
  close(): void;
  readonly children: ReactNode;
}

/** The details of a row beside its list. Escape closes them. */
export function Panel({ title, of, close, children }: PanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), [of]);
  return (
    <aside
      id="panel"
      aria-label={title}
      tabIndex={-1}
      ref={panel}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <div className="pan-h">
        <span className="muted sm">{title}</span>
        <Button onPress={close}>{t("Close")}</Button>
      </div>
      {children}
    </aside>
  );
}
