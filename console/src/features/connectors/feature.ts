import { lazy } from "react";
import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";
import { settingsPage } from "../../parts/page.ts";

/** The page on which a user connects an assistant, and the assistants that are connected. */
export const connectors: ConsoleFeature = {
  before: "/me",
  parts: {
    remaining: {
      kind: "assistant",
      action: t("Disconnect"),
      ended: t("Assistant disconnected"),
      async end(userId, { id }) {
        // The list of pages is read without a browser too.
        const { api, dataOf } = await import("../../api/client.ts");
        const params = { path: { id: userId, assistant_id: id } };
        return dataOf(api.DELETE("/users/{id}/assistants/{assistant_id}", { params }));
      },
    },
    security: lazy(() => import("./assistants.tsx").then((code) => code.loadAssistants())),
  },
  pages: [
    settingsPage({
      path: "/settings/assistants",
      title: t("Assistants"),
      words: t("OAuth MCP connect Claude"),
      permission: "service.view",
      section: {
        group: "people",
        environment: ["CONNECTORS"],
        says: () => import("./assistant-settings.tsx").then((code) => code.assistantsLine()),
      },
      load: () => import("./assistant-settings.tsx").then((code) => code.AssistantSettings),
    }),
    {
      path: "/connect",
      title: t("Connect an assistant"),
      access: "user",
      permission: "self.change",
      isAlone: true,
      load: () => import("./connect.tsx").then((code) => code.Connect),
    },
    {
      path: "/connect/refused",
      title: t("Cannot connect"),
      access: "public",
      load: () => import("./refused.tsx").then((code) => code.Refused),
    },
  ],
};
