import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type CallFilter, errorsOf } from "../../api/requests.ts";
import { count, moment } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import type { Range } from "../../base/range.ts";
import { Button } from "../../parts/button.tsx";
import { ErrorCode } from "../../parts/error-code.tsx";
import { Status } from "../../parts/outcome.tsx";
import { useSearchState } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Skeleton } from "../../parts/states.tsx";
import { hidden, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";

/** The errors of a range, by type. */
export function RequestErrors({ range, filter }: { range: Range; filter: CallFilter }) {
  const { change } = useSearchState();
  // The range moves every few seconds; whole minutes keep the query the same.
  const minute = (at: Date) => new Date(Math.floor(at.getTime() / 60_000) * 60_000);
  const steady = { ...range, from: minute(range.from), to: new Date(minute(range.to).getTime() + 60_000) };
  const query = useQuery({
    ...errorsOf(steady, filter),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
  if (query.isPending) return <Skeleton rows={0} />;
  const groups = query.data?.items ?? [];
  if (groups.length === 0) return null;
  const errors = groups.reduce((sum, one) => sum + one.calls, 0);
  const since = query.data?.searched_from;
  return (
    <Section
      title={t(
        "{errors, plural, one {# error} other {# errors}} of {groups, plural, one {# type} other {# types}}",
        { errors, groups: groups.length },
      )}
      aside={since && <span className="muted">{t("since {moment} UTC", { moment: moment(since) })}</span>}
    >
      <Table
        caption={t("Errors by type")}
        items={groups}
        keyOf={({ response_code, error_code }) => `${response_code} ${error_code}`}
        columns={[
          {
            head: t("Error"),
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
          { head: t("Calls"), cell: ({ calls }) => count(calls), figures: true },
          { head: t("Last seen"), cell: ({ last_at }) => <Time at={last_at} show="recent" />, figures: true },
          {
            head: hidden(t("Actions")),
            figures: true,
            cell: ({ last_call: id, error_code: code, response_code: status }) => (
              <>
                <Button look="text" onPress={() => change({ id })}>
                  <T text="View latest{code}" code={<span className="vh"> {code ?? status}</span>} />
                </Button>
                <Button
                  look="text"
                  onPress={() => change({ status: String(status), error: code ?? "", page: "" })}
                >
                  <T
                    text="Filter<span> by {code}</span>"
                    code={code ?? status}
                    span={(words) => <span className="vh">{words}</span>}
                  />
                </Button>
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}
