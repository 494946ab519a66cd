import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";

interface Tab {
  readonly name: string;
  readonly panel: ReactNode;
}

/** Tabs by arrow keys; `aside` stands at the bar's right. `onPick` is told the name. */
export function Tabs({
  label,
  tabs,
  aside,
}: {
  label: string;
  tabs: readonly Tab[];
  aside?: (name: string) => ReactNode;
}) {
  const id = useId();
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const pick = (event: KeyboardEvent) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tabs.length) % tabs.length;
    setAt(next);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  const open = tabs[at] ?? tabs[0];
  return (
    <div className="code">
      <div className="code-bar">
        <div className="tabs" role="tablist" aria-label={label} ref={list}>
          {tabs.map(({ name }, index) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}t${index}`}
              aria-controls={`${id}p`}
              aria-selected={index === at}
              tabIndex={index === at ? 0 : -1}
              onClick={() => setAt(index)}
              onKeyDown={pick}
            >
              {name}
            </button>
          ))}
        </div>
        {open && aside?.(open.name)}
      </div>
      <div role="tabpanel" id={`${id}p`} aria-labelledby={`${id}t${at}`}>
        {open?.panel}
      </div>
    </div>
  );
}
