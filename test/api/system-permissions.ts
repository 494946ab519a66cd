import { at, operatorsAlone, type Permission } from "./permission.ts";

export const systemPermissions: Readonly<Record<string, Permission>> = {
  "GET /system": { path: at("/system"), ...operatorsAlone },
  "GET /system/checks": { path: at("/system/checks"), ...operatorsAlone },
  "GET /system/customers": { path: at("/system/customers"), ...operatorsAlone },
  "GET /system/inbox": { path: at("/system/inbox"), ...operatorsAlone },
  "POST /system/inbox/{id}/put-off": {
    path: at("/system/inbox/none/put-off"),
    json: () => ({ reason: "Later." }),
    own: 403,
    operator: 404,
  },
  "POST /system/search": { path: at("/system/search"), json: () => ({ text: "Ada" }), ...operatorsAlone },
  "GET /system/events": { path: at("/system/events?seconds=0"), ...operatorsAlone },
  "POST /system/ledgerCheck": { path: at("/system/ledgerCheck"), ...operatorsAlone },
  "POST /system/backup": { path: at("/system/backup"), own: 403, operator: 409 },
  "DELETE /system/nodes/{instance}": { path: at("/system/nodes/gone"), own: 403, operator: 404 },
  "POST /system/resume": { path: at("/system/resume"), json: () => ({}), own: 403, operator: 409 },
};
