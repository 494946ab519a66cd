import type { Feature } from "../../feature.ts";
import { mailLanguages, mailTables } from "./mail-schema.ts";
import { mailPermissions } from "./permissions.ts";
import { mailSettings } from "./settings.ts";

/** Mails: of events, to customers and operators, and of accounts. */
export const mail: Feature = {
  name: "mail",
  migrations: [mailTables, mailLanguages],
  settings: mailSettings,
  commands: [
    {
      name: "doctor --mail",
      summary: "Check the DNS records of the sender of mails.",
      load: async () => (await import("./commands/doctor-mail.ts")).doctorMailCommand,
    },
  ],
  commandsAfter: "doctor",
  permissions: mailPermissions,
  permissionsAfter: "payments.decide",
  async load() {
    const { service } = await import("./service.ts");
    return service;
  },
};
