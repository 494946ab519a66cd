import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Schemas } from "./client.ts";

export type System = Schemas["System"];
/** What the events of the system tell. */
export type SystemState = Omit<System, "versions" | "settings">;
export type SystemNode = System["nodes"][number];
export type LedgerCheck = Schemas["LedgerCheck"];

export const system = queryOptions({
  queryKey: ["system"],
  queryFn: () => answerOf(api.GET("/system")),
});
