import { webhooks } from "../../api/webhooks.ts";
import { t } from "../../base/language/language.ts";
import type { SectionLine } from "../../parts/page.ts";
import { queryClient } from "../../parts/query-client.ts";

/** The text of the row of Settings. */
export async function webhooksLine(): Promise<SectionLine> {
  const { items, total } = await queryClient.fetchQuery(webhooks({ page: 1, page_size: 100 }));
  const failing = items.filter((one) => one.failing_since !== null).length;
  const text = t("{total, plural, one {# address} other {# addresses}}", { total });
  if (failing > 0)
    return { text, state: ["failed", t("{failing, plural, one {# fails} other {# fail}}", { failing })] };
  return { text, state: total === 0 ? undefined : ["ok", t("Delivered")] };
}
