import { type Permission, useMay } from "../api/account.ts";
import { addressStore, useSearchState } from "./router.tsx";

/** A dialog that an address opens too: `?do=record-transfer`. Search and Inbox lead to it so. */
export function useDo(name: string, permission: Permission) {
  const { search, change } = useSearchState();
  const { pathname } = addressStore.use();
  const isPermitted = useMay()(permission);
  return {
    isOpen: isPermitted && search.do === name,
    open: () => change({ do: name }),
    close: () => {
      const shown = addressStore.get();
      // What the dialog did can have led to another page.
      if (shown.pathname === pathname && shown.search.do === name) change({ do: "" }, true);
    },
  };
}
