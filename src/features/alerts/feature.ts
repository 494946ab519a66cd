import type { Feature } from "../../feature.ts";
import { alertTables } from "./alerts-schema.ts";

/** Events of credits that are used to a part, or expire soon. */
export const alerts: Feature = {
  name: "alerts",
  migrations: [alertTables],
  async load() {
    const [{ Alerts }, { alertMails }] = await Promise.all([
      import("./alerts.ts"),
      import("./alert-mails.ts"),
    ]);
    return { mails: alertMails, open: (context) => new Alerts(context) };
  },
};
