import type { Feature } from "../../feature.ts";

/** Lookups as tools of the Model Context Protocol, and the commands of its clients. */
export const mcp: Feature = {
  name: "mcp",
  commands: [
    {
      name: "mcp install",
      summary: "Add Vingate to the MCP servers of a program.",
      load: async () => (await import("./commands/install.ts")).mcpInstallCommand,
    },
    {
      name: "mcp status",
      summary: "Show which programs have Vingate among their MCP servers.",
      load: async () => (await import("./commands/status.ts")).mcpStatusCommand,
    },
    {
      name: "mcp uninstall",
      summary: "Remove Vingate from the MCP servers of a program.",
      load: async () => (await import("./commands/uninstall.ts")).mcpUninstallCommand,
    },
    {
      name: "mcp",
      summary: "Serve the Model Context Protocol on standard input and output.",
      load: async () => (await import("./commands/mcp.ts")).mcpCommand,
    },
  ],
  commandsAfter: "webhooks listen",
  async load() {
    const { mcpEndpoints } = await import("./mcp-endpoint.ts");
    return { operations: mcpEndpoints, after: "getSecurityTxt" };
  },
};
