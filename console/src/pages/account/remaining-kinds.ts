import { api, dataOf } from "../../api/client.ts";
import type { RemainingCredential } from "../../api/remaining.ts";
import { t } from "../../base/language/language.ts";
import { pageParts, type RemainingKind } from "../../parts/page-parts.ts";

const token: RemainingKind = {
  kind: "token",
  action: t("Revoke"),
  ended: t("Token revoked"),
  end: (userId, { id }) =>
    dataOf(api.DELETE("/users/{id}/tokens/{token_id}", { params: { path: { id: userId, token_id: id } } })),
};

const slotNames = { primary: "Primary", secondary: "Secondary", test: "Test" } as const;

const key: RemainingKind = {
  kind: "key",
  action: t("Replace"),
  ended: t("Key replaced"),
  end(_, { id, slot }) {
    const path = `/subscriptions/{id}/regenerate${slotNames[slot ?? "primary"]}Key` as const;
    return dataOf(api.POST(path, { params: { path: { id } }, body: { grace_seconds: 0 } }));
  },
};

/** How one is ended, by the core or the feature that keeps its kind; undefined without that feature. */
export const kindOf = ({ kind }: RemainingCredential): RemainingKind | undefined =>
  [token, key, ...pageParts().flatMap(({ remaining }) => remaining ?? [])].find((one) => one.kind === kind);
