import { useState, useSyncExternalStore } from "react";

const print = typeof matchMedia === "function" ? matchMedia("print") : undefined;

function onPrint(changed: () => void): () => void {
  print?.addEventListener("change", changed);
  return () => print?.removeEventListener("change", changed);
}

/** Whether a shortened list is shown whole: after `showAll`, and while the page is printed. */
export function useShowAll(): readonly [all: boolean, showAll: () => void] {
  const [all, setAll] = useState(false);
  const printing = useSyncExternalStore(onPrint, () => print?.matches ?? false);
  return [all || printing, () => setAll(true)];
}
