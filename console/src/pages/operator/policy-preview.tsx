import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { count, moment } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { sentText } from "../../base/language/sent.ts";
import { Mark } from "../../parts/outcome.tsx";
import type { Policy } from "../../parts/policy-words.ts";
import { Loaded } from "../../parts/states.tsx";
import { type Column, countColumn, Table } from "../../parts/table.tsx";
import { useSettled } from "../../parts/use-settled.ts";

type Preview = Schemas["PolicyPreview"];

// The preview reads a day of calls, so it waits until typing pauses.
const pauseMs = 600;
const shownMax = 5;

const reasons = [
  ["rate_limited", t("Rate limit")],
  ["quota_exceeded", t("Quota")],
  ["ip_not_allowed", t("Network")],
] as const;

interface PolicyPreviewProps {
  readonly productId: string;
  readonly policy: Policy;
  readonly saved: Policy;
}

/** The effect of a changed policy on the calls of the last 24 hours. */
export function PolicyPreview({ productId, policy, saved }: PolicyPreviewProps) {
  const tried = useSettled(policy, JSON.stringify(policy), pauseMs);
  const changed = JSON.stringify(policy) !== JSON.stringify(saved);
  const query = useQuery({
    queryKey: ["policy-preview", productId, JSON.stringify(tried)],
    queryFn: () =>
      dataOf(
        api.POST("/products/{id}/policies/preview", {
          params: { path: { id: productId } },
          body: { policy: tried },
        }),
      ),
    enabled: changed && JSON.stringify(tried) !== JSON.stringify(saved),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  return (
    <section className="policy-says" aria-live="polite" aria-label={t("Effect on recent calls")}>
      <h3>{t("Effect on the last 24 hours")}</h3>
      {changed ? (
        <Loaded query={query} what={t("Could not preview the policy")} rows={0}>
          {(preview) => <Found preview={preview} />}
        </Loaded>
      ) : (
        <p className="muted">{t("Change a field to preview the effect before you save.")}</p>
      )}
    </section>
  );
}

const reasonColumns = (preview: Preview): readonly Column<(typeof reasons)[number]>[] => [
  { head: t("Reason"), cell: ([, text]) => text },
  countColumn(t("Would be blocked"), ([code]) => preview.refused[code]),
  countColumn(t("Were blocked"), ([code]) => preview.refused_as_recorded[code]),
];

const subscriptionColumns: readonly Column<Preview["subscriptions"][number]>[] = [
  {
    head: t("Subscription"),
    cell: ({ display_name: name, subscription_id: id }) => <bdi>{name || id}</bdi>,
  },
  countColumn(t("Blocked"), ({ refused }) => refused),
  countColumn(t("Calls"), ({ calls }) => calls),
];

function Found({ preview }: { preview: Preview }) {
  const { calls, refused, refused_as_recorded: recorded, subscriptions } = preview;
  const { newly_refused: newly, newly_admitted: admitted } = preview;
  const notes = (
    <details className="datat">
      <summary>{t("Limits of this preview")}</summary>
      <ul className="words">
        {preview.not_replayed.map((note) => (
          <li key={note}>{sentText(note)}</li>
        ))}
      </ul>
    </details>
  );
  if (calls === 0)
    return (
      <>
        <p className="muted">{t("No calls of this plan in the last 24 hours.")}</p>
        {notes}
      </>
    );
  return (
    <>
      <p>
        <T
          text="{mark}{newly, plural, =0 {} other {, # of them newly}}{admitted, plural, =0 {} one {; # blocked call would be allowed} other {; # blocked calls would be allowed}}."
          mark={
            <Mark outcome={refused.total === 0 ? "ok" : "blocked"}>
              {t("{total} of {calls, plural, one {# call} other {# calls}} blocked", {
                total: count(refused.total),
                calls,
              })}
            </Mark>
          }
          newly={newly > 0 && newly < refused.total ? newly : 0}
          admitted={Math.max(0, admitted)}
        />
        {!preview.complete && (
          <> {t("The preview ends at {moment} UTC.", { moment: moment(preview.timestamp_le) })}</>
        )}
      </p>
      <p className="muted">
        {t("Credits: {credits} instead of {creditsRecorded}.", {
          credits: count(preview.credits),
          creditsRecorded: count(preview.credits_recorded),
        })}
      </p>
      {(refused.total > 0 || recorded.total > 0) && (
        <Table
          caption={t("Blocked calls by reason")}
          items={reasons.filter(([code]) => refused[code] + recorded[code] > 0)}
          keyOf={([code]) => code}
          columns={reasonColumns(preview)}
        />
      )}
      {subscriptions.length > 0 && (
        <Table
          caption={t("Subscriptions with most blocked calls")}
          items={subscriptions.slice(0, shownMax)}
          keyOf={({ subscription_id: id }) => id}
          columns={subscriptionColumns}
        />
      )}
      {notes}
    </>
  );
}
