import { useQueries } from "@tanstack/react-query";
import type { Subscription } from "../../api/client.ts";
import { auditBy } from "../../api/operator-queries.ts";
import type { User } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Failure, Skeleton } from "../../parts/states.tsx";
import { AuditList } from "../operator/audit-list.tsx";

const entriesShown = 50;

/** Recent audit entries by the user, and about the user and the subscriptions. */
export function Activity({ user, subscriptions }: { user: User; subscriptions: readonly Subscription[] }) {
  const own = `/users/${user.id}`;
  const objects = [own, ...subscriptions.slice(0, 10).map(({ id }) => `/subscriptions/${id}`)];
  const filters = [{ actor: own }, ...objects.map((object) => ({ object }))];
  const found = useQueries({
    queries: filters.map((one) => auditBy({ page: 1, page_size: entriesShown, ...one })),
  });
  const entries = new Map(found.flatMap(({ data }) => data?.items ?? []).map((one) => [one.id, one]));
  const newest = [...entries.values()]
    .sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1))
    .slice(0, entriesShown);
  const failed = found.find(({ error }) => error);
  const isLoading = found.some((one) => one.isLoading);
  return (
    <Section title={t("Activity")} aside={<Link to="/settings/audit">{t("Audit log")}</Link>}>
      {failed && (
        <Failure error={failed.error} what={t("Could not load the audit log")} retry={failed.refetch} />
      )}
      {!failed && !isLoading && newest.length === 0 && <p className="muted">{t("No activity yet.")}</p>}
      {/* Rows of a later response would come between those that are shown. */}
      {isLoading ? <Skeleton rows={6} /> : <AuditList entries={newest} />}
    </Section>
  );
}
