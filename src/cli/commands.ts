import { insertedAfter } from "../base/program/inserted-after.ts";
import type { Feature, ListedCommand } from "../feature.ts";

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
    load: async () => (await import("./import/import.ts")).importCommand,
  },
  {
    name: "datasets",
    summary: "List, compare and roll back datasets.",
    load: async () => (await import("./datasets.ts")).datasetsCommand,
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
    name: "upgrade",
    summary: "Show or apply what this version changes in the database.",
    load: async () => (await import("./upgrade.ts")).upgradeCommand,
  },
  {
    name: "resume",
    summary: "Show what a restore found, and let the service charge and send again.",
    load: async () => (await import("./resume.ts")).resumeCommand,
  },
  {
    name: "journals",
    summary: "List, expire or repair usage journals.",
    load: async () => (await import("./journals.ts")).journalsCommand,
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
    name: "enter",
    summary: "Print a link that opens the account of who has lost the second factor.",
    load: async () => (await import("./enter.ts")).enterCommand,
  },
  {
    name: "acme",
    summary: "Store or remove the response to an ACME challenge.",
    load: async () => (await import("./acme.ts")).acmeCommand,
  },
  {
    name: "completion",
    summary: "Print the completion of a shell.",
    load: async () => (await import("./completion/completion.ts")).completionCommand(commandsWith),
  },
];

/** All commands, in the order in which the program lists them. */
export const commandsWith = (features: readonly Feature[]): readonly ListedCommand[] =>
  features.reduce(
    (all, { commands = [], commandsAfter }) =>
      insertedAfter(all, commands, ({ name }) => name === commandsAfter),
    coreCommands,
  );
