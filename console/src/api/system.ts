import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "./client.ts";

export type System = Schemas["System"];
/** The data of the system's events. */
export type SystemState = Omit<System, "versions" | "settings">;
export type SystemNode = System["nodes"][number];
export type LedgerCheck = Schemas["LedgerCheck"];

/** The checks of `vingate doctor`. */
export type InstallationCheck = Schemas["InstallationCheck"];

export const installationChecks = queryOptions({
  queryKey: ["system", "checks"],
  queryFn: () => dataOf(api.GET("/system/checks")),
});

export const system = queryOptions({
  queryKey: ["system"],
  queryFn: () => dataOf(api.GET("/system")),
});
