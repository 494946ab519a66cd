import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type CallFilter, errorsOf } from "../../api/requests.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { type Range, wholeMinutes } from "../../base/range.ts";
import { Button } from "../../parts/button.tsx";
import { ErrorCode } from "../../parts/error-code.tsx";
import { List } from "../../parts/list-page.tsx";
import { Status, statusText } from "../../parts/outcome.tsx";
import { Link, useSearchState } from "../../parts/router.tsx";
import { Empty } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { Since } from "./call-groups.tsx";

/** The errors of a range, by type. */
export function ByError({ range, filter }: { range: Range; filter: CallFilter }) {
  const { search, change } = useSearchState();
  const query = useQuery({ ...errorsOf(wholeMinutes(range), filter), placeholderData: keepPreviousData });
  return (
    <>
      <List
        query={{ ...query, data: query.data?.items }}
        what={t("Could not load the report")}
        rows={8}
        caption={t("Calls by error")}
        keyOf={({ response_code, error_code }) => `${response_code} ${error_code}`}
        columns={[
          {
            head: t("Error"),
            cell: ({ response_code: status, error_code: code }) => (
              <>
                <Status status={status} bare />{" "}
                <Link
                  to="/calls"
                  search={{ ...search, by: "", page: "", status: String(status), error: code ?? "" }}
                >
                  {code ?? statusText(status)}
                </Link>
              </>
            ),
          },
          {
            head: t("Meaning"),
            cell: ({ error_code: code }) => code && <ErrorCode code={code} />,
            labelled: true,
          },
          { head: t("Calls"), cell: ({ calls }) => count(calls), figures: true },
          {
            head: t("Last seen"),
            cell: ({ last_at, last_call: id }) => (
              <Button look="text" onPress={() => change({ id })}>
                <Time at={last_at} show="recent" />
              </Button>
            ),
            figures: true,
          },
        ]}
        empty={<Empty title={t("No errors in this range")}>{t("Choose a longer range.")}</Empty>}
      />
      <Since at={query.data?.searched_from} />
    </>
  );
}
