import { type Check, ok, requireDatabase, warning } from "../../../running/check.ts";
import type { InboxItem } from "../../../running/inbox-item.ts";
import { type RecentMisfits, recentMisfits } from "./stored-misfits.ts";

/** Whether the answers of upstreams fit, on the day before. */
export const misfitsCheck: Check = {
  name: "vendors",
  async run(inspected) {
    const found = await recentMisfits(requireDatabase(inspected), inspected.clock());
    if (found.length === 0) return ok("All answers of upstreams fit in the last day");
    return {
      ...warning(
        found.map(sentence).join(". "),
        "Compare an answer with the mapping by POST /apis/{api_id}/mapping/preview, correct the mapping, and put it again.",
      ),
      item: null,
    };
  },
  items: async (inspected) =>
    (await recentMisfits(requireDatabase(inspected), inspected.clock())).map(itemOf),
};

const sentence = ({ api, source, reason }: RecentMisfits): string =>
  `The answers of ${source} for ${api} do not fit its mapping: ${reason}`;

function itemOf(misfits: RecentMisfits): InboxItem {
  const { api, source, reason, lastAt } = misfits;
  return {
    id: `vendor.${api}.${source}`,
    kind: "vendor",
    permission: "apis.change",
    code: "vendor_misfits",
    values: { api, source, reason },
    since: lastAt,
    harm: "risk",
    found: sentence(misfits),
    consequence:
      "Lookups that need it are answered without it, free of charge. Correct the mapping and put it again.",
    action: { code: "open_api", object: `/apis/${api}` },
  };
}
