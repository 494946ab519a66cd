import { oneOf, setting } from "../../base/settings/setting.ts";
import { featureSettings } from "../../base/settings/settings-table.ts";

export const connectorSettings = featureSettings(
  {
    connectors: setting(
      "VINGATE_CONNECTORS",
      "off",
      "Whether assistants connect with /mcp by a user's sign-in (OAuth), without a key: off, on. Needs an https VINGATE_PUBLIC_URL without a path.",
      oneOf("off", "on"),
    ),
  },
  "VINGATE_OIDC_OPERATORS_SECOND_FACTOR",
);
