import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type CallFilter, errorsOf } from "../../api/requests.ts";
import { count, counted, moment, recently } from "../../base/format.ts";
import type { Range } from "../../base/range.ts";
import { Button } from "../../parts/button.tsx";
import { ErrorCode } from "../../parts/error-code.tsx";
import { Status } from "../../parts/outcome.tsx";
import { Section } from "../../parts/section.tsx";
import { silent, Table } from "../../parts/table.tsx";

interface RequestErrorsProps {
  readonly range: Range;
  readonly filter: CallFilter;
  /** Opens one call. */
  show(requestId: string): void;
  /** Narrows the list below down to calls that ended so. */
  only(status: number, code: string | null): void;
}

/** What went wrong in a range, by kind. */
export function RequestErrors({ range, filter, show, only }: RequestErrorsProps) {
  // The end moves on every two seconds; the groups are asked for when a minute has passed, or by hand.
  const minute = (at: Date) => new Date(Math.floor(at.getTime() / 60_000) * 60_000);
  const steady = { ...range, from: minute(range.from), to: new Date(minute(range.to).getTime() + 60_000) };
  const query = useQuery({
    ...errorsOf(steady, filter),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
  const groups = query.data?.items ?? [];
  if (groups.length === 0) return null;
  const wrong = groups.reduce((sum, one) => sum + one.calls, 0);
  const since = query.data?.searched_from;
  return (
    <Section
      title="What went wrong"
      aside={
        <span className="muted">
          {counted(groups.length, "kind")} in {counted(wrong, "call")}
          {since && ` since ${moment(since)} UTC`}
        </span>
      }
    >
      <Table
        caption="Kinds of errors"
        items={groups}
        keyOf={({ response_code, error_code }) => `${response_code} ${error_code}`}
        columns={[
          {
            head: "Kind",
            cell: ({ response_code, error_code }) => (
              <>
                <Status status={response_code} />
                {error_code && (
                  <span className="sub">
                    <ErrorCode code={error_code} />
                  </span>
                )}
              </>
            ),
          },
          { head: "Calls", cell: ({ calls }) => count(calls), figures: true, narrow: "calls" },
          { head: "Last (UTC)", cell: ({ last_at }) => recently(last_at), figures: true, narrow: "last" },
          {
            head: silent("Show"),
            figures: true,
            cell: ({ last_request_id: id, error_code: code, response_code: status }) => (
              <>
                <Button look="text" onPress={() => show(id)}>
                  Show the last<span className="vh"> {code ?? status}</span>
                </Button>
                <Button look="text" onPress={() => only(status, code)}>
                  Only these<span className="vh"> {code ?? status}</span>
                </Button>
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}
