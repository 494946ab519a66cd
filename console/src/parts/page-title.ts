import { useEffect } from "react";

/** What the browser's tab and history say of this page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Vingate`;
  }, [title]);
}
