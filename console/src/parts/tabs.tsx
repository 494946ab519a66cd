import type { ReactNode } from "react";
import { useTabList } from "./tab-list.ts";

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly name: string; readonly panel: ReactNode }[];
  /** Content at the right of the bar, for the open tab. */
  aside?(name: string): ReactNode;
}

export function Tabs({ label, tabs, aside }: TabsProps) {
  const { selected, list, tab, panel } = useTabList<HTMLDivElement>(tabs.length);
  const open = tabs[selected] ?? tabs[0];
  return (
    <div className="code">
      <div className="code-bar">
        <div className="tabs" role="tablist" aria-label={label} ref={list}>
          {tabs.map(({ name }, index) => (
            <button key={name} {...tab(index)}>
              {name}
            </button>
          ))}
        </div>
        {open && aside?.(open.name)}
      </div>
      <div {...panel}>{open?.panel}</div>
    </div>
  );
}
