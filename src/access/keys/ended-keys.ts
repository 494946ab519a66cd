import { endedRows, expiringRows } from "../../decisions/ended-rows.ts";

const rows = { table: "subscription_key", key: ["digest"] } as const;

/** Keys that no longer work. */
export const keysEnded = endedRows({ ...rows, name: "key", shown: "keys ended" });
/** Keys that were replaced, and work for a while. */
export const keysExpiring = expiringRows({ ...rows, name: "key-expiry", shown: "keys replaced" });
