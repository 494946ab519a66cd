import { type Permission, useMay } from "../api/account.ts";
import { addressStore, useSearchState } from "./router.tsx";

/** A dialog that an address opens too: `?do=record-transfer`. Search and Inbox lead to it so. */
export function useDo(name: string, permission: Permission) {
  const { search, change } = useSearchState();
  const isPermitted = useMay()(permission);
  return {
    isOpen: isPermitted && search.do === name,
    open: () => change({ do: name }),
    close: () => {
      // The address can have lost it already: by the browser's button, for example.
      if (addressStore.get().search.do === name) change({ do: "" }, true);
    },
  };
}
