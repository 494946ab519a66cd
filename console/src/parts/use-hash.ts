import { useEffect } from "react";

/** Scrolls once to the part that the address names, which is there only after its data is loaded. */
export function useHashOnce(): void {
  useEffect(() => {
    const id = location.hash.slice(1);
    if (id !== "") document.getElementById(id)?.scrollIntoView();
  }, []);
}
