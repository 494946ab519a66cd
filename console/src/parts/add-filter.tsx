import type { ReactNode } from "react";
import { t } from "../base/language/language.ts";
import { useSearchState } from "./router.tsx";

/** The filters that can be added to a list. Closed again once one is chosen. */
export function AddFilter({ children }: { children: ReactNode }) {
  const { search } = useSearchState();
  return (
    <details className="add" key={JSON.stringify(search)}>
      <summary className="btn">{t("Add filter")}</summary>
      <div className="filters">{children}</div>
    </details>
  );
}
