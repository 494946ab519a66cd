import { installationChecks } from "../../api/system.ts";
import { t } from "../../base/language/language.ts";
import type { SectionLine } from "../../parts/page.ts";
import { queryClient } from "../../parts/query-client.ts";
import { Head } from "../../parts/section.tsx";

export async function proofLine(): Promise<SectionLine> {
  const { checks } = await queryClient.fetchQuery({ ...installationChecks, staleTime: 60_000 });
  const isOnTime = checks.find(({ name }) => name === "proofs")?.state === "ok";
  return {
    text: t("Calls and credits are signed each day"),
    state: isOnTime ? ["ok", t("On time")] : ["blocked", t("Late")],
  };
}

/** How statements are proved, and what the environment sets of it. */
export const ProofSettings = () => (
  <Head title={t("Proof")}>
    {t(
      "Each day's calls and credits are signed, so that customers can check their statements. Keys are made and kept by the service.",
    )}
  </Head>
);
