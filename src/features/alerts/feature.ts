import type { Feature } from "../../feature.ts";
import { alertTables } from "./alerts-schema.ts";
import { alertEvents } from "./events.ts";

/** Events of credits that are used to a part, or expire soon. */
export const alerts: Feature = {
  name: "alerts",
  migrations: [alertTables],
  events: alertEvents,
  eventsAfter: "credits.gone",
  async load() {
    const [{ Alerts }, { alertMails }] = await Promise.all([
      import("./alerts.ts"),
      import("./alert-mails.ts"),
    ]);
    return { mails: alertMails, open: (context) => new Alerts(context) };
  },
};
