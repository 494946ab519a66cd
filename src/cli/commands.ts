import type { Feature, ListedCommand } from "../feature.ts";

/** The commands of the core. */
const coreCommands: readonly ListedCommand[] = [
  {
    name: "serve",
    summary: "Start the service.",
    load: async () => (await import("./serve.ts")).serveCommand,
  },
  {
    name: "decode",
    summary: "Decode VINs on the command line or from a list.",
    load: async () => (await import("./decode.ts")).decodeCommand,
  },
  {
    name: "signup",
    summary: "Create an account at a service, and keep its key.",
    load: async () => (await import("./client/signup.ts")).signupCommand,
  },
  {
    name: "login",
    summary: "Keep the URL and key of a service for the next commands.",
    load: async () => (await import("./client/login.ts")).loginCommand,
  },
  {
    name: "logout",
    summary: "Delete a kept key.",
    load: async () => (await import("./client/logout.ts")).logoutCommand,
  },
  {
    name: "lookup",
    summary: "Look up a vehicle with a service.",
    load: async () => (await import("./client/lookup.ts")).lookupCommand,
  },
  {
    name: "batch",
    summary: "Decode a list of VINs of any size with a service.",
    load: async () => (await import("./client/batch.ts")).batchCommand,
  },
  {
    name: "usage",
    summary: "Show the credits and limits of a key.",
    load: async () => (await import("./client/usage.ts")).usageCommand,
  },
  {
    name: "coverage",
    summary: "Show which lookups have an answer for a vehicle.",
    load: async () => (await import("./client/coverage.ts")).coverageCommand,
  },
  {
    name: "watch",
    summary: "Watch VINs for changed records.",
    load: async () => (await import("./client/watch.ts")).watchCommand,
  },
  {
    name: "report",
    summary: "Report the calls and credits of a key.",
    load: async () => (await import("./client/report.ts")).reportCommand,
  },
  {
    name: "webhooks listen",
    summary: "Send a webhook's events to an address of this machine.",
    load: async () => (await import("./client/listen.ts")).webhooksListenCommand,
  },
  {
    name: "mcp install",
    summary: "Add Vingate to the MCP servers of a program.",
    load: async () => (await import("./client/mcp/install.ts")).mcpInstallCommand,
  },
  {
    name: "mcp status",
    summary: "Show which programs have Vingate among their MCP servers.",
    load: async () => (await import("./client/mcp/status.ts")).mcpStatusCommand,
  },
  {
    name: "mcp uninstall",
    summary: "Remove Vingate from the MCP servers of a program.",
    load: async () => (await import("./client/mcp/uninstall.ts")).mcpUninstallCommand,
  },
  {
    name: "mcp",
    summary: "Serve the Model Context Protocol on standard input and output.",
    load: async () => (await import("./mcp/mcp.ts")).mcpCommand,
  },
  {
    name: "vin compile",
    summary: "Precompile the VIN data.",
    load: async () => (await import("./vin.ts")).vinCompileCommand,
  },
  {
    name: "demo",
    summary: "Load or remove the synthetic demo data.",
    load: async () => (await import("./demo.ts")).demoCommand,
  },
  {
    name: "import",
    summary: "Import vehicle data from a file, a URL or standard input.",
    load: async () => (await import("./import.ts")).importCommand,
  },
  {
    name: "datasets",
    summary: "List, compare and roll back datasets.",
    load: async () => (await import("./datasets.ts")).datasetsCommand,
  },
  {
    name: "export",
    summary: "Print products, policies and registered APIs as a file.",
    load: async () => (await import("./declaration/export.ts")).exportCommand,
  },
  {
    name: "apply",
    summary: "Make products and registered APIs equal to a file.",
    load: async () => (await import("./declaration/apply.ts")).applyCommand,
  },
  {
    name: "erase",
    summary: "Erase a vehicle's or a person's records from every dataset.",
    load: async () => (await import("./erase.ts")).eraseCommand,
  },
  {
    name: "doctor",
    summary: "Check the installation, and that ledger, reports and log agree.",
    load: async () => (await import("./doctor/doctor.ts")).doctorCommand,
  },
  {
    name: "backup",
    summary: "Make a backup beside the running service.",
    load: async () => (await import("./backup/backup.ts")).backupCommand,
  },
  {
    name: "restore",
    summary: "Restore a backup into an empty installation.",
    load: async () => (await import("./backup/restore.ts")).restoreCommand,
  },
  {
    name: "upgrade",
    summary: "Show or apply what this version changes in the database.",
    load: async () => (await import("./backup/upgrade.ts")).upgradeCommand,
  },
  {
    name: "journals",
    summary: "List, expire or repair usage journals.",
    load: async () => (await import("./journals.ts")).journalsCommand,
  },
  {
    name: "calls move",
    summary: "Copy single calls from the database to ClickHouse.",
    load: async () => (await import("./calls/move.ts")).moveCallsCommand,
  },
  {
    name: "rotate",
    summary: "Replace the master key, the operator token or the signing key.",
    load: async () => (await import("./rotate/rotate.ts")).rotateCommand,
  },
  {
    name: "reset-password",
    summary: "Print a link that sets a user's password.",
    load: async () => (await import("./reset-password.ts")).resetPasswordCommand,
  },
  {
    name: "acme",
    summary: "Store or remove the response to an ACME challenge.",
    load: async () => (await import("./acme.ts")).acmeCommand,
  },
  {
    name: "completion",
    summary: "Print the completion of a shell.",
    load: async () => (await import("./client/completion.ts")).completionCommand(commandsWith),
  },
];

/** All commands, in the order in which the program lists them. */
export const commandsWith = (features: readonly Feature[]): readonly ListedCommand[] =>
  features
    .flatMap(({ commands = [] }) => commands)
    .reduce((all, command) => {
      const place = all.findIndex(({ name }) => name === command.after) + 1 || all.length;
      return all.toSpliced(place, 0, command);
    }, coreCommands);
