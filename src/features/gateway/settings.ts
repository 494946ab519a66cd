import { integer, setting } from "../../base/settings/setting.ts";
import { featureSettings } from "../../base/settings/settings-table.ts";

export const gatewaySettings = featureSettings(
  {
    demoApiPort: setting(
      "VINGATE_DEMO_API_PORT",
      "a free one",
      "Loopback port on which the service answers the demo set's registered API.",
      integer(0, 0, 65535),
    ),
  },
  "VINGATE_DEMO",
);
