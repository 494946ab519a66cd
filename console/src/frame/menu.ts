import { useEffect, useRef, useState } from "react";
import { addressStore } from "../parts/router.tsx";

/**
 * The menu of a narrow page, which is a page of its own: Back and Escape close it, and a link in it takes its place in
 * the history.
 */
export function useMenu() {
  const { pathname, search } = addressStore.use();
  const [isOpen, setOpen] = useState(false);
  const shown = useRef(false);
  shown.current = isOpen;
  useEffect(() => setOpen(false), [pathname, search]);
  useEffect(() => {
    const closed = () => setOpen(false);
    const press = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && shown.current && !document.querySelector("dialog[open]")) history.back();
    };
    addEventListener("popstate", closed);
    addEventListener("keydown", press);
    return () => {
      removeEventListener("popstate", closed);
      removeEventListener("keydown", press);
    };
  }, []);
  return {
    isOpen,
    toggle() {
      if (isOpen) return history.back();
      history.pushState({ entry: crypto.randomUUID() }, "");
      setOpen(true);
    },
  };
}
