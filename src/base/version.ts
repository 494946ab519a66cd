import manifest from "../../package.json" with { type: "json" };

export const serviceName = "vingate";

/** The version of the management API, fixed by the specification. */
export const apiVersion = "1.0.0";

/** The program's own version. */
export const buildVersion: string = manifest.version;
