import type { ReactNode } from "react";
import { type Permission, useMay } from "../api/account.ts";

/** Shows its children to roles with a permission. A role that may not do something does not see its button. */
export function May({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useMay()(permission) ? children : null;
}
