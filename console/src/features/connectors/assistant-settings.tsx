import { t } from "../../base/language/language.ts";
import { holds, readSystem } from "../../pages/operator/section-lines.ts";
import type { SectionLine } from "../../parts/page.ts";
import { Head } from "../../parts/section.tsx";

export async function assistantsLine(): Promise<SectionLine> {
  const isOn = holds(await readSystem(), "CONNECTORS") === "on";
  return {
    text: t("Users connect assistants by signing in"),
    state: isOn ? ["ok", t("On")] : ["other", t("Off")],
  };
}

/** Whether assistants connect without a key. */
export const AssistantSettings = () => (
  <Head title={t("Assistants")}>
    {t("Users connect assistants with /mcp by signing in, without a key. Each sees and ends its own.")}
  </Head>
);
