import type { Feature } from "../../feature.ts";

/** Commands that call a service as its customer, with the client of `sdk/typescript/`. */
export const cliClient: Feature = {
  name: "cli-client",
  commands: [
    {
      name: "signup",
      summary: "Create an account at a service, and keep its key.",
      load: async () => (await import("./signup.ts")).signupCommand,
    },
    {
      name: "login",
      summary: "Keep the URL and key of a service for the next commands.",
      load: async () => (await import("./login.ts")).loginCommand,
    },
    {
      name: "logout",
      summary: "Delete a kept key.",
      load: async () => (await import("./logout.ts")).logoutCommand,
    },
    {
      name: "lookup",
      summary: "Look up a vehicle with a service.",
      load: async () => (await import("./lookup.ts")).lookupCommand,
    },
    {
      name: "batch",
      summary: "Decode a list of VINs of any size with a service.",
      load: async () => (await import("./batch-command.ts")).batchCommand,
    },
    {
      name: "usage",
      summary: "Show the credits and limits of a key.",
      load: async () => (await import("./usage.ts")).usageCommand,
    },
    {
      name: "coverage",
      summary: "Show which lookups have an answer for a vehicle.",
      load: async () => (await import("./coverage.ts")).coverageCommand,
    },
    {
      name: "watch",
      summary: "Watch VINs for changed records.",
      load: async () => (await import("./watch.ts")).watchCommand,
    },
    {
      name: "report",
      summary: "Report a vehicle by several lookups, or the calls and credits of a key.",
      load: async () => (await import("./report.ts")).reportCommand,
    },
    {
      name: "webhooks listen",
      summary: "Send a webhook's events to an address of this machine.",
      load: async () => (await import("./listen.ts")).webhooksListenCommand,
    },
  ],
  commandsAfter: "decode",
};
