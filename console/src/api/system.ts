import type { Schemas } from "./client.ts";
import { reading } from "./reading.ts";

export type System = Schemas["System"];
/** The data of the system's events. */
export type SystemState = Omit<System, "versions" | "settings">;
export type SystemNode = System["nodes"][number];
export type LedgerCheck = Schemas["LedgerCheck"];

/** The checks of `vingate doctor`. */
export type InstallationCheck = Schemas["InstallationCheck"];

export const installationChecks = reading(["system", "checks"], "/system/checks");

export const system = reading(["system"], "/system");
