import { useEffect } from "react";
import { brandStore } from "../api/brand.ts";

/** Sets the title of the browser's tab and history entry. */
export function usePageTitle(title: string): void {
  const { name } = brandStore.use();
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
}
