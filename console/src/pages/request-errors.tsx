import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { servicePath } from "../api/base.ts";
import { requestsOf } from "../api/requests.ts";
import { Button } from "../parts/button.tsx";
import { count, counted, recently } from "../parts/format.ts";
import { Status } from "../parts/outcome.tsx";
import type { Range } from "../parts/range.ts";
import { Section } from "../parts/section.tsx";
import { silent, Table } from "../parts/table.tsx";
import { kindsOf } from "./request-kinds.ts";

const readMost = 1000;

interface RequestErrorsProps {
  readonly range: Range;
  readonly userId?: string | undefined;
  show(requestId: string): void;
}

/** What went wrong in a range, by kind. */
export function RequestErrors({ range, userId, show }: RequestErrorsProps) {
  // The end moves on every two seconds; a minute is often enough for a thousand calls.
  const minute = (at: Date) => new Date(Math.floor(at.getTime() / 60_000) * 60_000);
  const steady = { ...range, from: minute(range.from), to: new Date(minute(range.to).getTime() + 60_000) };
  const query = useQuery({
    ...requestsOf(steady, { page: 1, page_size: readMost, user_id: userId }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });
  const data = query.data;
  if (!data) return null;
  const kinds = kindsOf(data.items);
  const wrong = kinds.reduce((sum, one) => sum + one.calls, 0);
  if (wrong === 0) return null;
  const partly = data.total > data.items.length;
  return (
    <Section
      title="What went wrong"
      aside={
        <span className="muted">
          {counted(kinds.length, "kind")} in {count(wrong)} of {partly ? "the last " : ""}
          {counted(data.items.length, "call")}
        </span>
      }
    >
      <Table
        caption="Kinds of errors"
        items={kinds}
        keyOf={({ status, code }) => `${status} ${code}`}
        columns={[
          {
            head: "Kind",
            cell: ({ status, code }) => (
              <>
                <Status status={status} />
                {code && (
                  <span className="sub">
                    <a href={`${servicePath}/docs/errors#${code}`} className="mono">
                      {code}
                    </a>
                  </span>
                )}
              </>
            ),
          },
          { head: "Calls", cell: ({ calls }) => count(calls), figures: true, narrow: "calls" },
          { head: "Last (UTC)", cell: ({ last }) => recently(last.timestamp), figures: true, narrow: "last" },
          {
            head: silent("Show"),
            figures: true,
            cell: ({ last, code, status }) => (
              <Button look="text" onPress={() => show(last.request_id)}>
                Show the last<span className="vh"> {code || status}</span>
              </Button>
            ),
          },
        ]}
      />
    </Section>
  );
}
