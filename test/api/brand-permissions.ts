import { at, type OpenPermission, operatorsAlone, type Permission } from "./permission.ts";

/** Who may change the brand; everyone reads it. */
export const brandPermissions: Readonly<Record<string, Permission>> = {
  "PUT /brand": { path: at("/brand"), json: () => ({ name: "Lotdata" }), ...operatorsAlone },
};

export const brandOpen: Readonly<Record<string, OpenPermission>> = {
  "GET /brand": { path: "/brand", status: 200 },
  "GET /brand/logo": { path: "/brand/logo", status: 404 },
};
