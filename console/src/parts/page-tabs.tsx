import type { ReactNode } from "react";
import { count } from "../base/format.ts";
import { useSearchState } from "./router.tsx";
import { useTabList } from "./tab-list.ts";

export interface PageTab {
  /** In the address; the first one is shown without it. */
  readonly id: string;
  readonly title: string;
  readonly count?: number | undefined;
  panel(): ReactNode;
}

interface PageTabsProps {
  readonly label: string;
  readonly tabs: readonly PageTab[];
  /** The search parameter that names the open one. */
  readonly name?: string;
}

/** The tabs of a page about one object. The address keeps the open one. */
export function PageTabs({ label, tabs, name = "tab" }: PageTabsProps) {
  const { search, change } = useSearchState();
  const selected = Math.max(
    0,
    tabs.findIndex(({ id }) => id === search[name]),
  );
  const select = (index: number) => change({ [name]: index === 0 ? "" : tabs[index]?.id, page: "" });
  const { list, tab, panel } = useTabList<HTMLDivElement>(tabs.length, 0, [selected, select]);
  return (
    <>
      <div className="tabs tabs-row page-tabs" role="tablist" aria-label={label} ref={list}>
        {tabs.map(({ id, title, count: number }, index) => (
          <button key={id} {...tab(index)}>
            {title}
            {number !== undefined && <span className="soft"> {count(number)}</span>}
          </button>
        ))}
      </div>
      <div {...panel}>{tabs[selected]?.panel()}</div>
    </>
  );
}
