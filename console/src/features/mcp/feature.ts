import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";

/** How assistants are connected. */
export const mcp: ConsoleFeature = {
  before: "/keys",
  pages: [
    {
      path: "/assistants",
      title: t("Assistants"),
      access: "user",
      permission: "keys.view",
      customer: "",
      words: t("MCP Claude Cursor Gemini Windsurf model context protocol"),
      load: () => import("./assistants.tsx").then((code) => code.Assistants),
    },
  ],
};
