import type { Feature } from "../../feature.ts";
import { objectsOf } from "../../running/account-ports.ts";
import { keptCredentials, mcpChallenge } from "../../running/sign-in-ports.ts";
import { clientNetworks, connectorTables } from "./connectors-schema.ts";
import { connectorSettings } from "./settings.ts";

/** Assistants that users connect with /mcp by signing in (OAuth), without a key. */
export const connectors: Feature = {
  name: "connectors",
  migrations: [connectorTables, clientNetworks],
  settings: connectorSettings,
  async load() {
    const [
      { metadataEndpoints },
      { oauthEndpoints },
      { connectEndpoints },
      { assistantEndpoints },
      { connectorsRestoring },
      { Connectors },
    ] = await Promise.all([
      import("./operations/metadata-endpoints.ts"),
      import("./operations/oauth-endpoints.ts"),
      import("./operations/connect-endpoints.ts"),
      import("./operations/assistant-endpoints.ts"),
      import("./assistants.ts"),
      import("./connectors.ts"),
    ]);
    return {
      operations: [...metadataEndpoints, ...oauthEndpoints, ...connectEndpoints, ...assistantEndpoints],
      after: "callMcp",
      restoring: connectorsRestoring,
      provides: [keptCredentials, objectsOf, mcpChallenge],
      open: (context) => new Connectors(context),
    };
  },
};
