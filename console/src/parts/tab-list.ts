import { type KeyboardEvent, useId, useRef, useState } from "react";

/** State and attributes of a tab list that arrow keys move through. `kept`: the state, if it is kept elsewhere. */
export function useTabList<E extends HTMLElement>(
  length: number,
  first = 0,
  kept?: readonly [selected: number, select: (index: number) => void],
) {
  const id = useId();
  const own = useState(first);
  const [selected, select] = kept ?? own;
  const list = useRef<E>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const keys = { ArrowRight: selected + 1, ArrowLeft: selected - 1, Home: 0, End: length - 1 };
    const target = keys[event.key as keyof typeof keys];
    if (target === undefined) return;
    event.preventDefault();
    const next = (target + length) % length;
    select(next);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  const tab = (index: number) => ({
    type: "button" as const,
    role: "tab",
    id: `${id}t${index}`,
    "aria-controls": `${id}p`,
    "aria-selected": index === selected,
    tabIndex: index === selected ? 0 : -1,
    onClick: () => select(index),
    onKeyDown,
  });
  const panel = { role: "tabpanel", id: `${id}p`, "aria-labelledby": `${id}t${selected}` };
  return { selected, select, list, tab, panel };
}
