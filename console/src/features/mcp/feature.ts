import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";

/** How assistants are connected. */
export const mcp: ConsoleFeature = {
  before: "/keys",
  pages: [
    {
      path: "/docs/assistants",
      title: t("Assistants"),
      access: "user",
      permission: "keys.view",
      words: t("MCP Claude Cursor Gemini Windsurf model context protocol"),
      customer: "docs",
      load: () => import("./assistants.tsx").then((code) => code.Assistants),
    },
  ],
};
