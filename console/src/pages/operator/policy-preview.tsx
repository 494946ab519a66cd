import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { answerOf, api, type Schemas } from "../../api/client.ts";
import { count, counted, moment } from "../../base/format.ts";
import { Mark } from "../../parts/outcome.tsx";
import type { Policy } from "../../parts/policy-words.ts";
import { Loaded } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";

type Preview = Schemas["PolicyPreview"];

// Typing ends before the calls of a day are read.
const restMs = 600;
const shownMost = 5;

const reasons = [
  ["rate_limited", "Beyond the rate"],
  ["quota_exceeded", "Beyond the quota"],
  ["ip_not_allowed", "From other networks"],
] as const;

/** The value once it has stayed the same for a moment. */
function useRested<T>(value: T, name: string): T {
  const [rested, setRested] = useState(value);
  // The name says whether it is the same value.
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [name]);
  return rested;
}

/** What a policy would have done to the calls of the last 24 hours, before it is saved. */
export function PolicyPreview({
  productId,
  policy,
  saved,
}: {
  readonly productId: string;
  readonly policy: Policy;
  readonly saved: Policy;
}) {
  const tried = useRested(policy, JSON.stringify(policy));
  const changed = JSON.stringify(policy) !== JSON.stringify(saved);
  const query = useQuery({
    queryKey: ["policy-preview", productId, JSON.stringify(tried)],
    queryFn: () =>
      answerOf(
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
    <section className="policy-says" aria-live="polite" aria-label="Against the last day's calls">
      <h3>What it would have done</h3>
      {changed ? (
        <Loaded query={query} what="This cannot be tried" rows={3}>
          {(preview) => <Found preview={preview} />}
        </Loaded>
      ) : (
        <p className="muted">
          Change something, and it is tried against the calls of the last 24 hours before it is saved.
        </p>
      )}
    </section>
  );
}

const reasonColumns = ({
  refused,
  refused_as_recorded: recorded,
}: Preview): readonly Column<(typeof reasons)[number]>[] => [
  { head: "Reason", cell: ([, words]) => words },
  { head: "Would be refused", cell: ([code]) => count(refused[code]), figures: true, narrow: "would be" },
  { head: "Were refused", cell: ([code]) => count(recorded[code]), figures: true, narrow: "were" },
];

const subscriptionColumns: readonly Column<Preview["subscriptions"][number]>[] = [
  {
    head: "Subscription",
    cell: ({ display_name: name, subscription_id: id }) => <span dir="auto">{name || id}</span>,
  },
  { head: "Refused", cell: ({ refused }) => count(refused), figures: true, narrow: "refused" },
  { head: "of calls", cell: ({ calls }) => count(calls), figures: true, narrow: "of calls" },
];

function Found({ preview }: { readonly preview: Preview }) {
  const { calls, refused, refused_as_recorded: recorded, subscriptions } = preview;
  const { newly_refused: newly, newly_admitted: admitted } = preview;
  const notes = (
    <details className="datat">
      <summary>What this does not say</summary>
      <ul className="words">
        {preview.not_replayed.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
  if (calls === 0)
    return (
      <>
        <p className="muted">Nothing: in the last 24 hours nobody has called under this product.</p>
        {notes}
      </>
    );
  return (
    <>
      <p>
        <Mark outcome={refused.total === 0 ? "ok" : "blocked"}>
          Would have refused {count(refused.total)} of {counted(calls, "call")}
        </Mark>{" "}
        of the last 24 hours
        {newly > 0 && newly < refused.total && `, ${count(newly)} of them not refused then`}
        {admitted > 0 && `; ${count(admitted)} that were refused would have been let through`}.
        {!preview.complete && ` Only the calls up to ${moment(preview.timestamp_le)} were tried.`}
      </p>
      <p className="muted">
        Credits: {count(preview.credits)} in place of {count(preview.credits_recorded)}.
      </p>
      {(refused.total > 0 || recorded.total > 0) && (
        <Table
          caption="Refusals by reason"
          items={reasons.filter(([code]) => refused[code] + recorded[code] > 0)}
          keyOf={([code]) => code}
          columns={reasonColumns(preview)}
        />
      )}
      {subscriptions.length > 0 && (
        <Table
          caption="Subscriptions of which most would be refused"
          items={subscriptions.slice(0, shownMost)}
          keyOf={({ subscription_id: id }) => id}
          columns={subscriptionColumns}
        />
      )}
      {notes}
    </>
  );
}
